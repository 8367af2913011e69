// Product data in luxuryhouse's format: typed elements in no fixed order, mixed with elements about other things.
import { convertAmount, type CurrencyCode } from '../../currencies.ts'
import type { SandboxProduct, Size } from '../../product.ts'
import { seededRandom } from '../../seeded-random.ts'

/** Style and colour: `VG4004_040`. */
export function codeOf(product: SandboxProduct): string {
  return product.sku.replace('-', '_')
}

export function trackingOf(product: SandboxProduct): unknown {
  const products = [{ id: codeOf(product), brand: 'House', category: product.category.toLowerCase() }]
  return { dataLayer: { ecommerce: { detail: { products } } } }
}

export function elementsOf(
  product: SandboxProduct,
  family: readonly SandboxProduct[],
  currency: CurrencyCode,
  origin: string,
): readonly unknown[] {
  const elements = [
    teaserOf(product, origin),
    titleOf(product),
    descriptionElement(product),
    mediaOf(product, origin),
    product.sizes.length > 1 ? sizesOf(product, family, currency, origin) : articleOf(product, currency),
    { type: 'REASSURANCE', items: [{ title: 'Free delivery' }, { title: 'Gift wrapping' }] },
  ]
  return seededRandom('elements', product.id).sample(elements, elements.length)
}

function titleOf(product: SandboxProduct) {
  const { model, colour, gender, position, category } = product
  return {
    type: 'PRODUCTTITLE',
    title: model,
    subtitle: `${colour.name} ${product.materials[0]?.name.toLowerCase() ?? ''}`,
    reference: `Reference: ${codeOf(product)}`,
    code: codeOf(product),
    color: colour.name,
    tags: position % 5 === 0 ? ['New'] : null,
    tagsKeys: position % 5 === 0 ? ['NEW'] : [],
    universe: 'FASHION',
    subUniverse: gender === 'men' ? 'MEN' : 'WOMEN',
    // Some products have a category only in the tracking data.
    primaryCategoryId: position % 6 === 1 ? undefined : category.toLowerCase(),
    ...(position % 3 === 0 ? optionalFields(product) : {}),
  }
}

/** Fields that only some pages have. */
function optionalFields({ id, features, sizes, kind }: SandboxProduct) {
  return {
    backendSku: `${kind.slice(0, 2).toUpperCase()}-${id}`,
    characteristics: features,
    hasVto: false,
    hasSizeGuide: sizes.length > 1,
    hasMultiplePrices: false,
    services: { retouch: sizes.length > 1 },
    look: null,
    video: null,
  }
}

function descriptionElement({ description, features, attributes, position }: SandboxProduct) {
  const list = features.map(one => `<li>${one}</li>`).join('')
  const { width, height, depth } = attributes
  const sections = [
    { type: 'DESCRIPTION', titleKey: 'description', content: `<p>${description}</p><ul>${list}</ul>` },
    {
      type: 'SIZEFIT',
      titleKey: 'size_and_fit',
      content: `<p>${[width, height, depth].filter(Boolean).join(' × ')}</p>`,
    },
  ]
  return { type: 'PRODUCTSECTIONDESCRIPTION', sections: position % 7 === 3 ? sections.slice(0, 1) : sections }
}

function mediaOf({ pictures, model }: SandboxProduct, origin: string) {
  const items = pictures.map((path, index) => ({
    images: ['desktop', 'mobile'].map(target => ({
      target,
      uri: origin + path,
      width: target === 'desktop' ? 2_000 : 900,
      height: target === 'desktop' ? 2_000 : 1_200,
      viewCode: `E0${index + 1}`,
      alt: model,
    })),
    video: null,
  }))
  return { type: 'PRODUCTMEDIAS', items }
}

function sizesOf(
  product: SandboxProduct,
  family: readonly SandboxProduct[],
  currency: CurrencyCode,
  origin: string,
) {
  return {
    type: 'PRODUCTVARIATIONS',
    variationsType: 'SIZE',
    sizeLabel: 'Size',
    variations: product.sizes.map(size => variationOf(product, size, currency, origin)),
    declinations: family.map(one => ({
      title: one.colour.name,
      color: one.colour.name,
      colorCode: one.colour.code,
      uri: `/fashion/products/${codeOf(one)}`,
      image: thumbnailOf(one, origin),
    })),
  }
}

function variationOf(product: SandboxProduct, size: Size, currency: CurrencyCode, origin: string) {
  const code = `${codeOf(product)}_T${size.label.replace('.', '')}`
  return {
    title: size.label,
    code,
    sku: code,
    detail: '',
    status: size.quantity > 0 ? 'AVAILABLE' : 'OUTOFSTOCK',
    ean: size.gtin,
    // A size that has never been on sale has no price yet.
    price: product.position % 9 === 7 && size.quantity === 0 ? undefined : priceOf(product, currency),
    image: thumbnailOf(product, origin),
  }
}

function articleOf(product: SandboxProduct, currency: CurrencyCode) {
  const preorder = product.position % 8 === 4
  return {
    type: 'PRODUCTUNIQUE',
    sku: `${codeOf(product)}_TU`,
    ean: product.sizes[0]?.gtin ?? '',
    status: product.sizes[0]?.quantity === 0 ? 'OUTOFSTOCK' : 'AVAILABLE',
    price: priceOf(product, currency),
    preorderShippingDate: preorder ? '2026-03-01' : null,
  }
}

/** Whole units: the house does not use fractions. */
function priceOf({ priceCents }: SandboxProduct, currency: CurrencyCode) {
  return { value: Math.round(convertAmount(priceCents, currency)), currency }
}

function thumbnailOf({ pictures, model }: SandboxProduct, origin: string) {
  return { uri: origin + (pictures[0] ?? ''), width: 200, height: 200, alt: model }
}

function teaserOf(product: SandboxProduct, origin: string) {
  return {
    type: 'PUSH',
    title: 'The savoir-faire',
    image: thumbnailOf(product, origin),
    code: 'SAVOIR_FAIRE',
  }
}

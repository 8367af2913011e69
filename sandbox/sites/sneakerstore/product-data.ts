// Product data in sneakerstore's formats: GraphQL, search index, JSON-LD, and the JSON of a hosted storefront.
import { formatPrice } from '../../currencies.ts'
import type { SandboxProduct } from '../../product.ts'
import { type Random, seededRandom } from '../../seeded-random.ts'
import { type Merchant, productAnswer } from '../../hosted-product.ts'
import { scriptAnswer } from '../../hosted-script-product.ts'

/** The catalog kind that this shop sells. */
export const KIND = 'sneakers'

/** Where a page has its product data: all in JSON-LD, all in the page's state, or incomplete. */
export type PageDataFormat = 'json-ld' | 'next-data' | 'too-little'

export function pageDataFormatOf(product: SandboxProduct): PageDataFormat {
  const random = randomFor(product, 'telling')
  if (random.chance(0.7)) return 'json-ld'
  return random.chance(0.5) ? 'next-data' : 'too-little'
}

function randomFor(product: SandboxProduct, purpose: string): Random {
  return seededRandom('sneakerstore', purpose, product.sku, product.id)
}

/** With a space, as the shop writes it. */
export function skuOf(product: SandboxProduct): string {
  return product.sku.replace('-', ' ')
}

/** A few products have no description. */
function descriptionOf(product: SandboxProduct): string {
  return randomFor(product, 'story').chance(0.1) ? '' : product.description
}

function pictureOf(product: SandboxProduct, origin: string, index = 0): string {
  return `${origin}${product.pictures[index] ?? ''}`
}

export function templateOf(product: SandboxProduct, origin: string) {
  const story = descriptionOf(product)
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    sku: skuOf(product),
    description: '',
    // A product without a story has the key for its text, but not the one for its HTML.
    story,
    ...(story === '' ? {} : { storyHtml: `<p>${story.replaceAll('&', '&amp;')}</p>` }),
    releaseDate: {
      shortDisplay: product.releasedOn.slice(2).replace(/^(\d\d)-(\d\d)-(\d\d)$/, '$2/$3/$1'),
    },
    productCategory: product.pictureShape === 'shirt' ? 'clothing' : 'shoes',
    sizeCategory: product.gender,
    mainPictureUrl: pictureOf(product, origin),
    productTemplateExternalPictures: product.pictures.slice(1).map((path, index) => ({
      mainPictureUrl: origin + path,
      order: index + 1,
    })),
    newSizes: product.sizes
      .filter(size => size.quantity > 0)
      .map(size => ({
        size: { value: size.value ?? 0, display: size.label },
        shoeCondition: 'new_no_defects',
        boxCondition: 'good_condition',
        lowestPriceOption: {
          price: { value: product.priceCents, display: formatPrice(product.priceCents, 'USD') },
          isAvailable: true,
        },
      })),
    newLowestPrice: product.priceCents,
    usedLowestPrice: 0,
  }
}

export function hitOf(product: SandboxProduct, origin: string) {
  return {
    product_template_id: product.id,
    name: product.name,
    brand_name: product.brand,
    sku: skuOf(product),
    slug: product.slug,
    story: descriptionOf(product),
    main_picture_url: pictureOf(product, origin),
    grid_picture_url: pictureOf(product, origin),
    lowest_price_cents_usd: product.priceCents,
  }
}

export function jsonLdOf(product: SandboxProduct, origin: string) {
  return {
    '@context': 'https://schema.org/',
    '@type': 'Product',
    productID: String(product.id),
    name: product.name,
    sku: skuOf(product),
    image: product.pictures.map(path => origin + path),
    description: descriptionOf(product),
    brand: { '@type': 'Brand', name: product.brand },
    offers: {
      '@type': 'AggregateOffer',
      lowPrice: (product.priceCents / 100).toFixed(2),
      priceCurrency: 'USD',
      availability: `https://schema.org/${product.sizes.some(size => size.quantity > 0) ? 'InStock' : 'OutOfStock'}`,
    },
  }
}

const MERCHANT: Merchant = {
  path: '',
  title: 'sneakerstore',
  kind: KIND,
  currency: 'USD',
  offset: '-05:00',
}

/** The script route, which has the stock of each size. */
export function hostedStockOf(product: SandboxProduct, origin: string) {
  return scriptAnswer(product, MERCHANT, origin)
}

/** On the hosted platform, a size's SKU is the style code, if it has one. */
export function hostedOf(product: SandboxProduct, origin: string) {
  const answer = productAnswer(product, MERCHANT, origin)
  const withStyle = <V extends { readonly sku: string | null }>(variant: V) => ({
    ...variant,
    sku: variant.sku === null ? null : product.sku,
  })
  return { ...answer, variants: answer.variants.map(withStyle) }
}

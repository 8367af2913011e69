// Product data in fashionretail's formats: JSON-LD and query cache (first template), page config (second), catalog service.
import { convertAmount, convertCents, type CurrencyCode, formatPrice } from '../../currencies.ts'
import type { SandboxProduct, Size } from '../../product.ts'

/** A product in one market. */
export interface ProductView {
  readonly product: SandboxProduct
  readonly currency: CurrencyCode
  readonly origin: string
  /** Path of the product page. */
  readonly path: string
}

const TODAY = '2026-01-15'
const META_DESCRIPTIONS: Readonly<Record<string, (what: string, price: string) => string>> = {
  EUR: (what, price) => ` ${what} für ${price} (${TODAY}) Versand ab 30 € frei`,
  GBP: (what, price) => ` Buy ${what} for ${price} (${TODAY}). Free delivery over £30.`,
  USD: (what, price) => ` ${what} at ${price} (${TODAY}). Free shipping over $50.`,
}

/** For some products the largest sizes cost more. */
function centsOf({ priceCents, position, sizes }: SandboxProduct, index: number): number {
  return position % 4 === 1 && index >= sizes.length - 2 ? priceCents + 500 : priceCents
}

function titleOf({ model, colour }: SandboxProduct): string {
  return `${model} - ${colour.name.toLowerCase()}`
}

/** A sold-out product has a single offer. */
function offeredSizes(product: SandboxProduct): readonly Size[] {
  return product.sizes.every(size => size.quantity === 0) ? product.sizes.slice(0, 1) : product.sizes
}

export function jsonLd({ product, currency, origin, path }: ProductView): unknown {
  const { brand, rating, reviews, position } = product
  return {
    '@context': 'http://schema.org',
    '@type': 'Product',
    aggregateRating: rating && {
      '@type': 'AggregateRating',
      bestRating: 5,
      ratingValue: String(rating),
      ratingCount: reviews.length,
      worstRating: 1,
      reviewCount: reviews.length,
    },
    brand: { '@type': 'Brand', name: brand },
    color: product.colour.name.toLowerCase(),
    image: product.pictures.map(picture => `${origin}${picture}?imwidth=103`),
    itemCondition: 'http://schema.org/NewCondition',
    // Some brands do not name the manufacturer.
    manufacturer: position % 9 === 4 ? undefined : brand,
    name: titleOf(product),
    offers: offeredSizes(product).map((size, index) => ({
      '@type': 'Offer',
      availability: `http://schema.org/${size.quantity > 0 ? 'InStock' : 'OutOfStock'}`,
      price: String(convertAmount(centsOf(product, index), currency)),
      priceCurrency: currency,
      sku: `${product.sku}${size.label.padStart(4, '0')}000`,
      url: path,
    })),
    review: position % 3 === 0 ? undefined : reviews.map(reviewOf),
    sku: product.sku,
    url: path,
    description: META_DESCRIPTIONS[currency]?.(
      `${brand} ${titleOf(product)}`,
      formatPrice(product.priceCents, currency),
    ),
  }
}

function reviewOf({ author, date, text, rating }: SandboxProduct['reviews'][number]) {
  return {
    '@type': 'Review',
    author: { '@type': 'Person', name: author },
    datePublished: date,
    description: text,
    reviewRating: { '@type': 'Rating', bestRating: 5, worstRating: 1, ratingValue: rating },
  }
}

/** The page's GraphQL queries with their responses; amounts in minor units. */
export function queryCache(view: ProductView): unknown {
  const { product } = view
  const id = `ern:product::${product.sku}`
  const parts = [cachedCard(view), cachedDetails(view)]
  const answers = parts.map((part, index) => [
    JSON.stringify({ id: `query-${index}`, variables: { id } }),
    { data: { product: { id, sku: product.sku, ...part } } },
  ])
  return {
    enrichedEntity: { type: 'product', id, hints: [] },
    graphqlCache: Object.fromEntries(answers) as Record<string, unknown>,
  }
}

/** Sizes with their prices and how many are left, in words. */
function cachedCard({ product, currency, origin }: ProductView) {
  const { rating, reviews } = product
  return {
    name: titleOf(product),
    brand: { name: product.brand },
    color: { name: product.colour.name.toLowerCase(), label: product.colour.name.toLowerCase() },
    condition: null,
    availabilityStatus: 'AVAILABLE',
    family: {
      rating: rating === undefined ? null : { average: rating, totalCount: reviews.length },
      reviews: null,
    },
    galleryMediaZoom: product.pictures.map(path => ({
      __typename: 'Image',
      uri: `${origin}${path}?imwidth=1800`,
    })),
    simples: product.sizes.map((size, index) => ({
      size: size.label,
      sku: `${product.sku}${size.label.padStart(4, '0')}000`,
      offer: { price: cachedPrice(product, index, currency), stock: { quantity: quantityWord(size) } },
    })),
  }
}

/** The price before a reduction is the original one; the reduced one is promotional. */
function cachedPrice(product: SandboxProduct, index: number, currency: CurrencyCode) {
  const cents = centsOf(product, index)
  const { originalPriceCents } = product
  const isReduced = originalPriceCents !== undefined && originalPriceCents > cents
  return {
    original: { amount: convertCents(isReduced ? originalPriceCents : cents, currency), currency },
    promotional: isReduced ? { amount: convertCents(cents, currency), currency } : null,
  }
}

function quantityWord({ quantity }: Size): string {
  return ['OUT_OF_STOCK', 'ONE', 'TWO'][quantity] ?? 'MANY'
}

/** Attributes in groups, and for every fourth product a partner that sells it. A per cent sign is encoded. */
function cachedDetails({ product }: ProductView) {
  const { seller } = product
  const pairs = [
    ['Material', product.materials.map(one => `${one.percent}%25 ${one.name}`).join(', ')],
    ['Care', product.care.join(', ')],
  ]
  const merchant = { name: seller.name, uri: `/partner/${seller.id}` }
  const isPartner = product.position % 4 === 2
  return {
    attributeSuperClusters: [
      { id: 'important_information', label: 'Important', clusters: [] },
      {
        id: 'material_care',
        label: 'Material and care',
        clusters: [{ attributes: pairs.map(([key, value]) => ({ key, value })) }],
      },
    ],
    fulfillmentLabel: isPartner
      ? { kind: 'PARTNER', merchant: { address: { country: { name: seller.country.name } } } }
      : null,
    simples: product.sizes.map(size => ({
      size: size.label,
      sku: `${product.sku}${size.label.padStart(4, '0')}000`,
      allOffers: [{ isDefaultOffer: true, isSoldByShop: !isPartner, merchant: isPartner ? merchant : null }],
    })),
  }
}

function variantId(product: SandboxProduct, index: number): number {
  return product.id * 100 + index
}

function priceOf(product: SandboxProduct, index: number, currency: CurrencyCode) {
  const cents = centsOf(product, index)
  const previous = product.originalPriceCents ?? cents
  return {
    current: { value: convertAmount(cents, currency), text: formatPrice(cents, currency) },
    previous: { value: convertAmount(previous, currency), text: formatPrice(previous, currency) },
    rrp: { value: null, text: null },
    currency,
    isMarkedDown: product.originalPriceCents !== undefined,
  }
}

function htmlOf({ brand, features, model }: SandboxProduct): string {
  const list = features.map(one => `<li>${one}</li>`).join('')
  return `<a href="/cat/?cid=1177"><strong>${model}</strong></a> by <a href="/brand/"><strong>${brand}</strong></a><ul>${list}</ul>`
}

export function catalogAnswer({ product, currency, origin }: ProductView): unknown {
  const { id, brand, colour } = product
  const name = `${brand} ${titleOf(product)}`
  return {
    id,
    name,
    description: htmlOf(product),
    alternateNames: [{ locale: 'en-GB', title: name }],
    gender: product.gender === 'men' ? 'Men' : 'Women',
    productCode: String(id - 2_000_000),
    brand: { brandId: 16_000 + (product.family % 40), name: brand, description: `<strong>${brand}</strong>` },
    isNoSize: false,
    isOneSize: product.sizes.length === 1,
    isInStock: product.sizes.some(size => size.quantity > 0),
    countryOfManufacture: null,
    variants: product.sizes.map((size, index) => ({
      id: variantId(product, index),
      name,
      brandSize: size.label,
      sizeDescription: size.label,
      displaySizeText: size.label,
      sizeOrder: index,
      sku: String(variantId(product, index) - 300_000_000),
      isLowInStock: size.quantity === 1,
      isInStock: size.quantity > 0,
      isAvailable: true,
      colour: colour.name,
      price: priceOf(product, index, currency),
      // Most articles have none.
      ean: product.position % 6 === 2 ? size.gtin : null,
      seller: null,
    })),
    media: {
      images: product.pictures.map((picture, index) => ({
        // Without a scheme, as everywhere in this service.
        url: `${origin.replace(/^https?:\/\//, '')}${picture}`,
        type: `Standard${index + 1}`,
        colour: colour.name,
        isPrimary: index === 0,
      })),
      catwalk: [],
    },
    price: priceOf(product, 0, currency),
  }
}

/** The second template: JSON-LD without offers. The brand is an object on some pages and a string on others. */
export function bareJsonLd({ product, origin }: ProductView): unknown {
  const { brand, position } = product
  return {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: `${brand} ${titleOf(product)}`,
    image: `${origin}${product.pictures[0] ?? ''}`,
    description: product.description,
    sku: String(product.id),
    color: product.colour.name,
    brand: position % 2 === 0 ? { '@type': 'Brand', name: brand } : brand,
    offers: {},
  }
}

export function pageConfig({ product, origin }: ProductView): unknown {
  return {
    id: product.id,
    name: `${product.brand} ${titleOf(product)}`,
    gender: product.gender === 'men' ? 'Men' : 'Women',
    brandName: product.brand,
    variants: product.sizes.map((size, index) => ({
      variantId: variantId(product, index),
      size: size.label,
      sku: String(variantId(product, index) - 300_000_000),
      colour: product.colour.name,
      isPrimary: true,
      sizeOrder: index,
    })),
    // Some pages have images only in the JSON-LD.
    images:
      product.position % 7 === 5
        ? undefined
        : product.pictures.map((picture, index) => ({
            isPrimary: index === 0,
            colour: product.colour.name,
            url: origin + picture,
            productId: product.id,
          })),
  }
}

/** Prices of the related products, then of the product itself. An upcoming size has no price yet. */
export function stockPrices({ product, currency }: ProductView, related: readonly SandboxProduct[]): unknown {
  return [...related, product].map(one => ({
    productId: one.id,
    productPrice: priceOf(one, 0, currency),
    isInStock: one.sizes.some(size => size.quantity > 0),
    variants: one.sizes.map((size, index) => ({
      id: variantId(one, index),
      isInStock: size.quantity > 0,
      isLowInStock: size.quantity === 1,
      price: one.position % 13 === 8 && index === 0 ? undefined : priceOf(one, index, currency),
    })),
  }))
}

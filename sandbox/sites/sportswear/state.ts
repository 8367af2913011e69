// One colour of a style in sportswear's formats: page state and feed.
import { convertAmount, type CurrencyCode } from '../../currencies.ts'
import type { SandboxProduct, Size } from '../../product.ts'
import { type Random, seededRandom } from '../../seeded-random.ts'

export interface Market {
  /** Path prefix of the market; empty for the home market. */
  readonly path: string
  readonly code: string
  readonly language: string
  readonly currency: CurrencyCode
  readonly sizePrefix: string | undefined
}

export const MARKETS: readonly Market[] = [
  { path: '', code: 'US', language: 'en', currency: 'USD', sizePrefix: undefined },
  { path: '/gb', code: 'GB', language: 'en-GB', currency: 'GBP', sizePrefix: 'UK' },
  { path: '/fr', code: 'FR', language: 'fr', currency: 'EUR', sizePrefix: 'EU' },
  { path: '/jp', code: 'JP', language: 'ja', currency: 'JPY', sizePrefix: '' },
]

export interface MarketUrls {
  readonly market: Market
  /** URL of the shop. */
  readonly base: string
  /** Origin of the pictures. */
  readonly origin: string
}

/** The style's name in URLs, the same for all its colours. */
export function styleSlug({ brand, model, styleCode }: SandboxProduct): string {
  return `${brand} ${model} ${styleCode}`.toLowerCase().replace(/[^a-z0-9]+/g, '-')
}

export function pageUrl(product: SandboxProduct, { base, market }: MarketUrls): string {
  return `${base}${market.path}/t/${styleSlug(product)}/${product.sku}`
}

function uuid(...parts: readonly (string | number)[]): string {
  const random = seededRandom('sportswear', 'uuid', ...parts)
  return [8, 4, 4, 4, 12].map(length => random.hex(length)).join('-')
}

const GROUPS = { men: "Men's", women: "Women's", unisex: 'Unisex', kids: "Kids'" } as const

function titlesOf(product: SandboxProduct) {
  // A no-break space keeps the name on one line, as in real titles.
  const title = `${product.brand}\u00a0${product.model}`
  const subtitle = `${GROUPS[product.gender]} ${product.pictureShape === 'shirt' ? 'Top' : 'Shoes'}`
  return { title, subtitle, fullTitle: `${title} ${subtitle}` }
}

function pricesOf(product: SandboxProduct, currency: CurrencyCode) {
  const current = product.priceCents
  const initial = product.originalPriceCents ?? current
  const employee = Math.round(current * 0.6)
  const below = (cents: number): number => Math.round((1 - cents / initial) * 100)
  return {
    currency,
    currentPrice: convertAmount(current, currency),
    initialPrice: convertAmount(initial, currency),
    employeePrice: convertAmount(employee, currency),
    discountPercentage: below(current),
    employeeDiscountPercentage: below(employee),
  }
}

/** The size on the market's label; the home market shows men's and women's sizes. */
function localLabel({ label, value }: Size, { sizePrefix }: Market): string {
  if (value === undefined) return label
  if (sizePrefix === undefined) return `M ${label} / W ${value + 1.5}`
  return sizePrefix === 'UK' ? String(value - 0.5) : String(value + 33)
}

/** The product in the current page state. Some products have fewer fields. */
export function stateOf(product: SandboxProduct, urls: MarketUrls): Record<string, unknown> {
  const random = seededRandom('sportswear', 'state', product.id)
  const { market, base } = urls
  const page = { url: pageUrl(product, urls), canonicalUrl: pageUrl(product, urls).replace(/\/[^/]+$/, '') }
  const badge = random.pick(['', 'Bestseller', 'Just in'])
  return {
    id: uuid('thread', product.id),
    styleColor: product.sku,
    styleCode: product.styleCode,
    colorCode: product.colour.code,
    merchProductId: uuid('merch', product.id),
    globalProductId: uuid('global', product.id),
    productType: product.pictureShape === 'shirt' ? 'APPAREL' : 'FOOTWEAR',
    statusModifier: product.sizes.some(one => one.quantity > 0) ? 'BUYABLE_BUY' : 'OUT_OF_STOCK',
    colorDescription: product.colour.name,
    gender: { men: 1, women: 2, unisex: 3, kids: 4 }[product.gender],
    groupIndex: 0,
    groupLabel: null,
    netQuantity: null,
    selectedSku: null,
    brands: [product.brand],
    sportTags: random.sample(['Running', 'Lifestyle', 'Training', 'Court'], 2),
    moreInfo: [],
    enhancedPdp: [],
    ...(random.chance(0.8) ? { badge, availabilityDate: `${product.releasedOn}T10:00:00.000Z` } : {}),
    ...(random.chance(0.7) ? { sizeChartUrl: `${base}${market.path}/size-fit/${product.pictureShape}` } : {}),
    isMemberProduct: false,
    isLaunchProduct: random.chance(0.05),
    sizes: product.sizes.map((size, index) => ({
      label: size.label,
      localizedLabel: localLabel(size, market),
      ...(market.sizePrefix === undefined ? {} : { localizedLabelPrefix: market.sizePrefix }),
      gtins: [{ gtin: size.gtin.padStart(14, '0') }],
      sortSequence: 100 + index * 5,
      status: 'ACTIVE',
      merchSkuId: uuid('sku', product.id, index),
    })),
    prices: pricesOf(product, market.currency),
    pdpUrl: { ...page, path: `${market.path}/t/${styleSlug(product)}/${product.sku}` },
    productInfo: { ...page, badge, ...titlesOf(product), ...textsOf(product, random) },
    contentImages: product.pictures.map((path, index) => ({
      cardType: 'image',
      properties: {
        altText: `${product.name}, view ${index + 1}`,
        portrait: { id: uuid(path), url: `${urls.origin}${path}?t=ps`, aspectRatio: 0.8, type: 'product' },
        squarish: { id: uuid(path), url: `${urls.origin}${path}?t=ss`, aspectRatio: 1, type: 'product' },
      },
    })),
  }
}

function textsOf(product: SandboxProduct, random: Random): Record<string, unknown> {
  const [benefit = '', ...details] = product.features
  const yarn = product.materials.map(one => `${one.percent}% ${one.name}`).join(', ')
  const message = {
    body: `<p>Made of <b>${yarn}</b>.</p>`,
    jsonBody: {
      type: 'doc',
      content: [{ type: 'paragraph', content: [{ type: 'text', text: `Made of ${yarn}.` }] }],
    },
  }
  return {
    productDescription: product.description,
    origins: [{ header: 'Country/Region of Origin', body: [product.madeIn.name] }],
    productDetails: [{ header: 'Product details', body: details }],
    enhancedBenefits: random.chance(0.5) ? [{ header: 'Benefits', body: [benefit] }] : [],
    moreDescriptions: [],
    sizeFitSections: [],
    featuresAndBenefits: [],
    ...(random.chance(0.6) ? { sustainabilityMessage: [message] } : {}),
  }
}

/** The feed's thread about the product. */
export function threadOf(product: SandboxProduct, { market, origin }: MarketUrls): Record<string, unknown> {
  const { currency, currentPrice, initialPrice } = pricesOf(product, market.currency)
  const merchProduct = {
    id: uuid('merch', product.id),
    status: 'ACTIVE',
    styleCode: product.styleCode,
    colorCode: product.colour.code,
    styleColor: product.sku,
    brand: product.brand,
    genders: product.gender === 'unisex' ? ['MEN', 'WOMEN'] : [product.gender.toUpperCase()],
    sportTags: ['Lifestyle'],
    productType: product.pictureShape === 'shirt' ? 'APPAREL' : 'FOOTWEAR',
  }
  const paragraphs = product.features.map(one => `<p>${one}</p>`)
  const skus = threadSkus(product, market)
  return {
    id: uuid('thread', product.id),
    marketplace: market.code,
    language: market.language,
    publishedContent: {
      nodes: [
        {
          subType: 'carousel',
          id: uuid('carousel', product.id),
          type: 'card',
          nodes: pictureCards(product, origin),
          properties: {},
        },
        { subType: 'text', id: '', type: 'card', properties: { body: paragraphs.join('') } },
      ],
    },
    productInfo: [
      {
        merchProduct,
        merchPrice: { country: market.code, fullPrice: initialPrice, currentPrice, currency },
        productContent: {
          colorDescription: product.colour.name,
          slug: styleSlug(product),
          ...titlesOf(product),
          description: `<div class="pi-tier3"><p><b>&nbsp;</b></p><br><p>${product.description}</p>${paragraphs.join('')}</div>`,
        },
        skus,
        availability: { available: product.sizes.some(size => size.quantity > 0) },
        // Some sold-out sizes are listed as such, others are left out.
        availableGtins: skus
          .map(({ gtin }, index) => stockEntry(gtin, product.sizes[index]))
          .filter(({ available }, index) => available || index % 2 === 0),
      },
    ],
  }
}

function stockEntry(gtin: string, size: Size | undefined) {
  const quantity = size?.quantity ?? 0
  const level = quantity === 0 ? 'OOS' : quantity < 3 ? 'LOW' : quantity < 8 ? 'MEDIUM' : 'HIGH'
  return { gtin, method: 'SHIP', level, available: quantity > 0 }
}

/** The page's JSON-LD lists only the sizes that can be bought. */
export function jsonLdOf(product: SandboxProduct, urls: MarketUrls): Record<string, unknown> {
  const { currency, currentPrice } = pricesOf(product, urls.market.currency)
  return {
    '@context': 'https://schema.org',
    '@type': 'ProductGroup',
    name: titlesOf(product).title,
    productGroupID: product.styleCode,
    brand: { '@type': 'Brand', name: product.brand },
    color: product.colour.name,
    aggregateRating: product.rating && {
      '@type': 'AggregateRating',
      ratingValue: product.rating,
      bestRating: 5,
      reviewCount: product.reviews.length,
    },
    hasVariant: product.sizes
      .filter(size => size.quantity > 0)
      .map(size => ({
        '@type': 'Product',
        mpn: product.sku,
        size: size.label,
        gtin: size.gtin.padStart(14, '0'),
        image: `${urls.origin}${product.pictures[0] ?? ''}`,
        offers: {
          '@type': 'Offer',
          url: pageUrl(product, urls),
          price: currentPrice,
          priceCurrency: currency,
          availability: 'https://schema.org/InStock',
          itemCondition: 'https://schema.org/NewCondition',
        },
      })),
  }
}

function pictureCards(product: SandboxProduct, origin: string): Record<string, unknown>[] {
  return product.pictures.map((path, index) => ({
    subType: 'image',
    id: uuid('card', path),
    type: 'card',
    properties: {
      altText: `${product.name}, view ${index + 1}`,
      portrait: { view: 'A', id: uuid(path), type: 'product', url: `${origin}${path}?t=ps` },
      squarish:
        index > 4 ? { id: '' } : { view: 'A', id: uuid(path), type: 'product', url: `${origin}${path}?t=ss` },
    },
  }))
}

function threadSkus(product: SandboxProduct, market: MarketUrls['market']) {
  return product.sizes.map((size, index) => ({
    id: uuid('sku', product.id, index),
    gtin: size.gtin.padStart(14, '0'),
    houseSize: size.label,
    countrySpecifications: [
      {
        country: market.code,
        localizedSize: localLabel(size, market),
        localizedSizePrefix: market.sizePrefix ?? '',
      },
    ],
  }))
}

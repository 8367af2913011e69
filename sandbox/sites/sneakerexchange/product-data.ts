// The product object of the sandbox shop, in the page's cache and in GraphQL responses.
import type { CurrencyCode } from '../../currencies.ts'
import type { SandboxProduct, Size } from '../../product.ts'
import {
  totalFigures,
  type Generation,
  generationOf,
  genderOf,
  isApparel,
  marketOf,
  pictureOf,
  titleOf,
  traitsOf,
  uuidOf,
  variantsOf,
} from './market-data.ts'

/** Pages since 2024 have no market data. */
export function cachedProduct(product: SandboxProduct, origin: string): Record<string, unknown> {
  const generation = generationOf(product)
  return generation === '2024-10'
    ? detailsOf(product, origin)
    : withMarkets(detailsOf(product, origin), product, generation, 'USD')
}

export function answeredProduct(
  product: SandboxProduct,
  origin: string,
  currency: CurrencyCode,
): Record<string, unknown> {
  return withMarkets(detailsOf(product, origin), product, '2024-10', currency)
}

interface Details extends Record<string, unknown> {
  readonly variants: readonly Record<string, unknown>[]
}

function withMarkets(
  details: Details,
  product: SandboxProduct,
  generation: Generation,
  currency: CurrencyCode,
): Record<string, unknown> {
  const stocked = variantsOf(product)
  return {
    ...details,
    market: marketOf(totalFigures(product), generation, currency),
    variants: details.variants.map((variant, index) => {
      const figures = stocked[index]?.figures
      return figures ? { ...variant, market: marketOf(figures, generation, currency) } : variant
    }),
  }
}

function detailsOf(product: SandboxProduct, origin: string): Details {
  const aged = generationOf(product) === '2023-05'
  return {
    id: uuidOf(product),
    urlKey: product.slug,
    // The oldest pages have only the two halves.
    ...(aged ? {} : { title: titleOf(product) }),
    primaryTitle: `${product.brand} ${product.model}`,
    secondaryTitle: product.colour.name,
    brand: product.brand,
    model: product.model,
    description: `${product.description}<br><br>${product.features.join('<br>')}`,
    gender: genderOf(product),
    productCategory: isApparel(product) ? 'streetwear' : 'sneakers',
    primaryCategory: `${product.brand} ${product.category}`,
    listingType: 'STANDARD',
    deleted: false,
    condition: 'New',
    // On the oldest pages, shoes have the style id only among their traits.
    ...(aged ? {} : { styleId: isApparel(product) ? '' : product.sku }),
    media: mediaOf(product, origin, aged),
    traits: traitsOf(product),
    variants: variantsOf(product).map(({ id, size, hidden }) => ({
      id,
      hidden,
      group: null,
      traits: { size: size.label },
      gtins: size.quantity % 3 === 0 ? [] : [{ type: 'EAN-13', identifier: size.gtin }],
      sizeChart: {
        baseSize: size.label,
        baseType: isApparel(product) ? 'us' : 'us m',
        displayOptions: displayOptionsOf(size),
      },
    })),
    breadcrumbs: [
      { name: 'Home', url: '/', level: 1 },
      { name: product.category, url: isApparel(product) ? '/streetwear' : '/sneakers', level: 2 },
      { name: titleOf(product), url: `/${product.slug}`, level: 3 },
    ],
  }
}

function mediaOf(product: SandboxProduct, origin: string, aged: boolean): Record<string, unknown> {
  const turning = product.position % 3 === 0 ? product.pictures : []
  return {
    ...(aged ? {} : { all360Images: turning.map(path => `${origin}${path}?fit=fill&w=559`) }),
    gallery: product.pictures.map(path => origin + path),
    imageUrl: pictureOf(product, origin, 700),
    smallImageUrl: pictureOf(product, origin, 300),
    thumbUrl: pictureOf(product, origin, 140),
  }
}

function displayOptionsOf({ label, value }: Size) {
  if (value === undefined) return [{ size: `US ${label}`, type: 'us' }]
  const centimetres = 18 + value
  return [
    { size: `US M ${value}`, type: 'us m' },
    { size: `UK ${value - 0.5}`, type: 'uk' },
    { size: `CM ${centimetres}${value < 6 ? ` (US M ${value})` : ''}`, type: 'cm' },
    { size: `KR ${centimetres * 10}`, type: 'kr' },
    { size: `EU ${value + 32.5}`, type: 'eu' },
    { size: `US W ${value + 1.5}`, type: 'us w' },
  ]
}

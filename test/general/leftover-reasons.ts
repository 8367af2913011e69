// Why a value of a shop's documents is no part of the general answer. The first matching reason counts.
import type { GeneralProduct } from '#kit/product/general-product'
import type { IsOther, Leftover } from './find-leftovers.ts'

interface Reason {
  readonly site: string
  readonly kind?: Leftover['kind']
  readonly place: RegExp
  readonly why: string
}

/** Places are named to their end, so that a new key beside a known one is found. */
const reasons: readonly Reason[] = [
  {
    site: 'departmentstore',
    kind: 'price',
    place: /\/pricing\/price\/priceTypeId$/,
    why: 'the number of a kind of price',
  },
  {
    site: 'departmentstore',
    kind: 'gtin',
    place: /\/traits\/traitsMaps\/upcMap\/\*$/,
    why: "the shop's own number of a variant, which may look like a GTIN",
  },
  {
    site: 'departmentstore',
    kind: 'image',
    place: /\/reviews\/\*\/photos\/\*\/sizes\/\w+\/url$/,
    why: 'a picture by a customer',
  },
  {
    site: 'departmentstore',
    kind: 'image',
    place: /\/reviews\/\*\/syndicationSource\/logoImageUrl$/,
    why: 'the logo of the shop that a review comes from',
  },
  {
    site: 'electronicsretail',
    kind: 'image',
    place: /\/(?:large|medium)Image$/,
    why: 'a smaller copy of `image`',
  },
  {
    site: 'fashionretail',
    kind: 'image',
    place: /\/attributeSuperClusters\/.*\/(?:logo|coverImage\w+)\/uri$/,
    why: 'a picture of a certificate',
  },
  {
    site: 'fashionretail',
    kind: 'image',
    place: /\/sizeGuide\/bodyMeasurementGuide\/figurineImage\/uri$/,
    why: 'a picture of the size guide',
  },
  {
    site: 'fashionretail',
    kind: 'image',
    place: /\/model\/topnavi\/.*\/image_link\/image(?:_\w+)?(?:\/uri)?$/,
    why: 'a picture of the navigation',
  },
  {
    site: 'fashionretail',
    kind: 'image',
    place: /\/family\/products\/edges\/\*\/node\/\w+(?:\/\*)?\/uri$/,
    why: 'another colour, which is a product of its own',
  },
  {
    site: 'fastfashion1',
    kind: 'image',
    place: /\/colors\/\*\/(?:shopcartMedia|colorSelectorMedias)\/\*\/(?:extraInfo\/deliveryUrl|url)$/,
    why: 'a copy of a picture for the basket or the choice of colour',
  },
  { site: 'fastfashion2', kind: 'price', place: /\/pricing\/pricePercentage$/, why: 'a percentage' },
  {
    site: 'luxuryhouse',
    kind: 'image',
    place: /\/elements\/\*\/(?:variations|declinations)\/\*\/image\/uri$/,
    why: 'a small picture in the choice of colours',
  },
  {
    site: 'luxuryhouse',
    kind: 'size',
    place: /\/elements\/\*\/sizeLabel$/,
    why: 'the caption of the choice',
  },
  {
    site: 'luxurymarket',
    kind: 'image',
    place: /\/productViewModel\/images\/main\/\*\/(?:\*|small|medium|thumbnail)$/,
    why: 'a smaller copy of a picture',
  },
  {
    site: 'sneakerexchange',
    kind: 'price',
    place: /\/market\/(?:state\/highestBid|statistics\/lastSale)\/amount$/,
    why: 'what others bid or have paid: nobody sells at it',
  },
  {
    site: 'sneakerexchange',
    kind: 'size',
    place: /\/sizeChart\/displayOptions\/\*\/size$/,
    why: 'the same size in the numbers of another country',
  },
  {
    site: 'sneakerexchange',
    kind: 'image',
    place: /\/product\/merchandising\/image\/url$/,
    why: 'a picture of a promotion',
  },
  {
    site: 'sneakerhub',
    kind: 'price',
    place: /\/lastSoldPriceCents\/amount(?:UsdCents)?$/,
    why: 'what others have paid: nobody sells at it',
  },
  {
    site: 'sneakerhub',
    kind: 'price',
    place: /\/instantShipLowestPriceCents\/amount(?:UsdCents)?$/,
    why: 'the price of a pair that is sent at once, never below the lowest price',
  },
  {
    site: 'sneakerhub',
    kind: 'image',
    place: /\/productTemplate\/robotAssets\/\*\/url$/,
    why: 'a frame of the view from all sides',
  },
  ...['sneakerhub', 'sneakerstore'].map(site => ({
    site,
    kind: 'price' as const,
    place: /\/(?:specialDisplayPriceCents|localizedSpecialDisplayPriceCents\/amount(?:UsdCents)?)$/,
    // It is a list price only where it is above the price.
    why: 'the price at release, of a product that costs more or that nobody sells',
  })),
  {
    site: 'sneakerstore',
    kind: 'stock',
    place: /\/isAvailabilityRestricted$/,
    why: 'whether it may be sold in a country',
  },
  {
    site: 'sneakerstore',
    place: /\/pageProps\/recommended\/\*\/productTemplate\//,
    why: 'another product',
  },
  {
    site: 'sportswear',
    kind: 'price',
    place: /\/products\/[\w-]+\/employeePrice$/,
    why: 'the price for employees of the shop',
  },
  {
    site: 'sportswear',
    kind: 'size',
    place: /^json-ld\/\*\/hasVariant\/\*\/size$/,
    why: 'the state has the same size with the name of its country',
  },
  {
    site: 'sportswear',
    kind: 'image',
    place: /\/publishedContent\/.*\/properties\/(?:portrait|landscape|squarish)(?:URL|\/url)$/,
    why: 'another cut of a picture, or a picture of another colour',
  },
  {
    site: 'storefront',
    kind: 'price',
    place: /\/selling_plan_allocations\/\*\/(?:price_adjustments\/\*\/price|price|per_delivery_price)$/,
    why: 'prices of plans: the cheapest is in other_prices',
  },
  {
    site: 'watchmarket',
    kind: 'image',
    place: /^json-ld\/.*\/image\/\*\/thumbnail\/contentUrl$/,
    why: 'a smaller copy of a picture',
  },
  {
    site: 'watchmarket',
    kind: 'image',
    place: /^meta\/msapplication-TileImage$/,
    why: 'the icon of the site',
  },
]

export function reasonFor(site: string, { kind, place }: Leftover): string | undefined {
  return reasons.find(
    one => one.site === site && (one.kind === undefined || one.kind === kind) && one.place.test(place),
  )?.why
}

type IsOtherOf = (key: string, part: Readonly<Record<string, unknown>>, answer: GeneralProduct) => boolean

/** Which parts of a site's documents are about other products than the answer. */
const OTHERS: Readonly<Record<string, IsOtherOf>> = {
  // The cache has an entry for every product that the page shows, with its number in the key.
  fashionretail(key, part, { sku }) {
    const named = /"(?:ern:)?product::?([\w-]+)"/.exec(key)?.[1] ?? ('simples' in part ? part.sku : undefined)
    return named !== undefined && named !== sku
  },
  // The feed has an entry for every product, with all its colours; the page has a group of colours by their numbers.
  sportswear: (key, { merchProduct, sizes }, { sku }) =>
    merchProduct === undefined
      ? sizes !== undefined && /^\w+-\w+$/.test(key) && key !== sku
      : (merchProduct as { styleColor?: unknown }).styleColor !== sku,
  // Teasers stand among the elements of the product.
  luxuryhouse: (_, { type, code }) => type === 'PUSH' && code !== undefined,
  // Every colour of an article is a product of its own, by its number.
  fastfashion3: (key, part, { sku }) => 'sizes' in part && /^\d+$/.test(key) && key !== sku,
  // The official API answers a search with several products.
  electronicsretail: (_, part, { sku }) => 'salePrice' in part && 'sku' in part && String(part.sku) !== sku,
  sneakerexchange: (_, part, { url }) =>
    'urlKey' in part && 'market' in part && !url.includes(String(part.urlKey)),
  // Hits of the search index.
  sneakerstore: (_, part, { sku }) =>
    'lowest_price_cents_usd' in part && String(part.product_template_id) !== sku,
}

export function isOtherThan(answer: GeneralProduct): IsOther {
  return (key, part) => OTHERS[answer.site]?.(key, part as Readonly<Record<string, unknown>>, answer) ?? false
}

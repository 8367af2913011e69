// Why a value of a shop's documents is no part of the general answer. The first matching reason counts.
import type { GeneralProduct } from '../../src/kit/general/general-product.ts'
import type { IsOther, Leftover } from './find-leftovers.ts'

interface Reason {
  readonly site?: string
  readonly kind?: Leftover['kind']
  readonly place: RegExp
  readonly why: string
}

const reasons: readonly Reason[] = [
  { kind: 'image', place: /swatch|sprite|icon|logo|banner|flag|badge/i, why: 'not a picture of the product' },
  {
    place: /recommend|related|similar|also|cross_?sell|up_?sell|recently|look|outfit/i,
    why: 'another product',
  },
  { place: /analytics|tracking|gtm|datalayer/i, why: 'repeated for the statistics of the shop' },
  {
    kind: 'price',
    place: /ship|deliver|fee|tax|loyalty|points|installment|instalment/i,
    why: 'not the price of the product',
  },
  { kind: 'price', place: /format|currency|type|eligib|tier.*Id/i, why: 'says how a price is shown' },
  {
    kind: 'image',
    place: /review|author|user|seller|merchant|profile/i,
    why: 'a picture of a person or of the shop',
  },
  { kind: 'image', place: /topnavi|navigation|merchandising/i, why: 'a picture of the navigation' },
  { kind: 'image', place: /thumbnail|largeImage$|mediumImage$/i, why: 'a smaller copy of a picture' },
  { kind: 'image', place: /figurineImage|sizeGuide/i, why: 'a picture of the size guide' },
  { kind: 'size', place: /sizeLabel$/, why: 'the caption of the choice' },
  {
    kind: 'price',
    place: /highestBid|lastSale|lastSold/,
    why: 'what others bid or have paid: nobody sells at it',
  },
  {
    site: 'departmentstore',
    place: /ccfp|protectionPlans|klarna|payvane/i,
    why: 'a plan of payment or insurance',
  },
  {
    site: 'fashionretail',
    kind: 'image',
    place: /attributeSuperClusters|coverImage/,
    why: 'a picture of a certificate',
  },
  {
    site: 'fashionretail',
    kind: 'image',
    place: /family\/products\/edges/,
    why: 'another colour, which is a product of its own',
  },
  {
    site: 'fastfashion1',
    kind: 'image',
    place: /shopcartMedia|colorSelectorMedias/,
    why: 'a copy of a picture for the basket or the choice of colour',
  },
  {
    site: 'luxurymarket',
    kind: 'price',
    place: /^json-ld/,
    why: 'the state of the page has another price: JSON-LD is the second witness',
  },
  { site: 'luxurymarket', kind: 'image', place: /images\/main/, why: 'a smaller copy of a picture' },
  {
    site: 'luxuryhouse',
    kind: 'image',
    place: /elements\/\*\/(?:variations\/\*\/)?image/,
    why: 'another colour, or a picture of the page',
  },
  { kind: 'image', place: /robotAssets/, why: 'a frame of the view from all sides' },
  { kind: 'price', place: /percentage/i, why: 'a percentage' },
  { kind: 'price', place: /employeePrice/, why: 'the price for employees of the shop' },
  {
    site: 'sportswear',
    kind: 'size',
    place: /^json-ld/,
    why: 'the state has the same size with the name of its country',
  },
  {
    site: 'sneakerexchange',
    kind: 'size',
    place: /displayOptions/,
    why: 'the same size in the numbers of another country',
  },
  // The price at release is a list price only where it is above the price.
  {
    place: /specialDisplayPriceCents/i,
    why: 'the price at release, of a product that costs more or that nobody sells',
  },
  { kind: 'stock', place: /isAvailabilityRestricted/, why: 'whether it may be sold in a country' },
  {
    kind: 'price',
    place: /selling_plan_allocations/,
    why: 'prices of plans: the cheapest is in other_prices',
  },
  {
    site: 'sportswear',
    kind: 'image',
    place: /portrait|landscape|squarish/i,
    why: 'another cut of a picture, or a picture of another colour',
  },
]

export function reasonFor(site: string, { kind, place }: Leftover): string | undefined {
  return reasons.find(
    one =>
      (one.site === undefined || one.site === site) &&
      (one.kind === undefined || one.kind === kind) &&
      one.place.test(place),
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
  // The feed has an entry for every product, with all its colours.
  sportswear: (_, { merchProduct }, { sku }) =>
    merchProduct !== undefined && (merchProduct as { styleColor?: unknown }).styleColor !== sku,
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

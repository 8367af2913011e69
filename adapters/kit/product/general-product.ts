// The general product: one shape for every shop. Null means that the shop does not say; there are no neutral values.
import { type Static, t } from '../schema/schema.ts'
import { AVAILABILITIES, CONDITIONS } from '#reader/values/offers'

const SOURCE_KINDS = [
  'api',
  'json-ld',
  'microdata',
  'rdfa',
  'open-graph',
  'embedded',
  'page',
  'taught',
] as const
const OTHER_PRICE_KINDS = [
  'member',
  'coupon',
  'subscription',
  'instalment',
  'unit',
  'without_tax',
  'trade_in',
  'used',
] as const
const DISPUTABLE = [
  'price',
  'currency',
  'availability',
  // For a taught field: what the reader found instead.
  'name',
  'brand',
  'sku',
  'mpn',
  'gtin',
  'list_price',
  'condition',
] as const

export const maybeText = (description: string) => t.orNull(t.text(), description)
export const maybeUrl = (description: string) => t.orNull(t.url(), description)

const moneySchema = t.object(
  {
    amount: t.text({ description: 'Exact decimal, as text', examples: ['119.99'] }),
    currency: t.text({ description: 'ISO 4217 code', examples: ['GBP'] }),
  },
  { title: 'Money' },
)
export const maybeMoney = (description: string) => t.orNull(moneySchema, description)
export const maybeAvailability = () =>
  t.orNull(t.oneOf(AVAILABILITIES), 'Whether it can be bought now; null if the shop does not state it')
export const maybeCondition = () =>
  t.orNull(t.oneOf(CONDITIONS), 'Condition; null if the shop does not state it')

export const maybeSeller = () =>
  t.orNull(
    t.object(
      {
        name: maybeText('Name of the seller, as the shop writes it'),
        country: maybeText('Two-letter country code (ISO 3166-1) if known, otherwise as the shop writes it'),
      },
      { title: 'Seller' },
    ),
    'Seller, on marketplaces; null if the shop itself sells it',
  )

export const gtinText = (about: string) =>
  maybeText(`${about}: EAN, UPC or another GTIN of 8 to 14 digits; null if the shop does not state it`)

export const variant = t.object({
  sku: maybeText("The shop's own number for this variant"),
  gtin: gtinText('Article number of this variant'),
  size: maybeText('Size label used by the shop; null if it comes in one size'),
  color: maybeText('Colour name used by the shop'),
  condition: maybeCondition(),
  price: maybeMoney('Price of this variant; null if the shop does not state it'),
  list_price: maybeMoney('Price of this variant before a reduction; null if the shop states none'),
  availability: maybeAvailability(),
  url: maybeUrl('URL of this variant, if it has its own'),
})

const otherPrice = t.object({
  kind: t.oneOf(OTHER_PRICE_KINDS, 'Why it is not the price that every visitor pays for one piece'),
  price: maybeMoney('The amount; null if the shop states no currency'),
  text: maybeText('The condition, as the shop writes it'),
})

const dispute = t.object({
  field: t.oneOf(DISPUTABLE, 'The field of this answer that another source contradicts'),
  value: t.text('What the other source states: an amount, a currency or an availability'),
  from: t.oneOf(SOURCE_KINDS, 'The source that contradicts'),
})

const source = t.object({
  from: t.oneOf(
    SOURCE_KINDS,
    'Kind of data: `api` is a JSON document of the shop, `taught` a rule of the operator, the others are parts of a page',
  ),
  where: t.text('Where the value stands in the documents of the shop'),
  confidence: t.number('Probability that the value is right, from 0 to 1'),
  also: t.list(t.oneOf(SOURCE_KINDS), 'Other sources in the same documents that state the same value'),
  problem: t.optional(
    t.text({
      description: 'Why what was found there is no value: the field is null',
      examples: ['48.50 $: which dollar is not stated'],
    }),
  ),
})

const crumb = t.object({
  name: t.text('Title of the parent page'),
  url: maybeUrl('URL of that page; null if it is not linked'),
})

const rating = t.object({
  value: t.number('Average rating on a scale from 0 to `scale`'),
  scale: t.orNull(t.number(), 'The best possible rating'),
  count: t.orNull(t.integer(), 'Number of ratings; null if the shop does not state it'),
})

const attribute = t.object({
  name: t.text('Name of the property, as the shop writes it'),
  value: t.text('Always text, including its unit'),
})

export const generalProduct = t.object({
  url: t.url('URL where the product is sold'),
  site: t.text('Name of the site, or host of the shop that the general reader read'),
  operation: maybeText('The site operation that was used; null for the general reader'),
  name: t.text('Title of the product, as the shop writes it'),
  brand: maybeText('Manufacturer or label; null if the shop does not state it'),
  description: maybeText('Plain text'),
  breadcrumbs: t.list(crumb, 'Categories above the product, broadest first; may be empty'),
  gtin: gtinText('Article number of the product'),
  mpn: maybeText("The manufacturer's own number: style code, reference or model"),
  sku: maybeText("The shop's own number"),
  color: maybeText('Colour name used by the shop; null if the product comes in several colours'),
  condition: maybeCondition(),
  price: maybeMoney('Lowest price of a new, available variant; of used ones only if there are no new ones'),
  list_price: maybeMoney('Price before a reduction; null if the shop states none'),
  price_max: maybeMoney('Highest price of the variants that `price` covers; null if all cost the same'),
  availability: maybeAvailability(),
  images: t.list(t.url(), 'URLs of the pictures, the main one first'),
  rating: t.orNull(rating, 'Average customer rating; null if nobody has rated the product'),
  seller: maybeSeller(),
  attributes: t.list(attribute, 'Other properties in free form, such as material or movement'),
  variants: t.list(variant, 'Sizes and colours that can be ordered; empty when there is nothing to choose'),
  other_prices: t.list(
    otherPrice,
    'Prices that depend on a membership, a code, a plan, a quantity or a trade-in; may be empty',
  ),
  disputed: t.list(
    dispute,
    'Fields that another source in the same documents contradicts; Wares still returns its own value',
  ),
  platform: maybeText(
    'Software of the shop, such as `shopify` or `woocommerce`; null if it was not detected',
  ),
  fetched_at: t.timestamp('When the shop was read (ISO 8601)'),
  sources: t.optional(t.map(source, 'With `include=sources`: for each field, where its value was found')),
  absent: t.optional(
    t.list(t.text(), 'With `include=absent`: JSON Pointers of everything that the shop does not state'),
  ),
})

export type GeneralProduct = Static<typeof generalProduct>
export type SourceKind = (typeof SOURCE_KINDS)[number]
export type FieldSource = Static<typeof source>

export const searchResult = t.object({
  site: t.text('Name of the site that lists it'),
  url: maybeUrl('URL of the product; `/api/v2/product` takes it'),
  name: t.text('Title in the result list'),
  brand: maybeText('Manufacturer or label; null if the list does not state it'),
  image: maybeUrl('URL of the picture in the list'),
  sku: maybeText("The shop's own number"),
  mpn: maybeText("The manufacturer's own number"),
  gtin: gtinText('Article number'),
  price: maybeMoney('Lowest price in the result list; null if it shows none'),
  list_price: maybeMoney('Price before a reduction; null if the shop states none'),
  availability: maybeAvailability(),
})

export type SearchResult = Static<typeof searchResult>

type OwnFields = 'site' | 'operation' | 'fetched_at' | 'sources' | 'absent'
/** The fields that a site fills; a field it leaves out is one that the site does not give. */
export type ProductFields = Omit<GeneralProduct, OwnFields>

export type PartialDeep<T> = T extends readonly (infer U)[]
  ? readonly (PartialDeep<U> | undefined)[]
  : T extends object
    ? { readonly [K in keyof T]?: PartialDeep<T[K]> | undefined }
    : T | null

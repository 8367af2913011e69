// The general product: one shape for every shop. Null says that the shop does not say; there are no neutral values.
import { type Static, t } from '../schema.ts'

const AVAILABILITIES = [
  'in_stock',
  'limited',
  'preorder',
  'backorder',
  'out_of_stock',
  'discontinued',
] as const
const CONDITIONS = ['new', 'used', 'refurbished', 'damaged'] as const
const SOURCE_KINDS = ['native', 'json-ld', 'microdata', 'rdfa', 'open-graph', 'embedded', 'page'] as const

export type Availability = (typeof AVAILABILITIES)[number]
export type Condition = (typeof CONDITIONS)[number]

export const maybeText = (description?: string) =>
  t.orNull(t.text(), description === undefined ? {} : { description })

const moneySchema = t.object({
  amount: t.text({ description: 'Exact decimal', examples: ['119.99'] }),
  currency: t.text({ description: 'ISO 4217 code', examples: ['GBP'] }),
})
export const maybeMoney = (description: string) => t.orNull(moneySchema, { description })
export const maybeAvailability = () => t.orNull(t.oneOf(AVAILABILITIES))
export const maybeCondition = () => t.orNull(t.oneOf(CONDITIONS))

export const maybeSeller = () => t.orNull(t.object({ name: maybeText(), country: maybeText() }))

const variant = t.object({
  sku: maybeText(),
  gtin: maybeText(),
  size: maybeText(),
  color: maybeText(),
  condition: maybeCondition(),
  price: maybeMoney('What this variant costs'),
  availability: maybeAvailability(),
  url: maybeText(),
})

const source = t.object({
  from: t.oneOf(SOURCE_KINDS),
  where: t.text({
    description: 'JSON Pointers into the answer of `operation`, or the place in the page',
  }),
  confidence: t.number({ description: 'From 0 to 1' }),
})

export const generalProduct = t.object({
  url: t.text({ description: 'Address of the product' }),
  site: t.text({ description: 'Name of the site, or the host of a shop that the general reader has read' }),
  operation: maybeText('The site’s own operation that was asked; null for the general reader'),
  name: t.text(),
  brand: maybeText(),
  description: maybeText('Plain text'),
  breadcrumbs: t.list(t.object({ name: t.text(), url: maybeText() })),
  gtin: maybeText(),
  mpn: maybeText("The maker's own number: style code, reference or model"),
  sku: maybeText("The shop's own number"),
  color: maybeText(),
  condition: maybeCondition(),
  price: maybeMoney('The lowest that can be paid now'),
  list_price: maybeMoney('Before a reduction'),
  price_max: maybeMoney('The highest of the variants, where their prices differ'),
  availability: maybeAvailability(),
  images: t.list(t.text()),
  rating: t.orNull(
    t.object({
      value: t.number(),
      scale: t.orNull(t.number(), { description: 'The best possible value' }),
      count: t.orNull(t.integer()),
    }),
  ),
  seller: maybeSeller(),
  attributes: t.list(t.object({ name: t.text(), value: t.text() })),
  variants: t.list(variant),
  fetched_at: t.timestamp({ description: 'When the shop was read (ISO 8601)' }),
  sources: t.optional(
    t.map(source, { description: 'With `include=sources`: by field, where its value was found' }),
  ),
  absent: t.optional(
    t.list(t.text(), {
      description: 'With `include=absent`: JSON Pointers of everything that the shop does not say',
    }),
  ),
})

export type GeneralProduct = Static<typeof generalProduct>
export type FieldSource = Static<typeof source>

/** One row of a search. */
export const searchResult = t.object({
  site: t.text(),
  url: maybeText(),
  name: t.text(),
  brand: maybeText(),
  image: maybeText(),
  sku: maybeText("The shop's own number"),
  mpn: maybeText("The maker's own number"),
  gtin: maybeText(),
  price: maybeMoney('The lowest that the list shows'),
  list_price: maybeMoney('Before a reduction'),
  availability: maybeAvailability(),
})

export type SearchResult = Static<typeof searchResult>

// What a listing of the watch market answers.
import { t } from '#kit'

const SellerBadge = t.object({
  type: t.text({ description: 'trusted-seller, watch-check, response, growth, parcel' }),
  level: t.orNull(t.text(), { description: 'Such as Level3; null for badges without levels' }),
  description: t.text(),
})

/** Rows of the site's specification table: its English labels in snake_case. */
export const rowKeys = [
  'dial',
  'brand',
  'clasp',
  'model',
  'price',
  'gender',
  'crystal',
  'location',
  'movement',
  'condition',
  'availability',
  'listing_code',
  'case_diameter',
  'case_material',
  'dial_numerals',
  'bezel_material',
  'bracelet_color',
  'clasp_material',
  'caliber_movement',
  'reference_number',
  'bracelet_material',
  'scope_of_delivery',
  'year_of_production',
] as const

export type RowKey = (typeof rowKeys)[number]

const row = t.optional(t.text())
const rows = Object.fromEntries(rowKeys.map(key => [key, row])) as Record<RowKey, typeof row>

export const WatchProduct = t.object({
  sku: t.text({ description: 'Reference number' }),
  name: t.text(),
  brand: t.text(),
  description: t.text({ description: 'Words of the seller, else a summary that the site generates' }),
  price: t.object({
    amount: t.number(),
    currency: t.text({ description: 'ISO 4217 code' }),
    negotiable: t.flag(),
  }),
  images: t.list(t.url()),
  seller: t.object({
    name: t.text(),
    badges: t.list(SellerBadge),
    rating: t.number({ description: 'Out of 5' }),
    country: t.text({ description: 'Two letters; the name where it is that of no country we know' }),
    shipping: t.object({ availability: t.text(), delivery_time: t.text(), delivery_details: t.text() }),
    verified: t.flag({ description: 'Whether the seller has the trusted-seller badge' }),
    reviews_count: t.text(),
  }),
  shipping: t.object({ location: t.text(), delivery_time: t.text() }),
  specifications: t.object({
    ...rows,
    slug: t.optional(t.text({ description: 'From the address of the listing, without its number' })),
    description: t.optional(t.text({ description: 'Summary that the site generates' })),
    price_valid_until: t.optional(t.text({ description: 'Date, YYYY-MM-DD' })),
    breadcrumbs: t.optional(t.list(t.text(), { description: 'Names of the pages above this one' })),
  }),
})

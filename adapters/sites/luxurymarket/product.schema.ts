// Schema of luxurymarket.product, shared by both modes. Simple mode omits the extended fields, which does not mean that they
// are absent. Extended mode has all of them and reports as absent what the site does not give.
import { type Draft, type Static, t } from '#kit'

const inUnits = 'In units of the currency'
const currencyCode = t.text({ description: 'ISO 4217 code', examples: ['GBP'] })

const simpleFields = {
  id: t.text('Id of the product: the end of its URL (`-item-<id>.aspx`)'),
  name: t.text('Short title of the piece, without the brand'),
  brand: t.text('Designer or label'),
  price: t.number(`${inUnits}: the lowest price of the sizes in stock, or of all sizes if none is in stock`),
  gender: t.text({ description: 'Target gender, in lower case', examples: ['women', 'men', 'kids'] }),
  images: t.list(t.url(), 'URLs of the pictures in their largest size'),
  description: t.text('Simple mode: short facts separated by `|`, as the site writes them'),
  price_currency: currencyCode,
}

const size = t.object({
  label: t.text({ description: 'Size label on the page', examples: ['37'] }),
  scale: t.text({ description: 'Size system of the label', examples: ['IT'] }),
  available: t.flag('Whether at least one item is in stock'),
  quantity: t.integer('Quantity in stock'),
  price: t.number(inUnits),
  price_currency: currencyCode,
  sku: t.text('Product id and size id, joined'),
})

const variant = t.object({
  id: t.text("The site's own id of this offer; may be empty"),
  sku: t.text('Product id and size id, joined'),
  size: t.text({ description: 'Size label, as in `sizes`', examples: ['37'] }),
  color: t.text('Colour name used by the site'),
  merchant_id: t.text('Id of the boutique that sells this size'),
  price: t.number(inUnits),
  price_currency: currencyCode,
  availability: t.text({ description: 'Stock at this boutique', examples: ['InStock', 'OutOfStock'] }),
})

/** A field of the extended mode. */
function extendedOnly<T extends Parameters<typeof t.statedByAbsence>[0] & { description?: string }>(
  schema: T,
) {
  const description = ['Extended mode only', schema.description].filter(Boolean).join('. ')
  return t.statedByAbsence({ ...schema, description })
}

const crumb = t.object({
  name: t.text('Title of the parent page'),
  url: t.url('URL of that page'),
})

const compositionPart = t.object({
  part: t.text({ description: 'Part of the piece; empty for the whole piece', examples: ['Lining'] }),
  materials: t.list(t.text(), {
    description: 'Materials with their percentages',
    examples: [['Cotton 100%']],
  }),
})

const extendedFields = {
  sku: extendedOnly(t.text('Style number, shared with other colours')),
  url: extendedOnly(t.url('URL of the page that was read')),
  category: extendedOnly(t.text('Most specific category')),
  breadcrumbs: extendedOnly(t.list(crumb, 'Parent pages, broadest first')),
  composition: extendedOnly(t.list(compositionPart, 'What each part of the piece is made of')),
  materials: extendedOnly(t.list(t.text(), 'Materials of all parts')),
  care: extendedOnly(t.list(t.text(), 'Washing and care instructions, one per line')),
  made_in: extendedOnly(t.text('Country of manufacture, by name')),
  color: extendedOnly(t.text('Colour name used by the site')),
  colors: extendedOnly(t.list(t.text(), 'The colours as a list')),
  sizes: extendedOnly(t.list(size, 'Every size with its stock')),
  variants: extendedOnly(t.list(variant, 'Every size in every colour, with its seller')),
  measurements: extendedOnly(t.open("Measurements under the site's own names, in snake_case")),
  original_price: extendedOnly(t.number('Price before a reduction; same as `price` if not reduced')),
  discount_percentage: extendedOnly(t.number('Discount off the original price, as a whole percentage')),
  availability: extendedOnly(
    t.text({ description: '`InStock` if any size is in stock', examples: ['InStock', 'OutOfStock'] }),
  ),
  reviews: extendedOnly(
    t.object(
      {
        count: t.integer('Number of reviews'),
        rating: t.number('Average stars'),
        items: t.list(t.anything(), 'The reviews; their shape is not fixed'),
      },
      'No known page of this site has reviews: empty, and listed as absent',
    ),
  ),
}

const simple = t.object(simpleFields)
const extended = t.object(extendedFields)

export const product = t.object({ ...simpleFields, ...extendedFields })

export type Simple = NonNullable<Draft<Static<typeof simple>>>
export type Extended = NonNullable<Draft<Static<typeof extended>>>

/** The product as read from one source. */
export interface SourceProduct {
  readonly simple: Simple
  readonly extended: Extended
  /** Whether the source states that the product is sold out. */
  readonly soldOut: boolean
}

/** Simple mode omits these fields. */
export const noExtendedFields = Object.fromEntries(
  Object.keys(extendedFields).map(name => [name, undefined]),
) as {
  readonly [Name in keyof Extended]: undefined
}

/** Extended mode: a missing field becomes null, so that it is reported as absent; undefined would omit it. */
export function nullForMissing(draft: Extended): Extended {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value ?? null]),
  ) as unknown as Extended
}

// What operation 18 answers. One schema for both modes: simple mode leaves out every field of the extended one, which
// says nothing about the product; extended mode gives all of them, and notes as absent what the site does not tell.
import { type Draft, type Static, t } from '#kit'

const simpleFields = {
  id: t.text(),
  name: t.text(),
  brand: t.text(),
  price: t.number({
    description: 'In units of the currency: the lowest of the sizes in stock, of all sizes when none is',
  }),
  gender: t.text({ description: 'In lower case', examples: ['women', 'men', 'kids'] }),
  images: t.list(t.url()),
  description: t.text({ description: 'Simple mode: short facts separated by `|`, as the site writes them' }),
  price_currency: t.text({ examples: ['GBP'] }),
}

const size = t.object({
  label: t.text({ examples: ['37'] }),
  scale: t.text({ description: 'What the label counts in', examples: ['IT'] }),
  available: t.flag(),
  quantity: t.integer({ description: 'Pieces in stock' }),
  price: t.number(),
  price_currency: t.text(),
  sku: t.text({ description: 'Id of the product and of the size' }),
})

const variant = t.object({
  id: t.text(),
  sku: t.text(),
  size: t.text(),
  color: t.text(),
  merchant_id: t.text({ description: 'The boutique that sells this size' }),
  price: t.number(),
  price_currency: t.text(),
  availability: t.text({ examples: ['InStock', 'OutOfStock'] }),
})

/** A field of the extended mode. */
function extendedOnly<T extends Parameters<typeof t.statedByAbsence>[0] & { description?: string }>(
  schema: T,
) {
  const description = ['Extended mode only', schema.description].filter(Boolean).join('. ')
  return t.statedByAbsence({ ...schema, description })
}

const extendedFields = {
  sku: extendedOnly(t.text({ description: 'Number of the style, which other colours share' })),
  url: extendedOnly(t.url({ description: 'Address of the page that was read' })),
  category: extendedOnly(t.text({ description: 'The narrowest one' })),
  breadcrumbs: extendedOnly(t.list(t.object({ name: t.text(), url: t.url() }))),
  composition: extendedOnly(
    t.list(
      t.object({
        part: t.text({ description: 'Empty for the whole piece', examples: ['Lining'] }),
        materials: t.list(t.text()),
      }),
    ),
  ),
  materials: extendedOnly(t.list(t.text(), { description: 'Those of all parts' })),
  care: extendedOnly(t.list(t.text())),
  made_in: extendedOnly(t.text()),
  color: extendedOnly(t.text({ description: 'As the site words it' })),
  colors: extendedOnly(t.list(t.text(), { description: 'Each colour by itself' })),
  sizes: extendedOnly(t.list(size)),
  variants: extendedOnly(t.list(variant, { description: 'Every size in every colour, with who sells it' })),
  measurements: extendedOnly(t.open({ description: "The site's own members in snake_case" })),
  original_price: extendedOnly(
    t.number({ description: 'Before a reduction; the price itself when there is none' }),
  ),
  discount_percentage: extendedOnly(t.number({ description: 'Of the original price, in whole per cent' })),
  availability: extendedOnly(t.text({ examples: ['InStock', 'OutOfStock'] })),
  reviews: extendedOnly(
    t.object(
      { count: t.integer(), rating: t.number(), items: t.list(t.anything()) },
      { description: 'No page of this site is known to have any: empty, and noted as absent' },
    ),
  ),
}

const simple = t.object(simpleFields)
const extended = t.object(extendedFields)

export const product = t.object({ ...simpleFields, ...extendedFields })

export type Simple = NonNullable<Draft<Static<typeof simple>>>
export type Extended = NonNullable<Draft<Static<typeof extended>>>

/** What one source of a page tells. */
export interface SourceProduct {
  readonly simple: Simple
  readonly extended: Extended
  /** Whether it says itself that nothing is left. */
  readonly soldOut: boolean
}

/** Simple mode: nothing is said of these. */
export const noExtendedFields = Object.fromEntries(
  Object.keys(extendedFields).map(name => [name, undefined]),
) as {
  readonly [Name in keyof Extended]: undefined
}

/** Extended mode: what the site does not tell is null, so that it is answered and noted as absent; undefined would leave it out. */
export function nullForMissing(draft: Extended): Extended {
  return Object.fromEntries(
    Object.entries(draft).map(([name, value]) => [name, value ?? null]),
  ) as unknown as Extended
}

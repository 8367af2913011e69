// The variant of a product that a watch is narrowed to.
import type { FieldResult } from '../fields.ts'
import { isRecord } from '#kit/schema/is-record'
import { isStorable } from '#kit/schema/json-values'
import { namedSchema } from '../named-schema.ts'
import { t } from '#kit/schema/schema'

const VARIANT_TEXT_MAX = 100

export const VARIANT_FIELDS = ['size', 'color', 'condition', 'sku', 'gtin'] as const

/** At least one field is set, and all that are set must match. */
export type VariantChoice = Readonly<Partial<Record<(typeof VARIANT_FIELDS)[number], string>>>

export const WatchVariant = namedSchema(
  'WatchVariant',
  'A variant of a product; everything that is given must match',
  {
    size: t.optional(t.text('Size label, as the shop writes it')),
    color: t.optional(t.text('Colour name, as the shop writes it')),
    condition: t.optional(t.text('`new`, `used`, `refurbished` or `damaged`')),
    sku: t.optional(t.text('The shop’s own number')),
    gtin: t.optional(t.text('EAN, UPC or another article number of 8 to 14 digits')),
  },
)

/** Also a text such as `size=9, color=Forest`, as the command line and CSV have it. */
export function readVariant(value: unknown): FieldResult<VariantChoice | null> {
  if (value === null || value === '') return { value: null }
  const fields = typeof value === 'string' ? fieldsOf(value) : value
  const entries = isRecord(fields) ? Object.entries(fields).filter(([, one]) => one !== null) : []
  const isGood = entries.every(
    ([name, field]) =>
      (VARIANT_FIELDS as readonly string[]).includes(name) &&
      (typeof field === 'string' || typeof field === 'number') &&
      oneLine(String(field)) !== '' &&
      isStorable(String(field)) &&
      String(field).length <= VARIANT_TEXT_MAX,
  )
  if (entries.length === 0 || !isGood)
    return {
      error: `variant: it must have one or more of ${VARIANT_FIELDS.join(', ')}, such as {"size": "9"}`,
    }
  // Fields have one order, so that the same variant is the same watch.
  const texts = new Map(entries.map(([name, one]) => [name, oneLine(String(one))]))
  const fieldEntries = VARIANT_FIELDS.flatMap(name => (texts.has(name) ? [[name, texts.get(name)]] : []))
  return { value: Object.fromEntries(fieldEntries) as VariantChoice }
}

function fieldsOf(text: string): Record<string, string> {
  return Object.fromEntries(
    text.split(',').map(part => {
      const at = part.indexOf('=')
      return [part.slice(0, Math.max(0, at)).trim(), part.slice(at + 1).trim()]
    }),
  )
}

/** Messages put it into a subject or a header, and a table into a line. */
export function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

// Completes a mapped value to the general shape, with null for what is not given or does not fit, and no gaps in lists.
import { fitsType, type PlainSchema, withoutNull } from '#kit/schema/schema'
import { findAbsent } from '#kit/schema/find-absent'
import { type FieldSource, generalProduct, type GeneralProduct } from '#kit/product/general-product'

/**
 * Undefined when a required part is missing. Whatever the value is, the result fits the schema; `misfits` gets the JSON
 * Pointers of what was stated and does not fit.
 */
export function completeShape(
  fullSchema: PlainSchema,
  value: unknown,
  misfits: string[] = [],
  pointer = '',
): unknown {
  const { schema, nullable } = withoutNull(fullSchema)
  const complete = completeValue(schema, value, misfits, pointer)
  return complete === undefined && nullable ? null : complete
}

/** Fields whose null or empty list states something: no adapter, one price for all variants, no further price, no dispute. */
export const STATED_NULLS: readonly string[] = [
  '/operation',
  '/price_max',
  '/other_prices',
  '/disputed',
  '/platform',
  '/sources',
  '/absent',
]

/** `unstated`: pointers of values that the operator states instead of the shop. */
export function withAbsent(
  product: GeneralProduct,
  include: readonly string[],
  unstated: readonly string[] = [],
): GeneralProduct {
  if (!include.includes('absent')) return product
  const { sources, ...stated } = product
  const absent = [...findAbsent({ statedNulls: STATED_NULLS }, stated), ...unstated]
  return { ...stated, ...(sources ? { sources } : {}), absent }
}

/** A product, whose `sources` name what does not fit. Undefined without a name. */
export function completeProduct(value: Readonly<Record<string, unknown>>): GeneralProduct | undefined {
  const misfits: string[] = []
  const shaped = completeShape(generalProduct as PlainSchema, value, misfits) as GeneralProduct | undefined
  const complete = shaped && withoutVariantCodes(shaped)
  if (!complete?.sources || misfits.length === 0) return complete
  return { ...complete, sources: withMisfits(complete.sources, misfits) }
}

/** Pages give a product the number of its first variant, or of the chosen one: it is the number of that variant only. */
function withoutVariantCodes(product: GeneralProduct): GeneralProduct {
  const codes = (['sku', 'gtin'] as const).filter(name => isOfOneVariant(product, name))
  if (codes.length === 0) return product
  const sources = product.sources && { ...product.sources }
  for (const name of codes) delete sources?.[name]
  const none = Object.fromEntries(codes.map(name => [name, null]))
  return { ...product, ...none, ...(sources ? { sources } : {}) }
}

/**
 * Some variant has the code, and another one has another. A GTIN is of one variant also if the others have none; offers of the
 * same size, colour and SKU are one variant.
 */
function isOfOneVariant({ variants, ...product }: GeneralProduct, name: 'sku' | 'gtin'): boolean {
  const code = product[name]
  const keyOf = ({ size, color, sku }: GeneralProduct['variants'][number]) =>
    JSON.stringify([size, color, sku])
  const coded = new Set(variants.filter(one => one[name] !== null && one[name] === code).map(keyOf))
  if (coded.size === 0) return false
  const isElse = variants.some(one => one[name] !== null && one[name] !== code)
  return isElse || (name === 'gtin' && variants.some(one => !coded.has(keyOf(one))))
}

/** More of them do not help anybody to find the cause. */
const NAMED_MAX = 6

function withMisfits(
  sources: Readonly<Record<string, FieldSource>>,
  misfits: readonly string[],
): Record<string, FieldSource> {
  const named: Record<string, FieldSource> = { ...sources }
  for (const [field, pointers] of Map.groupBy(misfits, pointer => pointer.split('/')[1] ?? '')) {
    const known = sources[field] ?? { from: 'page', where: '', confidence: 0, also: [] }
    const places = pointers.slice(0, NAMED_MAX).join(' ')
    named[field] = { ...known, where: `${known.where} (does not fit: ${places})`.trim() }
  }
  return named
}

function completeValue(
  { anyOf, ...plain }: PlainSchema,
  value: unknown,
  misfits: string[],
  pointer: string,
): unknown {
  const schema = anyOf ? (anyOf.find(one => fitsType(one, value)) ?? anyOf[0] ?? plain) : plain
  const isGiven = value !== undefined && value !== null
  const fits = isGiven && fitsType(schema, value)
  if (isGiven && !fits) misfits.push(pointer)
  if (schema.type === 'array')
    return (fits ? (value as unknown[]) : [])
      .map((item, place) => completeShape(schema.items ?? {}, item, misfits, `${pointer}/${place}`))
      .filter(item => item !== undefined && item !== null)
  if (!fits) return undefined
  if (schema.properties) return completeObject(schema, value as Record<string, unknown>, misfits, pointer)
  // A map has keys of our own: only `sources` is one.
  if (schema.patternProperties) return value
  return typeof value === 'string' ? value.trim() || undefined : value
}

function completeObject(
  schema: PlainSchema,
  value: Record<string, unknown>,
  misfits: string[],
  pointer: string,
): unknown {
  const complete: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name)
    const given = Object.hasOwn(value, name) ? value[name] : undefined
    if (!isRequired && given === undefined) continue
    const one = completeShape(property, given, misfits, `${pointer}/${name}`)
    if (one === undefined && isRequired) return undefined
    if (one !== undefined) complete[name] = one
  }
  return complete
}

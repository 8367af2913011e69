// Evaluates what one document of a platform states, with the place of each value; what does not fit its field is left out and named.
import { type FieldSource, generalProduct } from '../kit/general/general-product.ts'
import type { DocumentReading } from '../kit/platform/platform.ts'
import { type PlainSchema, t, withoutNull } from '../kit/schema.ts'
import { completeShape } from './complete-shape.ts'
import type { Evidence, Witness } from './evidence.ts'
import { isGiven, untraced } from './read-product.ts'
import { joinPositions, traceReads } from './trace-reads.ts'

/** More places than this do not help anybody to find a value. */
const PLACES_MAX = 6

/** Notes in `sources` what does not fit. `isTraced`: with the place of each value in the document. */
export function readWitness(
  { from, where, value, fields }: DocumentReading,
  sources: Record<string, FieldSource>,
  isTraced = true,
): Witness {
  const witness: Record<string, Evidence<unknown>> = {}
  const document = URL.parse(where)?.pathname ?? where
  for (const [name, read] of Object.entries(fields)) {
    const places = new Set<string>()
    const misfits: string[] = []
    const stated = isTraced ? untraced(read(traceReads(value, place => places.add(place)))) : read(value)
    const found = completeShape(STATED[name] ?? {}, stated, misfits, `/${name}`)
    const pointers = joinPositions(places).slice(0, PLACES_MAX)
    const at = pointers.map(pointer => `${document}#${pointer}`).join(' ') || document
    const named = misfits.length > 0 ? ` (does not fit: ${misfits.slice(0, PLACES_MAX).join(' ')})` : ''
    if (isGiven(found)) witness[name] = { value: found, from, where: `${at}${named}` }
    else if (named !== '') sources[name] ??= { from, where: `${at}${named}`, confidence: 0, also: [] }
  }
  return witness
}

/** Amounts are text in a document's reading; the currency is a field of its own. */
const text: PlainSchema = t.text()
const { properties } = generalProduct as PlainSchema
const STATED: Readonly<Record<string, PlainSchema>> = {
  ...Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, schema]) => [name, withoutNull(schema).schema]),
  ),
  currency: text,
  currency_hint: text,
  requires_plan: t.flag(),
  price: text,
  list_price: text,
  price_max: text,
  variants: withTexts(properties?.variants, ['id', 'price', 'list_price']),
  other_prices: withTexts(properties?.other_prices, ['price'], ['kind']),
}

/** A list whose entries have texts under these names, and only what is stated of everything else. */
function withTexts(
  list: PlainSchema | undefined,
  names: readonly string[],
  required: readonly string[] = [],
): PlainSchema {
  const texts = Object.fromEntries(names.map(name => [name, text]))
  return {
    ...list,
    items: { ...list?.items, required, properties: { ...list?.items?.properties, ...texts } },
  }
}

// Evaluates what one document states, with the place of each value; what does not fit its field is left out and named.
import { type FieldSource, generalProduct, type GeneralProduct } from '#kit/product/general-product'
import type { DocumentExtractor, StatedProduct } from '#kit/product/reading'
import { type PlainSchema, t, withoutNull } from '#kit/schema/schema'
import { completeShape } from './complete-shape.ts'
import {
  type PageTracer,
  type SourceLocation,
  placeOfDocument,
  formatLocations,
  readTraced,
} from './trace-pages.ts'

/** More of them do not help anybody to find the cause. */
const NAMED_MAX = 6

/** Notes in `sources` what does not fit. `tracer`: for the place of each value in the document. */
export function extractFields(
  { from, where, value, fields }: DocumentExtractor,
  sources: Record<string, FieldSource>,
  tracer: PageTracer | undefined,
): SourcedFields {
  const witness: Record<string, SourcedValue<unknown>> = {}
  // Only a traced reading is told where its values stand.
  const isTold = tracer !== undefined && URL.canParse(where)
  const document = isTold ? placeOfDocument(where) : (URL.parse(where)?.pathname ?? where)
  const traced = tracer ? tracer.traceValue(from, document, value) : value
  for (const [name, read] of Object.entries(fields)) {
    const misfits: string[] = []
    const { value: given, places } = readTraced(tracer, () => read(traced))
    const found = completeShape(STATED[name] ?? {}, given, misfits, `/${name}`)
    const at = formatLocations(places) || document
    const named = misfits.length > 0 ? ` (does not fit: ${misfits.slice(0, NAMED_MAX).join(' ')})` : ''
    if (isPresent(found)) witness[name] = { value: found, from, where: `${at}${named}`, places }
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

/** A value and where it stands. */
export interface SourcedValue<T> {
  readonly value: T
  readonly from: FieldSource['from']
  readonly where: string
  /** Of the values that were read for it; none if they are not traced. */
  readonly places?: readonly SourceLocation[]
}

/** One document's statements, each with its place. */
export type SourcedFields = { readonly [K in keyof StatedProduct]?: SourcedValue<StatedProduct[K]> }

/** Whether a value states something. */
export function isPresent(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}

export function isSame(one: unknown, other: unknown): boolean {
  return isPresent(one) && JSON.stringify(one) === JSON.stringify(other)
}

export function sourceOf(
  { from, where }: SourcedValue<unknown>,
  also: readonly FieldSource['from'][],
): FieldSource {
  return { from, where, confidence: 1, also: [...new Set(also)].filter(kind => kind !== from) }
}

/** The kinds of sources in which the page has the field. */
export function pageKinds(page: GeneralProduct | undefined, name: string): FieldSource['also'] {
  const source = page?.sources?.[name]
  return source ? [source.from, ...source.also] : []
}

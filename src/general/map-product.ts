// Maps one native answer to a general product: applies the site's mapping field by field, fills in nulls, records sources.
import { Fault } from '../kit/fault.ts'
import { type FieldSource, generalProduct, type GeneralProduct } from '../kit/general/general-product.ts'
import type { PlainSchema } from '../kit/schema.ts'
import type { MappingContext, ProductMapping } from '../kit/general/site-mapping.ts'
import { completeShape } from './complete-shape.ts'
import { traceReads } from './trace-reads.ts'

export interface MappedAnswer {
  readonly site: string
  readonly mapping: ProductMapping<unknown>
  /** Without neutral values, and already reduced to the one product. */
  readonly native: unknown
  readonly context: MappingContext
  /** Used if the mapping gives no URL. */
  readonly url: string
  readonly fetchedAtMs: number
}

export function toGeneralProduct(answer: MappedAnswer, withSources: boolean): GeneralProduct {
  const { site, mapping, native, context } = answer
  const fields: Record<string, unknown> = {}
  const sources: Record<string, FieldSource> = {}
  for (const [name, map] of Object.entries(mapping.fields)) {
    const places = new Set<string>()
    const note = withSources ? (pointer: string) => void places.add(pointer) : undefined
    const value: unknown = note
      ? map(traceReads(native, note), { ...context, more: traceReads(context.more, note, '') })
      : map(native, context)
    fields[name] = note ? untraced(value) : value
    if (places.size > 0 && isGiven(value))
      sources[name] = { from: 'native', where: [...places].join(' '), confidence: 1 }
  }
  const complete = completeShape(generalProduct as PlainSchema, {
    ...fields,
    url: fields.url ?? answer.url,
    site,
    operation: mapping.operation,
    fetched_at: new Date(answer.fetchedAtMs).toISOString(),
    ...(withSources ? { sources } : {}),
  })
  if (complete === undefined)
    throw new Fault('upstream_changed', `${mapping.operation}: the answer has no name`, { field: '/name' })
  return complete as GeneralProduct
}

function isGiven(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}

/** Copies parts of the traced answer that a mapping returns unchanged, so that they are no longer traced. */
function untraced(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
}

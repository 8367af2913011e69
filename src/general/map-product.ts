// One native answer as a general product: the site's mapping applied field by field, nulls filled in, sources noted.
import { Fault } from '../kit/fault.ts'
import { type FieldSource, generalProduct, type GeneralProduct } from '../kit/general/general-product.ts'
import type { PlainSchema } from '../kit/schema.ts'
import type { MappingContext, ProductMapping } from '../kit/general/site-mapping.ts'
import { completeShape } from './complete-shape.ts'
import { traceReads } from './trace-reads.ts'

export interface MappedAnswer {
  readonly site: string
  readonly mapping: ProductMapping<unknown>
  /** Without its neutral values, and already the one product that is meant. */
  readonly native: unknown
  readonly context: MappingContext
  /** Where the mapping names no address of its own. */
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
    fields[name] = note ? structuredCloneOf(value) : value
    if (places.size > 0 && isSaid(value))
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

function isSaid(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
  )
}

/** Parts of a watched answer that a mapping passes on as they are must not be watched any more. */
function structuredCloneOf(value: unknown): unknown {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
}

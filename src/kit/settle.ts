// Turns a draft into a contract-valid result: neutral values for what is absent, each noted; a fault where a core field is.
import { Fault } from './fault.ts'
import { type PlainSchema, STATED, withoutNull } from './schema.ts'

export interface Settled {
  readonly value: unknown
  /** JSON Pointers of the fields that the upstream did not give, array positions as `*`. */
  readonly absent: readonly string[]
}

export function settle(schema: PlainSchema, draft: unknown, core: readonly string[]): Settled {
  const absent = new Set<string>()
  const value = settleValue(schema, draft, '', { core, absent })
  return { value, absent: [...absent] }
}

interface Progress {
  readonly core: readonly string[]
  readonly absent: Set<string>
}

function settleValue(given: PlainSchema, draft: unknown, pointer: string, progress: Progress): unknown {
  const { schema, nullable } = withoutNull(given)
  if (draft === null && nullable && !isCore(pointer, progress.core)) return null
  if (draft === undefined || draft === null || (draft === '' && progress.core.includes(pointer))) {
    note(pointer, progress)
    return nullable ? null : neutral(schema)
  }
  if (schema.type === 'array' && Array.isArray(draft)) return settleList(schema, draft, pointer, progress)
  if (schema.type === 'object' && schema.properties && isPlainObject(draft)) {
    return settleObject(schema, draft, pointer, progress)
  }
  if (schema.patternProperties && isPlainObject(draft)) return settleMap(draft, pointer, progress)
  return draft
}

function settleList(schema: PlainSchema, draft: unknown[], pointer: string, progress: Progress): unknown[] {
  const items = schema.items ?? {}
  const here = `${pointer}/*`
  const kept: unknown[] = []
  for (const item of draft) {
    // A list has no neutral element: one that could not be read is left out, and said so.
    if (item === undefined) note(here, progress)
    else kept.push(settleValue(items, item, here, progress))
  }
  return kept
}

function settleObject(
  schema: PlainSchema,
  draft: Record<string, unknown>,
  pointer: string,
  progress: Progress,
): Record<string, unknown> {
  const settled: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const here = `${pointer}/${escapeToken(key)}`
    const value = draft[key]
    if (value === undefined && !schema.required?.includes(key)) {
      if (!property[STATED]) note(here, progress)
    } else {
      settled[key] = settleValue(property, value, here, progress)
    }
  }
  return settled
}

/** A map has no neutral entry either. */
function settleMap(
  draft: Record<string, unknown>,
  pointer: string,
  progress: Progress,
): Record<string, unknown> {
  const entries = Object.entries(draft)
  for (const [key, value] of entries) {
    if (value === undefined) note(`${pointer}/${escapeToken(key)}`, progress)
  }
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

function note(pointer: string, { core, absent }: Progress): void {
  if (isCore(pointer, core)) {
    const field =
      core.find(one => one === pointer) ?? core.find(one => one.startsWith(`${pointer}/`)) ?? pointer
    throw new Fault('upstream_changed', `the core field ${field || '/'} is not where it was`, { field })
  }
  absent.add(pointer)
}

/** The whole answer is core, and so is a part that holds a core field. */
function isCore(pointer: string, core: readonly string[]): boolean {
  return pointer === '' || core.some(one => one === pointer || one.startsWith(`${pointer}/`))
}

function neutral(schema: PlainSchema): unknown {
  if (schema.default !== undefined) return schema.default
  switch (schema.type) {
    case 'string':
      return ''
    case 'number':
    case 'integer':
      return 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return neutralObject(schema)
    default:
      return null
  }
}

function neutralObject(schema: PlainSchema): Record<string, unknown> {
  const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key))
  return Object.fromEntries(
    required.map(([key, property]) => {
      const { schema: inner, nullable } = withoutNull(property)
      return [key, nullable ? null : neutral(inner)]
    }),
  )
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function escapeToken(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

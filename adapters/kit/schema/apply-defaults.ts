// Completes a draft to a contract-valid result: absent fields get neutral values and are listed; an absent core field is a fault.
import { escapeToken } from './pointer.ts'
import { Fault } from '../fault.ts'
import { isRecord } from './is-record.ts'
import { ADDRESS, fitsType, type PlainSchema, STATED_BY_ABSENCE, withoutNull } from './schema.ts'
import { isPlaceholder } from './placeholders.ts'
import { DROPPED_SHARE_MAX, rowNotesOf } from './list-rows.ts'
import { normaliseUrl } from '#reader/values/url'

export interface CompleteResult {
  readonly value: unknown
  /** JSON Pointers of the fields that the upstream did not give, with `*` for array positions. */
  readonly absent: readonly string[]
  /** Like `absent`, but one pointer for each row. */
  readonly absentAt: readonly string[]
  /** How many rows of each list were dropped, by the JSON Pointer of the rows. */
  readonly dropped: Readonly<Record<string, number>>
}

/** A list of hundreds of products may lack thousands of fields. Fields beyond this limit appear in `absent` only. */
export const ABSENT_AT_MAX = 5000

/** `mayBeNull`: core fields that the upstream may give as null, which counts as absent rather than as a fault. */
export function applyDefaults(
  schema: PlainSchema,
  draft: unknown,
  core: readonly string[],
  mayBeNull: readonly string[] = [],
): CompleteResult {
  const notes = { absent: new Set<string>(), absentAt: [], dropped: new Map<string, number>() }
  const value = completeValue(schema, draft, ROOT, { core, mayBeNull, notes })
  return {
    value,
    absent: [...notes.absent],
    absentAt: notes.absentAt,
    dropped: Object.fromEntries(notes.dropped),
  }
}

/** Absences collected so far. */
interface Notes {
  readonly absent: Set<string>
  readonly absentAt: string[]
  readonly dropped: Map<string, number>
}

interface DefaultsContext {
  readonly core: readonly string[]
  readonly mayBeNull: readonly string[]
  readonly notes: Notes
}

/** A place in the answer: its pointer in the schema, and the same with row positions. */
interface Place {
  readonly pointer: string
  readonly exact: string
}

const ROOT: Place = { pointer: '', exact: '' }

function step({ pointer, exact }: Place, key: string): Place {
  const token = escapeToken(key)
  return { pointer: `${pointer}/${token}`, exact: `${exact}/${token}` }
}

function completeValue(
  fullSchema: PlainSchema,
  draft: unknown,
  place: Place,
  progress: DefaultsContext,
): unknown {
  const { schema, nullable } = withoutNull(fullSchema)
  if (draft === null && nullable && !isCore(place.pointer, progress.core)) return null
  if (draft === null && progress.mayBeNull.includes(place.pointer)) {
    noteAbsent(place, progress.notes)
    return neutralValue(schema)
  }
  const isEmptyCore = draft === '' && progress.core.includes(place.pointer)
  if (isEmptyCore || !isReadable(fullSchema, draft)) {
    recordAbsent(place, progress)
    return nullable ? null : neutralValue(schema)
  }
  if (Array.isArray(draft) && schema.items) return completeList(schema, draft, place, progress)
  if (isRecord(draft)) {
    if (schema.properties) return completeObject(schema, draft, place, progress)
    if (schema.patternProperties) return completeMap(schema.patternProperties, draft, place, progress)
  }
  return schema[ADDRESS] && typeof draft === 'string' ? normaliseUrl(draft) : draft
}

/** A list has no neutral element: an unreadable one is dropped and counted. */
function completeList(
  schema: PlainSchema,
  draft: unknown[],
  place: Place,
  progress: DefaultsContext,
): unknown[] {
  const rows = `${place.pointer}/*`
  const holdsCore = progress.core.some(one => one === rows || one.startsWith(`${rows}/`))
  const complete: unknown[] = []
  const { unread, withoutProduct, fault: unreadable } = rowNotesOf(draft)
  let fault = unreadable
  for (const item of draft) {
    const here = { pointer: rows, exact: `${place.exact}/${complete.length}` }
    if (isUnreadable(schema.items, item)) continue
    const attempt = holdsCore ? { ...progress, notes: emptyNotes() } : progress
    try {
      complete.push(completeValue(schema.items ?? {}, item, here, attempt))
      if (attempt !== progress) mergeNotes(progress.notes, attempt.notes)
    } catch (error) {
      if (!(error instanceof Fault && holdsCore)) throw error
      fault ??= error
    }
  }
  const lost = draft.length - complete.length + unread
  // Too many dropped rows are a fault only in lists that matter: one missing image does no harm.
  const matters = holdsCore || unreadable !== undefined || isCore(place.pointer, progress.core)
  if (matters && lost > (draft.length + unread) * DROPPED_SHARE_MAX) {
    throw new Fault(
      'upstream_changed',
      `${lost} of ${draft.length + unread} rows cannot be read${fault ? `: ${fault.message}` : ''}`,
      { field: fault?.field ?? rows },
    )
  }
  if (lost + withoutProduct > 0) recordDropped(rows, lost + withoutProduct, progress)
  return complete
}

/** False for what the upstream did not give, for a placeholder, and for a value of another type than the contract's. */
function isReadable(fullSchema: PlainSchema, draft: unknown): boolean {
  if (draft === undefined || draft === null || isPlaceholder(fullSchema, draft)) return false
  return fitsType(withoutNull(fullSchema).schema, draft)
}

function isUnreadable(items: PlainSchema = {}, item: unknown): boolean {
  const { schema, nullable } = withoutNull(items)
  if (item === null) return !nullable && schema.type !== undefined
  return !isReadable(items, item)
}

function emptyNotes(): Notes {
  return { absent: new Set(), absentAt: [], dropped: new Map() }
}

function mergeNotes(into: Notes, from: Notes): void {
  for (const pointer of from.absent) into.absent.add(pointer)
  for (const exact of from.absentAt) pushExact(into, exact)
  for (const [rows, count] of from.dropped) into.dropped.set(rows, (into.dropped.get(rows) ?? 0) + count)
}

function pushExact({ absentAt }: Notes, exact: string): void {
  if (absentAt.length < ABSENT_AT_MAX) absentAt.push(exact)
}

function recordDropped(rows: string, count: number, { notes }: DefaultsContext): void {
  notes.absent.add(rows)
  notes.dropped.set(rows, (notes.dropped.get(rows) ?? 0) + count)
}

function completeObject(
  schema: PlainSchema,
  draft: Record<string, unknown>,
  place: Place,
  progress: DefaultsContext,
): Record<string, unknown> {
  const settled: Record<string, unknown> = {}
  for (const [key, property] of Object.entries(schema.properties ?? {})) {
    const here = step(place, key)
    const value = draft[key]
    const isMissing = value !== null && !isReadable(property, value)
    if (isMissing && !schema.required?.includes(key)) {
      const isStated = value === undefined || isPlaceholder(property, value)
      if (!(isStated && property[STATED_BY_ABSENCE])) recordAbsent(here, progress)
    } else {
      settled[key] = completeValue(property, value, here, progress)
    }
  }
  return settled
}

/** A map has no neutral entry either: unreadable entries are dropped. */
function completeMap(
  patterns: NonNullable<PlainSchema['patternProperties']>,
  draft: Record<string, unknown>,
  place: Place,
  progress: DefaultsContext,
): Record<string, unknown> {
  const [values = {}] = Object.values(patterns)
  const complete: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(draft)) {
    const here = step(place, key)
    if (isUnreadable(values, value)) recordAbsent(here, progress)
    else complete[key] = values.type === undefined ? value : completeValue(values, value, here, progress)
  }
  return complete
}

function recordAbsent({ pointer, exact }: Place, { core, notes }: DefaultsContext): void {
  if (isCore(pointer, core)) {
    const field =
      core.find(one => one === pointer) ?? core.find(one => one.startsWith(`${pointer}/`)) ?? pointer
    throw new Fault('upstream_changed', `the core field ${field || '/'} is missing from the page`, { field })
  }
  noteAbsent({ pointer, exact }, notes)
}

function noteAbsent({ pointer, exact }: Place, notes: Notes): void {
  notes.absent.add(pointer)
  pushExact(notes, exact)
}

/** The root is core, and so is every parent of a core field. */
function isCore(pointer: string, core: readonly string[]): boolean {
  return pointer === '' || core.some(one => one === pointer || one.startsWith(`${pointer}/`))
}

/** The neutral value of a schema, used for an absent field: valid in the contract, but not data. */
function neutralValue(schema: PlainSchema): unknown {
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
      return [key, nullable ? null : neutralValue(inner)]
    }),
  )
}

// Counts the fields of answers in memory between two writes. One answer costs a few map updates.
import type { FieldMeasures } from '../../runtime/events.ts'
import type { OperationBatch } from './drift-rule.ts'

export interface FieldsOfAnswer {
  readonly operation: string
  readonly absent: readonly string[]
  readonly failed?: string
  readonly measures?: FieldMeasures
}

export interface Tally extends OperationBatch {
  answers: number
  readonly absent: Map<string, number>
  readonly failed: Map<string, number>
  /** All fields of all answers: how many, how many listed as absent, how many empty without being listed. */
  fields: number
  absentFields: number
  silentFields: number
}

/** The maximum number of pointers in a batch: a page may invent any number of names. */
const FIELDS_MAX = 500

export type Tallies = Map<string, Tally>

export function addAnswer(tallies: Tallies, { operation, absent, failed, measures }: FieldsOfAnswer): void {
  const tally = tallies.get(operation) ?? emptyTally()
  tallies.set(operation, tally)
  if (failed !== undefined) {
    increase(tally.failed, failed.slice(0, 200))
    return
  }
  tally.answers++
  for (const pointer of absent) {
    if (tally.absent.size < FIELDS_MAX || tally.absent.has(pointer)) increase(tally.absent, pointer)
  }
  if (!measures) return
  tally.fields += measures.fields
  tally.absentFields += absent.length
  tally.silentFields += measures.silent
}

/** The requests to each shop; answers from the cache do not count. */
export type RunTallies = Map<string, { answered: number; failed: number }>

export function addRuns(tallies: RunTallies, shop: string, { answered = 0, failed = 0 }): void {
  const tally = tallies.get(shop) ?? { answered: 0, failed: 0 }
  tallies.set(shop, { answered: tally.answered + answered, failed: tally.failed + failed })
}

/** After a failed write: adds the batch to what was counted since. */
export function mergeTallies(into: Tallies, from: Tallies): void {
  for (const [operation, tally] of from) {
    const existing = into.get(operation)
    if (!existing) {
      into.set(operation, tally)
      continue
    }
    existing.answers += tally.answers
    existing.fields += tally.fields
    existing.absentFields += tally.absentFields
    existing.silentFields += tally.silentFields
    addCounts(existing.absent, tally.absent)
    addCounts(existing.failed, tally.failed)
  }
}

function emptyTally(): Tally {
  return {
    answers: 0,
    absent: new Map(),
    failed: new Map(),
    fields: 0,
    absentFields: 0,
    silentFields: 0,
  }
}

function increase<K>(counts: Map<K, number>, key: K, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by)
}

function addCounts<K>(into: Map<K, number>, from: ReadonlyMap<K, number>): void {
  for (const [key, count] of from) increase(into, key, count)
}

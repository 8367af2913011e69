// Checks that a mutated upstream was noticed: the answer is a fault, or it names exactly what was lost.
import { isDocumented } from './documented-changes.ts'
import type { Payload } from './payload.ts'
import type { CaseOutcome } from './run-case.ts'

const FAULTS = new Set(['upstream_changed', 'upstream_failed', 'not_found', 'upstream_blocked'])

export interface Mutated {
  readonly operation: string
  readonly what: 'remove' | 'null' | 'retype' | 'element'
  /** The path of the change, list positions as `*`. */
  readonly place: string
  /** The bodies with the change. */
  readonly payload: Payload
}

/** What is wrong with the outcome of a mutation; undefined when nothing is. */
export function findProblem(mutated: Mutated, before: CaseOutcome, after: CaseOutcome): string | undefined {
  if ('fault' in before) return 'the case itself fails'
  if ('fault' in after) return FAULTS.has(after.fault.code) ? undefined : `ends in ${after.fault.code}`
  const { operation, place, payload } = mutated
  const noted = new Set(after.absent)
  const lost = [...differences(before.result, after.result)].filter(({ pointer, was, now }) => {
    if (isListedAbsent(pointer, noted) || saysNull(mutated, pointer, now)) return false
    return !isDocumented(operation, { place, pointer, was, now, answer: after.result, payload })
  })
  if (lost.length === 0) return undefined
  return `changes ${lost
    .map(one => one.pointer)
    .slice(0, 3)
    .join(' ')}`
}

/** Null, where the contract allows it, is a valid upstream value if the same field was mutated to null. */
function saysNull({ what, place }: Mutated, pointer: string, now: unknown): boolean {
  return what === 'null' && now === null && lettersOf(place) === lettersOf(pointer)
}

/** The last key of a path, independent of its spelling. */
function lettersOf(path: string): string {
  return path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/[^a-z\d]/gi, '')
    .toLowerCase()
}

/** A value that occurs twice on a page changes its position when the first occurrence is removed. */
function isReordered(before: readonly unknown[], now: readonly unknown[]): boolean {
  const sorted = (list: readonly unknown[]) =>
    JSON.stringify(list.map(item => JSON.stringify(item)).toSorted())
  return before.length === now.length && sorted(before) === sorted(now)
}

export function isListedAbsent(pointer: string, noted: ReadonlySet<string>): boolean {
  if (pointer === '') return noted.has('/*')
  for (let here = pointer; here !== ''; here = here.slice(0, here.lastIndexOf('/'))) {
    if (noted.has(here) || noted.has(`${here}/*`)) return true
  }
  return false
}

interface Difference {
  readonly pointer: string
  readonly was: unknown
  readonly now: unknown
}

/** Where two documents differ, list positions as `*`. */
export function* differences(before: unknown, now: unknown, pointer = ''): Generator<Difference> {
  if (Object.is(before, now)) return
  const bothLists = Array.isArray(before) && Array.isArray(now)
  if (bothLists && isReordered(before, now)) return
  if (!isBranch(before) || !isBranch(now) || Array.isArray(before) !== Array.isArray(now))
    yield { pointer, was: before, now }
  else if (bothLists && before.length !== now.length) yield { pointer, was: before, now }
  else {
    for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
      yield* differences(before[key], now[key], `${pointer}/${bothLists ? '*' : key}`)
    }
  }
}

function isBranch(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

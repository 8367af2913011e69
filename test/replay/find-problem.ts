// Whether a changed upstream was noticed: the answer is a fault, or it names exactly what was lost.
import { isDocumented } from '../../scripts/upstream-check/documented-changes.ts'
import type { CaseOutcome } from './run-case.ts'

const FAULTS = new Set(['upstream_changed', 'upstream_failed', 'not_found', 'upstream_blocked'])

/** What is wrong with the outcome of a mutation; undefined when nothing is. */
export function findProblem(
  operation: string,
  before: CaseOutcome,
  after: CaseOutcome,
  what: 'remove' | 'null' | 'retype' | 'element',
): string | undefined {
  if ('fault' in before) return 'the case itself fails'
  if ('fault' in after) return FAULTS.has(after.fault.code) ? undefined : `ends in ${after.fault.code}`
  const noted = new Set(after.absent)
  const lost = [...differences(before.result, after.result)].filter(({ pointer, was, now }) => {
    // Null where the contract allows null, or a key left out where it allows that, is what the upstream says.
    if (now === undefined || (what === 'null' && now === null)) return false
    if (what === 'element' && isShorter(was, now) && !isRowList(operation, pointer)) return false
    return !isListedAbsent(pointer, noted) && !isDocumented(operation, pointer)
  })
  if (lost.length === 0) return undefined
  if (what === 'remove' && everyListIsPart(before.result, after.result)) return undefined
  return `changes ${lost
    .map(one => one.pointer)
    .slice(0, 3)
    .join(' ')}`
}

/** Lists whose page says how long they are: one row less is a loss. */
const COUNTED: Readonly<Record<string, string>> = {
  'watchmarket.search': '/results',
  'electronicsretail.search': '',
}

function isRowList(operation: string, pointer: string): boolean {
  return COUNTED[operation] === pointer
}

/** What stands on a page twice comes in another order when the first of the two is gone. */
function isReordered(before: readonly unknown[], now: readonly unknown[]): boolean {
  const sorted = (list: readonly unknown[]) =>
    JSON.stringify(list.map(item => JSON.stringify(item)).toSorted())
  return before.length === now.length && sorted(before) === sorted(now)
}

/** A picture or a badge less is what the page says. */
function isShorter(was: unknown, now: unknown): boolean {
  if (!Array.isArray(was) || !Array.isArray(now)) return false
  const known = new Set(was.map(item => JSON.stringify(item)))
  return now.length < was.length && now.every(item => known.has(JSON.stringify(item)))
}

function isListedAbsent(pointer: string, noted: ReadonlySet<string>): boolean {
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
function* differences(before: unknown, now: unknown, pointer = ''): Generator<Difference> {
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

/** Entries of an upstream map that became a list: one that is not there is what the upstream says. */
function everyListIsPart(before: unknown, now: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(now)) {
    const known = new Set(before.map(item => JSON.stringify(item)))
    return now.every(item => known.has(JSON.stringify(item)))
  }
  if (!isBranch(before) || !isBranch(now)) return Object.is(before, now)
  return Object.keys(now).every(key => everyListIsPart(before[key], now[key]))
}

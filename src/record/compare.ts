// Compares two outcomes of the same request field by field.
import { jsonLeaves } from '#kit/schema/json-leaves'

export interface ReplayOutcome {
  readonly fault?: { readonly code: string; readonly field?: string | undefined } | undefined
  readonly answer?: unknown
  readonly absent: readonly string[]
}

export interface Difference {
  /** A JSON Pointer into the answer; empty for the outcome as a whole. */
  readonly pointer: string
  readonly was: unknown
  readonly is: unknown
}

/** When the shop was read, which differs in every run. */
const READ_TIME = /\/fetched_at$/
/** The value of a missing field. */
const NOTHING = undefined

export function compareOutcomes(was: ReplayOutcome, is: ReplayOutcome): Difference[] {
  if (was.fault || is.fault) {
    const [before, after] = [outcomeText(was), outcomeText(is)]
    return before === after ? [] : [{ pointer: '', was: before, is: after }]
  }
  return [...compareAnswers(was.answer, is.answer), ...compareAbsent(was.absent, is.absent)]
}

function outcomeText({ fault }: ReplayOutcome): string {
  if (!fault) return 'ok'
  return fault.field === undefined ? fault.code : `${fault.code} (${fault.field})`
}

function compareAnswers(was: unknown, is: unknown): Difference[] {
  const [before, after] = [leavesOf(was), leavesOf(is)]
  const pointers = new Set([...before.keys(), ...after.keys()].filter(one => !READ_TIME.test(one)))
  return [...pointers].flatMap(pointer => {
    const [a, b] = [before.get(pointer), after.get(pointer)]
    return JSON.stringify(a) === JSON.stringify(b) ? [] : [{ pointer, was: a, is: b }]
  })
}

function compareAbsent(was: readonly string[], is: readonly string[]): Difference[] {
  const [before, after] = [new Set(was), new Set(is)]
  return [
    ...was.filter(pointer => !after.has(pointer)).map(pointer => ({ pointer, was: 'absent', is: NOTHING })),
    ...is.filter(pointer => !before.has(pointer)).map(pointer => ({ pointer, was: NOTHING, is: 'absent' })),
  ]
}

function leavesOf(root: unknown): Map<string, unknown> {
  return new Map(Array.from(jsonLeaves(root), ({ pointer, value }) => [pointer, value]))
}

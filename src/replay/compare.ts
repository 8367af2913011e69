// Compares two outcomes of the same request field by field.

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

/** Every leaf by its pointer; empty lists and objects are leaves too. */
function leavesOf(root: unknown): Map<string, unknown> {
  const leaves = new Map<string, unknown>()
  const open: [string, unknown][] = [['', root]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [pointer, value] = next
    const isBranch = typeof value === 'object' && value !== null && Object.keys(value).length > 0
    if (!isBranch) leaves.set(pointer, value)
    else for (const [name, inner] of Object.entries(value)) open.push([`${pointer}/${name}`, inner])
  }
  return leaves
}

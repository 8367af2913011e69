// Confirms changes: a value counts when enough checks in a row saw it. Pure.
import type { Facts } from '../facts/facts.ts'
import type { Check, PendingValue, ValueStreak } from '../model/knowledge.ts'

/** Request ids kept of a value that was seen often: the first check and the last ones. */
const REQUEST_IDS_MAX = 5
/** The series whose counts are kept: those that conditions are about. */
const COUNTED: ReadonlySet<string> = new Set(['price', 'list_price', 'price_max', 'availability'])

type PendingValues = Readonly<Record<string, PendingValue>>

export interface ConfirmedFacts {
  readonly facts: Facts
  readonly pending: PendingValues
  readonly seen: Readonly<Record<string, ValueStreak>>
  /** Series whose first value counts from now on. */
  readonly firstSeen: readonly string[]
}

interface ConfirmMemory {
  readonly pending: PendingValues
  readonly seen: Readonly<Record<string, ValueStreak>>
  /** Nothing is known yet. */
  readonly isFirst?: boolean
}

export function confirmFacts(
  lastFacts: Facts,
  answer: Facts,
  memory: ConfirmMemory,
  check: Check,
  confirm: number,
): ConfirmedFacts {
  const facts: Record<string, string> = {}
  const pending: Record<string, PendingValue> = {}
  const seen: Record<string, ValueStreak> = {}
  const firstSeen: string[] = []
  const waitingSeries = Object.keys(memory.pending).filter(series => !series.startsWith('@'))
  const all = new Set([...Object.keys(lastFacts), ...Object.keys(answer), ...waitingSeries])
  for (const series of [...all].toSorted()) {
    const [last, now] = [lastFacts[series], answer[series]]
    const pendingNow = memory.pending[series]
    // A page that does not state the value has not seen another one: what waits goes on waiting.
    const isUnseen = now === undefined && pendingNow !== undefined && pendingNow.value !== null
    const waiting = isUnseen
      ? pendingNow
      : last === now
        ? undefined
        : nextPending(pendingNow, now ?? null, check, memory.isFirst)
    const isConfirmed = waiting !== undefined && waiting.times >= confirm
    const value = waiting && !isConfirmed ? last : now
    if (value !== undefined) facts[series] = value
    if (waiting && !isConfirmed) pending[series] = waiting
    if (waiting?.isFirst && isConfirmed) firstSeen.push(series)
    if (value !== undefined && COUNTED.has(series)) {
      seen[series] = nextSeen(memory.seen[series], value, now === value ? (waiting ?? check) : undefined)
    }
  }
  return { facts, pending, seen, firstSeen }
}

/** Counts how many checks in a row saw this value. */
export function nextPending(
  before: PendingValue | undefined,
  value: string | null,
  { atMs, requestId }: Check,
  isFirst = false,
): PendingValue {
  if (before?.value !== value) {
    const first = isFirst || before?.isFirst === true ? { isFirst: true } : {}
    return { value, times: 1, sinceMs: atMs, requestIds: [requestId], ...first }
  }
  return { ...before, times: before.times + 1, requestIds: [...before.requestIds, requestId] }
}

/** `by`: what saw the value now; undefined if this check saw another one. */
function nextSeen(
  before: ValueStreak | undefined,
  value: string,
  by: PendingValue | Check | undefined,
): ValueStreak {
  if (before?.value === value) {
    if (!by || 'times' in by) return before
    const [first = by.requestId, ...rest] = before.requestIds
    const last = [...rest, by.requestId].slice(1 - REQUEST_IDS_MAX)
    return { ...before, times: before.times + 1, requestIds: [first, ...last] }
  }
  const previous = before?.value ?? null
  if (!by) return { value, previous, times: 0, sinceMs: 0, requestIds: [] }
  return 'times' in by
    ? { value, previous, times: by.times, sinceMs: by.sinceMs, requestIds: by.requestIds }
    : { value, previous, times: 1, sinceMs: by.atMs, requestIds: [by.requestId] }
}

// What must hold after the kills: the feed has each change once and in order, every alert arrived, usage is as promised. Pure.
import type { Attempt } from './round-robin.ts'

export interface Change {
  readonly id: string
  readonly at: string
  readonly type: string
  readonly watch: string
  readonly before: Facts
  readonly after: Facts
  readonly alert: boolean
}

export type Facts = Readonly<Record<string, unknown>>

export interface Message {
  /** The header `webhook-id`. */
  readonly id: string
  readonly atMs: number
  readonly body: string
  readonly change: Change
}

export interface Violation {
  readonly kind: 'lost' | 'doubled' | 'wrong'
  /** When it happened, to find the kill that caused it. */
  readonly atMs: number
  readonly text: string
}

/** The values by their path. */
function leaves(facts: Facts, path = ''): [string, string][] {
  return Object.entries(facts).flatMap(([name, value]) => {
    const isGroup = typeof value === 'object' && value !== null && !('amount' in value)
    return isGroup ? leaves(value as Facts, `${path}${name}/`) : [[path + name, JSON.stringify(value)]]
  })
}

/** Each value begins where the one before it ended, and the last one is what the watch has now. */
export function feedViolations(
  changes: readonly Change[],
  facts: ReadonlyMap<string, Facts | null>,
): Violation[] {
  const found: Violation[] = []
  const last = new Map<string, { value: string; atMs: number }>()
  const seen = new Set<string>()
  for (const { id, at, watch, before, after } of changes) {
    const atMs = Date.parse(at)
    if (seen.has(id)) found.push({ kind: 'doubled', atMs, text: `the id ${id} occurs twice` })
    seen.add(id)
    const starts = new Map(leaves(before))
    for (const [series, value] of leaves(after)) {
      const place = `${watch} ${series}`
      const known = last.get(place)?.value
      const start = starts.get(series) ?? 'null'
      last.set(place, { value, atMs })
      // After a value that the page did not state, a change begins with the value before it.
      if (known === undefined || known === 'null' || known === start) continue
      // What has just been reported is reported again, or something between the two was not.
      const kind = known === value ? 'doubled' : 'lost'
      found.push({ kind, atMs, text: `${id}: ${place} begins at ${start}, was ${known}` })
    }
  }
  for (const [watch, now] of facts) {
    for (const [series, value] of leaves(now ?? {})) {
      const known = last.get(`${watch} ${series}`)
      if (known === undefined || known.value === value) continue
      found.push({
        kind: 'lost',
        atMs: known.atMs,
        text: `${watch} ${series} is ${value}, not ${known.value}`,
      })
    }
  }
  return found
}

/** Ids increase without gaps. */
export function gapViolations(changes: readonly Change[]): Violation[] {
  return changes.flatMap(({ id, at }, place) =>
    Number(id) === place + 1
      ? []
      : [{ kind: 'lost', atMs: Date.parse(at), text: `change ${place + 1} has the id ${id}` }],
  )
}

/** Others saw the same changes, in the same order: a reader that follows the feed, or the answer to a check. */
export function sameAsFeed(who: string, seen: readonly Change[], feed: readonly Change[]): Violation[] {
  const places = new Map(feed.map((change, place) => [change.id, place]))
  let last = -1
  return seen.flatMap<Violation>(change => {
    const atMs = Date.parse(change.at)
    const place = places.get(change.id)
    const isSame = place !== undefined && JSON.stringify(feed[place]) === JSON.stringify(change)
    if (!isSame) return [{ kind: 'lost', atMs, text: `${who}: ${change.id} is not in the feed like this` }]
    const isLater = place > last
    last = place
    return isLater ? [] : [{ kind: 'doubled', atMs, text: `${who}: ${change.id} came again` }]
  })
}

/** A reader that follows the feed misses nothing of it. */
export function missedBy(who: string, seen: readonly Change[], feed: readonly Change[]): Violation[] {
  const ids = new Set(seen.map(({ id }) => id))
  return feed
    .filter(({ id }) => !ids.has(id))
    .map(({ id, at }) => ({ kind: 'lost', atMs: Date.parse(at), text: `${who}: ${id} is missing` }))
}

/** Every alert arrived at least once, always with the same id and body, and first arrivals of a watch are in order. */
export function messageViolations(messages: readonly Message[], feed: readonly Change[]): Violation[] {
  const bodies = new Map<string, string>()
  const idOf = new Map<string, string>()
  const lastOf = new Map<string, number>()
  const found: Violation[] = []
  for (const { id, atMs, body, change } of messages) {
    const known = idOf.get(change.id)
    if (known !== undefined && known !== id)
      found.push({ kind: 'doubled', atMs, text: `${change.id} came as ${known} and as ${id}` })
    if (bodies.has(id) && bodies.get(id) !== body)
      found.push({ kind: 'wrong', atMs, text: `the message ${id} has two bodies` })
    bodies.set(id, body)
    if (known !== undefined) continue
    idOf.set(change.id, id)
    if (Number(change.id) < (lastOf.get(change.watch) ?? 0))
      found.push({
        kind: 'wrong',
        atMs,
        text: `the message of ${change.id} came after that of a later change`,
      })
    lastOf.set(change.watch, Number(change.id))
  }
  return [...found, ...missingMessages(messages, feed)]
}

/** Alerts of the feed that have not arrived. */
export function missingMessages(messages: readonly Message[], feed: readonly Change[]): Violation[] {
  const arrived = new Set(messages.map(({ change }) => change.id))
  return feed
    .filter(({ id, alert }) => alert && !arrived.has(id))
    .map(({ id, at }) => ({ kind: 'lost', atMs: Date.parse(at), text: `no message of ${id}` }))
}

export interface Kill {
  readonly address: string | undefined
  readonly atMs: number
}

/** A killed replica loses what it counted after its last write, once a second (docs/deployment.md). */
const USAGE_LOST_MS = 1_000
/** The write itself, on a busy machine. */
const USAGE_WRITE_MS = 500

export interface UsageBounds {
  readonly least: number
  readonly most: number
}

/** How many requests may be counted for these attempts. */
export function usageBounds(attempts: readonly Attempt[], kills: readonly Kill[]): UsageBounds {
  const answered = attempts.filter(({ status }) => status === 200)
  const unsure = answered.filter(({ address, atMs }) =>
    kills.some(
      kill =>
        kill.address === address && atMs <= kill.atMs && atMs > kill.atMs - USAGE_LOST_MS - USAGE_WRITE_MS,
    ),
  )
  const most = attempts.filter(({ isSent }) => isSent).length
  return { least: answered.length - unsure.length, most }
}

// Watches as the server has them, and the requests that the page makes of it.
import type { Money, ProductVariant } from './general.ts'
import type { Problem } from './make-call.ts'

export type FactValue = string | number | Money | null
export type FactRows = Readonly<Record<string, Readonly<Record<string, FactValue>>>>
/** `variants` and `sites` are tables by name; all else is a value. */
export type Facts = Readonly<Record<string, FactValue | FactRows>>

export type WatchState = 'new' | 'ok' | 'failing' | 'gone' | 'paused'

export interface Watch {
  readonly id: string
  readonly name: string
  readonly url: string | null
  readonly operation: string
  readonly every_s: number
  readonly auto: boolean
  readonly when: string | null
  readonly variant: Variant | null
  readonly confirm: number
  readonly cooldown_s: number
  readonly active: string | null
  readonly tags: readonly string[]
  readonly state: WatchState
  readonly facts: Facts | null
  readonly last_check: {
    readonly at: string
    readonly outcome: string
    readonly request_id: string
    readonly detail: string | null
    readonly failures: number
  } | null
  readonly next_check_at: string | null
  readonly created_at: string
}

export type Variant = Readonly<Partial<Record<'size' | 'color' | 'condition' | 'sku' | 'gtin', string>>>

interface HistorySpan {
  readonly first_seen: string
  readonly last_seen: string
  readonly facts: Facts
}

export interface PriceStats {
  readonly min: Money
  readonly max: Money
  readonly median: Money
  readonly mean: Money
}

export interface History {
  readonly from: string
  readonly to: string
  readonly spans: readonly HistorySpan[]
  readonly gaps: readonly { readonly from: string; readonly to: string; readonly outcome: string }[]
  readonly stats: Readonly<Record<string, PriceStats>>
  readonly thinned: boolean
}

export interface Change {
  readonly id: string
  readonly at: string
  readonly type: string
  readonly watch: string
  /** Null for a change without a watch, or of one that was removed. */
  readonly name: string | null
  readonly before: Facts
  readonly after: Facts
  /** Products that are new in a catalogue, or removed from it. */
  readonly catalog?: {
    readonly count: number
    readonly products: readonly { readonly url: string; readonly name: string | null }[]
  } | null
  readonly alert: boolean
  readonly request_id: string
  /** Null unless it is an alert. */
  readonly why: AlertReason | null
}

export interface AlertReason {
  readonly conditions: readonly {
    readonly when: string
    readonly baseline: {
      readonly is: string
      readonly value: Money | string
      readonly at: string | null
    } | null
    readonly window: { readonly seconds: number; readonly seen_seconds: number } | null
  }[]
  readonly since: string
  readonly times_seen: number
  readonly request_ids: readonly string[]
}

export type TriedAlert = Pick<Change, 'at' | 'type' | 'before' | 'after' | 'why'>

/** What may be sent with any text in it: the server reads and refuses it. */
export type WatchFields = Readonly<Record<string, unknown>>

interface CheckedWatch extends Watch {
  readonly changes: readonly Change[]
}

/** What the server refuses is an answer too; what does not reach it is thrown. */
export type Reply<T> = { readonly value: T } | { readonly problem: Problem; readonly retryAfterS: number }

export interface WatchApi {
  list(after: string | null, signal: AbortSignal): Promise<Reply<WatchPage>>
  get(id: string, signal: AbortSignal): Promise<Reply<Watch>>
  add(watch: WatchFields): Promise<Reply<Watch>>
  edit(id: string, fields: WatchFields): Promise<Reply<Watch>>
  /** What the condition would have alerted so far. */
  tryWhen(
    id: string,
    when: string,
  ): Promise<Reply<{ readonly from: string; readonly alerts: readonly TriedAlert[] }>>
  setPaused(id: string, paused: boolean): Promise<Reply<Watch>>
  remove(id: string): Promise<Reply<undefined>>
  /** `simulate`: what a sandbox shop plays in this check. */
  check(id: string, simulate?: string): Promise<Reply<CheckedWatch>>
  history(id: string, query: HistoryQuery, signal: AbortSignal): Promise<Reply<History>>
  historyCsv(id: string, query: HistoryQuery): Promise<Reply<Blob>>
  /** At most 1,000 of the newest changes, the newest first. */
  newestChanges(
    query: { readonly watch?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Reply<ChangePage>>
  product(url: string): Promise<Reply<{ readonly variants: readonly ProductVariant[] }>>
  receivers(signal: AbortSignal): Promise<Reply<{ readonly webhooks: readonly Receiver[] }>>
  addReceiver(receiver: WatchFields): Promise<Reply<Receiver & { readonly secret?: string }>>
  pauseReceiver(id: string, paused: boolean): Promise<Reply<Receiver>>
  testReceiver(id: string): Promise<Reply<{ readonly delivered: boolean; readonly outcome: string }>>
  removeReceiver(id: string): Promise<Reply<undefined>>
}

/** Where alerts are sent. */
export interface Receiver {
  readonly id: string
  readonly kind: string
  /** Masked. */
  readonly url: string
  readonly state: 'active' | 'failing' | 'paused'
  readonly reason: string | null
}

interface WatchPage {
  readonly watches: readonly Watch[]
  readonly next: string | null
}

interface ChangePage {
  readonly changes: readonly Change[]
  readonly cursor: string
}

type HistoryQuery = Readonly<Partial<Record<'from' | 'series', string>>>

const PATH = '/api/v2/watches'
const RECEIVERS = '/api/v2/webhooks'
const PAGE = '50'

export function createWatchApi(key: string): WatchApi {
  const ask = async <T>(path: string, init: RequestInit, read: (response: Response) => Promise<T>) => {
    const headers = new Headers(init.headers)
    if (key) headers.set('x-api-key', key)
    const response = await fetch(path, { ...init, headers, cache: 'no-store' })
    if (response.ok) return { value: await read(response) }
    return { problem: await problemOf(response), retryAfterS: Number(response.headers.get('retry-after')) }
  }
  const json = <T>(path: string, init: RequestInit = {}): Promise<Reply<T>> =>
    ask(path, init, response => response.json() as Promise<T>)
  const send = <T>(method: string, path: string, body: unknown): Promise<Reply<T>> =>
    json(path, { method, body: JSON.stringify(body), headers: { 'content-type': 'application/json' } })
  const one = (id: string) => `${PATH}/${encodeURIComponent(id)}`
  return {
    list: (after, signal) => json(`${PATH}?${queryOf({ limit: PAGE, after: after ?? '' })}`, { signal }),
    get: (id, signal) => json(one(id), { signal }),
    add: watch => send('POST', PATH, watch),
    edit: (id, fields) => send('PATCH', one(id), fields),
    tryWhen: (id, when) => send('POST', `${one(id)}/try`, when.trim() ? { when } : { when: null }),
    setPaused: (id, paused) => send('PATCH', one(id), { paused }),
    remove: id => ask(one(id), { method: 'DELETE' }, () => Promise.resolve(undefined)),
    check: (id, simulate) =>
      simulate === undefined
        ? json(`${one(id)}/check`, { method: 'POST' })
        : send('POST', `${one(id)}/check`, { simulate }),
    history: (id, query, signal) => json(`${one(id)}/history?${queryOf(query)}`, { signal }),
    historyCsv: (id, query) =>
      ask(`${one(id)}/history?${queryOf({ ...query, format: 'csv' })}`, {}, response => response.blob()),
    newestChanges: ({ watch = '', limit }, signal) =>
      json(`/api/v2/changes?${queryOf({ watch, order: 'newest', limit: String(limit) })}`, { signal }),
    product: url => json(`/api/v2/product?${queryOf({ url })}`),
    receivers: signal => json(RECEIVERS, { signal }),
    addReceiver: receiver => send('POST', RECEIVERS, receiver),
    pauseReceiver: (id, paused) => send('PATCH', `${RECEIVERS}/${id}`, { paused }),
    testReceiver: id => json(`${RECEIVERS}/${id}/test`, { method: 'POST' }),
    removeReceiver: id => ask(`${RECEIVERS}/${id}`, { method: 'DELETE' }, () => Promise.resolve(undefined)),
  }
}

function queryOf(values: Readonly<Record<string, string>>): URLSearchParams {
  return new URLSearchParams(Object.entries(values).filter(([, value]) => value !== ''))
}

async function problemOf(response: Response): Promise<Problem> {
  const { status } = response
  try {
    return (await response.json()) as Problem
  } catch {
    const detail = `status ${status}, not from Wares; it may come from a proxy in between`
    return { type: '', title: 'Refused', status, detail, code: '', request_id: '', retryable: false }
  }
}

// Watches as the server has them, and the requests that the page makes of it.
import type {
  CatalogProducts,
  ChangePage,
  CheckedWatch,
  NewlyAddedWebhook,
  TriedAlerts,
  Watch,
  WatchFacts,
  WatchHistory,
  WatchMoney,
  WatchPage,
  Webhook,
  WebhookTest,
} from '../../../client/src/api.ts'
import type { ProductVariant } from './general.ts'
import type { Problem } from './make-call.ts'

export type {
  AlertReason,
  CatalogProduct,
  Change,
  PriceStats,
  TriedAlert,
  Watch,
  WatchVariant as Variant,
} from '../../../client/src/api.ts'
export type Facts = WatchFacts
export type History = WatchHistory
export type Receiver = Webhook
export type WatchState = Watch['state']
export type FactValue = string | number | WatchMoney | null
export type FactRows = Readonly<Record<string, Readonly<Record<string, FactValue>>>>

/** What may be sent with any text in it: the server reads and refuses it. */
export type WatchFields = Readonly<Record<string, unknown>>

/** What the server refuses is an answer too; what does not reach it is thrown. */
export type Reply<T> = { readonly value: T } | { readonly problem: Problem; readonly retryAfterS: number }

export interface WatchApi {
  list(after: string | null, signal: AbortSignal): Promise<Reply<WatchPage>>
  get(id: string, signal: AbortSignal): Promise<Reply<Watch>>
  add(watch: WatchFields): Promise<Reply<Watch>>
  edit(id: string, fields: WatchFields): Promise<Reply<Watch>>
  /** What the condition would have alerted so far. */
  tryWhen(id: string, when: string): Promise<Reply<TriedAlerts>>
  setPaused(id: string, paused: boolean): Promise<Reply<Watch>>
  remove(id: string): Promise<Reply<undefined>>
  /** `simulate`: what a sandbox shop plays in this check. */
  check(id: string, simulate?: string): Promise<Reply<CheckedWatch>>
  history(id: string, query: HistoryQuery, signal: AbortSignal): Promise<Reply<History>>
  historyCsv(id: string, query: HistoryQuery): Promise<Reply<Blob>>
  /** Of a watched shop. */
  products(id: string, query: ProductQuery, signal: AbortSignal): Promise<Reply<CatalogProducts>>
  /** At most 1,000 of the newest changes, the newest first. */
  newestChanges(
    query: { readonly watch?: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Reply<ChangePage>>
  product(url: string): Promise<Reply<{ readonly variants: readonly ProductVariant[] }>>
  receivers(signal: AbortSignal): Promise<Reply<{ readonly webhooks: readonly Receiver[] }>>
  addReceiver(receiver: WatchFields): Promise<Reply<NewlyAddedWebhook>>
  pauseReceiver(id: string, paused: boolean): Promise<Reply<Receiver>>
  testReceiver(id: string): Promise<Reply<WebhookTest>>
  removeReceiver(id: string): Promise<Reply<undefined>>
}

type HistoryQuery = Readonly<Partial<Record<'from' | 'series' | 'url', string>>>
export type ProductSort = 'found' | 'drop' | 'rise' | 'changed'
interface ProductQuery {
  readonly sort: ProductSort
  readonly after: string
}

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
    products: (id, { sort, after }, signal) =>
      json(`${one(id)}/products?${queryOf({ sort, after, include: 'prices', limit: PAGE })}`, { signal }),
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

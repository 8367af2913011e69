// Watches as the server has them, and the requests that the page makes of it.
import type {
  Change,
  NewWatch,
  NewWebhook,
  Watch,
  WatchesHistoryParams,
  WatchesProductsParams,
  WatchFacts,
  WatchHistory,
  WatchMoney,
  Webhook,
} from '../../../client/src/api.ts'
import { requestWithRetries } from '../../../client/src/request-with-retries.ts'
import { apiWith, getCsv, reply, settingsWith } from './server-api.ts'
import type { ProductVariant } from './general.ts'

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

export type WatchApi = ReturnType<typeof createWatchApi>
export type ProductSort = NonNullable<WatchesProductsParams['sort']>

const PAGE = 50

export function createWatchApi(key: string) {
  const api = apiWith(key)
  const { watches, webhooks } = api
  return {
    list: (
      { after, limit }: { readonly after: string | null; readonly limit: number },
      signal: AbortSignal,
    ) => reply(watches.list({ limit, ...(after !== null && { after }) }, { signal })),
    get: (id: string, signal: AbortSignal) => reply(watches.get(id, { signal })),
    add: (watch: WatchFields) => reply(watches.create(watch as unknown as NewWatch)),
    edit: (id: string, fields: WatchFields) => reply(watches.update(id, fields)),
    /** What the condition would have alerted so far. */
    tryWhen: (id: string, when: string) => reply(watches.try(id, { when: when.trim() ? when : null })),
    setPaused: (id: string, paused: boolean) => reply(watches.update(id, { paused })),
    remove: (id: string) => reply(watches.remove(id)),
    /** `simulate`: what a sandbox shop plays in this check. */
    check: (id: string, simulate?: string) =>
      reply(watches.check(id, simulate === undefined ? undefined : { simulate })),
    history: (id: string, query: WatchesHistoryParams, signal: AbortSignal) =>
      reply(watches.history(id, query.from === '' ? {} : query, { signal })),
    historyCsv: (id: string, from: string) =>
      getCsv(
        `/api/v2/watches/${encodeURIComponent(id)}/history?format=csv${from ? `&from=${from}` : ''}`,
        key,
      ),
    /** Reads the products of a watched shop. */
    products: (id: string, query: Pick<WatchesProductsParams, 'sort' | 'after'>, signal: AbortSignal) =>
      reply(watches.products(id, { ...query, include: 'prices', limit: PAGE }, { signal })),
    /** Reads the newest changes, at most 1,000, the newest first. */
    newestChanges: (query: { readonly watch?: string; readonly limit: number }, signal: AbortSignal) =>
      reply(firstOf(api.changes({ ...query, order: 'newest' }, { signal }), query.limit)),
    product: (url: string) =>
      reply(
        requestWithRetries<{ readonly variants: readonly ProductVariant[] }>(
          settingsWith(key),
          { path: '/api/v2/product' },
          { url },
          {},
        ).then(answer => answer.data),
      ),
    receivers: (signal: AbortSignal) => reply(webhooks.list({ signal })),
    addReceiver: (receiver: WatchFields) => reply(webhooks.create(receiver as unknown as NewWebhook)),
    pauseReceiver: (id: string, paused: boolean) => reply(webhooks.update(id, { paused })),
    testReceiver: (id: string) => reply(webhooks.test(id)),
    removeReceiver: (id: string) => reply(webhooks.remove(id)),
  }
}

async function firstOf(all: AsyncIterable<Change>, limit: number): Promise<Change[]> {
  const changes: Change[] = []
  for await (const change of all) if (changes.push(change) >= limit) break
  return changes
}

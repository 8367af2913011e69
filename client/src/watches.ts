// Shops, requests, watches and webhooks over HTTP, and the change feed as an iterator that can resume from a cursor.
import type { CallOptions } from './operation.ts'
import { buildRequest, type Params } from './request.ts'
import { sendWithRetries, type Settings, sleep } from './request-with-retries.ts'
import type { Requests, Shops } from './shop-types.ts'
import type { Change, ChangesOptions, ChangesParams, Watches, Webhooks } from './watch-types.ts'

export interface WatchMethods {
  readonly shops: Shops
  readonly requests: Requests
  readonly watches: Watches
  readonly webhooks: Webhooks
  /** Every change after the cursor, in the requested order. Deadline and retries apply to each page. */
  changes(params?: ChangesParams, options?: ChangesOptions): AsyncGenerator<Change, void, undefined>
}

interface ChangePage {
  readonly changes: readonly Change[]
  readonly cursor: string
}

const PATH = '/api/v2/watches'
const WEBHOOKS = '/api/v2/webhooks'
const POLL_MS = 5_000

export function watchMethods(settings: Settings): WatchMethods {
  const read = async <R>(path: string, params: Params = {}, options: CallOptions = {}): Promise<R> => {
    const base = settings.url
    const [address, init] = buildRequest(base + path, params, settings.key, options)
    return (await sendWithRetries<R>(settings, { base, address, init }, options)).data
  }
  const send = async <R>(
    method: string,
    path: string,
    body: unknown,
    options: CallOptions = {},
  ): Promise<R> => {
    const base = settings.url
    const [address, { headers }] = buildRequest(base + path, {}, settings.key, options)
    const content =
      body === undefined
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const init = { method, ...content } as RequestInit
    return (await sendWithRetries<R>(settings, { base, address, init }, options)).data
  }
  const one = (id: string) => `${PATH}/${encodeURIComponent(id)}`
  const receiver = (id: string) => `${WEBHOOKS}/${encodeURIComponent(id)}`
  return {
    shops: { list: options => read('/api/v2/shops', {}, options) },
    requests: { get: (id, options) => read(`/api/v2/requests/${encodeURIComponent(id)}`, {}, options) },
    watches: {
      create: (watch, options) => send('POST', PATH, watch, options),
      list: (params, options) => read(PATH, params as Params, options),
      get: (id, options) => read(one(id), {}, options),
      update: (id, changes, options) => send('PATCH', one(id), changes, options),
      remove: (id, options) => send('DELETE', one(id), undefined, options),
      check: (id, options) => send('POST', `${one(id)}/check`, undefined, options),
      history: (id, params, options) => read(`${one(id)}/history`, params as Params, options),
      products: (id, params, options) => read(`${one(id)}/products`, params as Params, options),
      try: (id, rules = {}, options) => send('POST', `${one(id)}/try`, rules, options),
    },
    webhooks: {
      create: (webhook, options) => send('POST', WEBHOOKS, webhook, options),
      list: options => read(WEBHOOKS, {}, options),
      get: (id, options) => read(receiver(id), {}, options),
      update: (id, changes, options) => send('PATCH', receiver(id), changes, options),
      remove: (id, options) => send('DELETE', receiver(id), undefined, options),
      test: (id, options) => send('POST', `${receiver(id)}/test`, undefined, options),
      rotate: (id, options) => send('POST', `${receiver(id)}/rotate`, undefined, options),
    },
    changes: (params = {}, options = {}) =>
      iterateChanges(params, options, after =>
        read('/api/v2/changes', { watch: params.watch, order: params.order, after }, options),
      ),
  }
}

async function* iterateChanges(
  { order, after = order === 'newest' ? undefined : '0' }: ChangesParams,
  { follow = false, pollMs = POLL_MS, signal }: ChangesOptions,
  readPage: (after: string | undefined) => Promise<ChangePage>,
): AsyncGenerator<Change, void, undefined> {
  for (let cursor = after; ; ) {
    const page = await readPage(cursor)
    yield* page.changes
    cursor = page.cursor
    if (page.changes.length > 0) continue
    if (!follow || order === 'newest') return
    await sleep(pollMs, signal)
  }
}

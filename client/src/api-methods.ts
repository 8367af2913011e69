// The methods of the management routes, from the generated table, and the change feed as an iterator that can resume from a cursor.
import { type Api, type Change, type ChangePage, type ChangesParams, feed, routes } from './api.ts'
import type { ApiRow, CallOptions } from './operation.ts'
import { WaresProblem } from './problem.ts'
import { buildRequest, type Params } from './request.ts'
import { sendWithRetries, type Settings, sleep } from './request-with-retries.ts'

export interface ChangesOptions extends CallOptions {
  /** Waits for further changes instead of ending after the newest one. */
  readonly follow?: boolean
  /** How often to poll while waiting. Default: 5,000. */
  readonly pollMs?: number
}

export interface ApiMethods extends Api {
  /** Every change after the cursor, in the requested order. Deadline and retries apply to each page. */
  changes(params?: ChangesParams, options?: ChangesOptions): AsyncGenerator<Change, void, undefined>
}

const POLL_MS = 5_000

export function apiMethods(settings: Settings): ApiMethods {
  const groups = Object.entries<Readonly<Record<string, ApiRow>>>(routes).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, methodOf(settings, row)])),
  ])
  const row = { method: 'GET', path: feed.changes, takes: 'query' } as const
  const readPage = methodOf(settings, row) as (params: Params, options: CallOptions) => Promise<ChangePage>
  return {
    // The table and the types are generated from the same definitions.
    ...(Object.fromEntries(groups) as Api),
    changes: (params = {}, options = {}) =>
      iterateChanges(params, options, after =>
        readPage({ after, watch: params.watch, order: params.order, limit: params.limit }, options),
      ),
  }
}

function methodOf(settings: Settings, { method, path, takes }: ApiRow) {
  return async (...args: readonly unknown[]): Promise<unknown> => {
    const rest = [...args]
    const own = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(String(rest.shift())))
    const given = takes === undefined ? undefined : (rest.shift() as Params | undefined)
    const options = (rest.shift() ?? {}) as CallOptions
    const base = settings.url
    const query = takes === 'query' ? (given ?? {}) : {}
    const [address, init] = buildRequest(base + own, query, settings.key, options)
    const body = takes === 'body' ? (given ?? {}) : takes === 'optional body' ? given : undefined
    const request = method === 'GET' ? init : changeOf(method, init.headers, body)
    return (await sendWithRetries(settings, { base, address, init: request }, options)).data
  }
}

function changeOf(method: string, headers: RequestInit['headers'], body: unknown): RequestInit {
  if (body === undefined) return { method, headers }
  const typed = { ...(headers as Record<string, string>), 'content-type': 'application/json' }
  return { method, headers: typed, body: JSON.stringify(body) }
}

async function* iterateChanges(
  { order, after = order === 'newest' ? undefined : '0' }: ChangesParams,
  { follow = false, pollMs = POLL_MS, signal }: ChangesOptions,
  readPage: (after: string | undefined) => Promise<ChangePage>,
): AsyncGenerator<Change, void, undefined> {
  for (let cursor = after; ; ) {
    const page = await readPage(cursor)
    yield* page.changes
    if (page.changes.length > 0 && page.cursor === cursor)
      throw new WaresProblem({
        code: 'unexpected_answer',
        detail: `the same page comes again after ${JSON.stringify(cursor)}`,
        retryable: false,
      })
    cursor = page.cursor
    if (page.changes.length > 0) continue
    if (!follow || order === 'newest') return
    await sleep(pollMs, signal)
  }
}

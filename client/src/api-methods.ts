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
  const send: SendRow = async ({ method, path }, { place, query, body }, options) => {
    const base = settings.url
    const [address, init] = buildRequest(base + pathOf(path, place), query, settings.key, options)
    const request = method === 'GET' ? init : changeOf(method, init.headers, body)
    return (await sendWithRetries(settings, { base, address, init: request }, options)).data
  }
  const row = { method: 'GET', path: feed.changes, takes: 'query' } as const
  const readPage = methodOf(send, row) as (params: Params, options: CallOptions) => Promise<ChangePage>
  return {
    ...apiOf(send),
    changes: (params = {}, options = {}) =>
      iterateChanges(params, options, after =>
        readPage({ after, watch: params.watch, order: params.order, limit: params.limit }, options),
      ),
  }
}

type Place = Readonly<Record<string, string>>

/** `place`: what stands for the names in the path. */
export type SendRow = (
  row: ApiRow,
  input: { readonly place: Place; readonly query: Params; readonly body: unknown },
  options: CallOptions,
) => Promise<unknown>

/** The methods of the table over anything that sends. */
export function apiOf(send: SendRow): Api {
  const groups = Object.entries<Readonly<Record<string, ApiRow>>>(routes).map(([group, rows]) => [
    group,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, methodOf(send, row)])),
  ])
  // The table and the types are generated from the same definitions.
  return Object.fromEntries(groups) as Api
}

export function pathOf(path: string, place: Place): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(place[name] ?? ''))
}

function methodOf(send: SendRow, row: ApiRow) {
  return async (...args: readonly unknown[]): Promise<unknown> => {
    const rest = [...args]
    const names = Array.from(row.path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name)
    const place = Object.fromEntries(names.map(name => [name, String(rest.shift())]))
    const params = row.takes === undefined ? undefined : (rest.shift() as Params | undefined)
    const query = row.takes === 'query' ? (params ?? {}) : {}
    const body = row.takes === 'body' ? (params ?? {}) : row.takes === 'optional body' ? params : undefined
    return send(row, { place, query, body }, rest.shift() ?? {})
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

// createWares: builds the client, an object with one property per site and its operations.
import { requestWithRetries, type Settings } from './request-with-retries.ts'
import { ANSWER_BYTES_MAX } from './read-bytes.ts'
import type { CallOptions, Row } from './operation.ts'
import { operations, type Wares } from './operations.ts'
import { iterateItems, iteratePages } from './iterate-pages.ts'
import type { Params } from './request.ts'
import { apiMethods, type ApiMethods } from './api-methods.ts'

export interface WaresOptions {
  /** Base URL of the Wares server, e.g. `http://127.0.0.1:8080`. */
  readonly url: string
  /** Only if the finder is served at a different URL. */
  readonly finderUrl?: string
  /** The key that `wares keys create` printed. Only the finder works without one. */
  readonly key?: string
  /** Deadline of each call, including its retries. Default: 30,000. */
  readonly deadlineMs?: number
  /** Further attempts after a retryable problem. Default: 3. */
  readonly retries?: number
  /** A longer answer is an `unexpected_answer`. Default: 64,000,000. */
  readonly answerBytesMax?: number
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch
}

export function createWares(options: WaresOptions): Wares & ApiMethods {
  const url = baseOf(options.url)
  const key = options.key?.trim()
  // An error of `fetch` would show it.
  if (/[^!-~]/.test(key ?? '')) throw new TypeError('`key` has characters that no Wares key has')
  const settings: Settings = {
    url,
    finderUrl: options.finderUrl === undefined ? url : baseOf(options.finderUrl),
    key,
    deadlineMs: options.deadlineMs ?? 30_000,
    retries: options.retries ?? 3,
    answerBytesMax: options.answerBytesMax ?? ANSWER_BYTES_MAX,
    fetch: options.fetch ?? ((...args) => fetch(...args)),
  }
  const sites = Object.entries<Readonly<Record<string, Row>>>(operations).map(([site, rows]) => [
    site,
    Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, operationOf(settings, row)])),
  ])
  // The table and the types are generated from the same definitions.
  return { ...(Object.fromEntries(sites) as Wares), ...apiMethods(settings) }
}

function operationOf(settings: Settings, row: Row) {
  const withMeta = (params: Params = {}, options: CallOptions = {}) =>
    requestWithRetries<unknown>(settings, row, params, options)
  const bare = async (params?: Params, options?: CallOptions) => (await withMeta(params, options)).data
  const pages = (params: Params = {}, options?: CallOptions) =>
    iteratePages(row, params, page => bare(page, options))
  const all = (params?: Params, options?: CallOptions) => iterateItems(row, pages(params, options))
  return Object.assign(bare, { withMeta }, row.pageMax === undefined ? {} : { pages, all })
}

function baseOf(address: string): string {
  const url = new URL(address)
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`
}

// Runs a task of a shop: fetches and reads until no more pages are needed, within the shop's own limits.
import type { Shop } from '../settings/shop-directory.ts'
import type { Send, UpstreamRequest, UpstreamResponse } from '../fetch/layer.ts'
import type { ListedShopResults, ListedShopTask, TaskStep } from '../extract/task.ts'
import type { FetchedSources, TaskJob, TaskReader } from '../extract/thread/task-reader.ts'
import { resolveSiteUrl } from '../settings/shop-origins.ts'
import type { GetOptions } from '#kit/page/get'
import { Fault } from '#kit/fault'
import { releaseBuffer } from '../fetch/network/inflate.ts'
import type { PageRequest } from '../extract/fetched-pages.ts'

/** What a task needs to be run. */
export interface TaskTools {
  readonly send: Send
  readonly reader: TaskReader
}

type FinishedStep = Exclude<TaskStep, { kind: 'needs' }>

export interface TaskRun {
  readonly step: FinishedStep
  /** Address of the page after redirects; empty if only data was read. */
  readonly source: string
}

/** `job` gives the task anew for each step, with the time of that step. */
export async function runTask(
  job: () => Pick<TaskJob, 'call' | 'entry'>,
  shop: Shop,
  { send, reader }: TaskTools,
  context: RequestContext,
): Promise<TaskRun> {
  const fetcher = createPageFetcher(shop, send, context)
  const { fetched } = fetcher
  // Pages of one shop are read in turn: a slow shop must not slow down the others.
  const step = () => reader.step({ ...context, ...job(), fetched })
  try {
    let outcome = await step()
    while (outcome.kind === 'needs') {
      await fetcher.fetchAll(outcome.requests)
      outcome = await step()
    }
    return { step: outcome, source: fetcher.source() }
  } finally {
    fetcher.close()
  }
}

/** Reads something of a listed shop. */
export async function runHostTask<T extends ListedShopTask>(
  task: T,
  shop: Shop,
  tools: TaskTools,
  context: RequestContext,
): Promise<{ readonly value: ListedShopResults[T['kind']]; readonly isShortLived: boolean }> {
  const { step } = await runTask(() => ({ call: task }), shop, tools, context)
  if (step.kind !== 'host') throw new Error('another task was answered')
  // A task gives what its kind promises.
  return { value: step.value as ListedShopResults[T['kind']], isShortLived: step.isShortLived }
}

/** Fetches the pages of an operation: resolves paths on the site's origins, and keeps responses and faults for the reader. */
export interface RequestContext {
  readonly caller: string
  readonly signal: AbortSignal
  readonly deadlineMs: number
  readonly onTiming: (stage: string, ms: number) => void
  readonly onExchange?: UpstreamRequest['onExchange']
}

export interface PageFetcher {
  readonly fetched: FetchedSources
  /** Fetches all in parallel. A fault is stored as the outcome of its request, not thrown. */
  fetchAll(requests: readonly PageRequest[]): Promise<void>
  /** URL of the last HTML page (a search may lead to it); empty if there was none. */
  source(): string
  /** Releases the bytes of all pages; nothing may be read from them after this. */
  close(): void
}

export function createPageFetcher(shop: Shop, send: Send, context: RequestContext): PageFetcher {
  const fetched: FetchedSources = new Map()
  let source = ''

  async function fetchOne({ target, options, isOptional }: PageRequest): Promise<UpstreamResponse> {
    throwIfDisabled(shop)
    const body = options.json === undefined ? undefined : JSON.stringify(options.json)
    const { url, site } = resolveTarget(shop, target, options)
    const response = await send({
      ...context,
      site,
      // A document that the answer can do without leaves time for the others.
      ...(isOptional ? { deadlineMs: (context.deadlineMs + performance.now()) / 2 } : {}),
      url,
      method: body === undefined ? 'GET' : 'POST',
      headers: { ...options.headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body }),
      accept: options.accept ?? 'html',
      // robots.txt is at the root of a host, whatever the base path of the shop.
      purpose: url.pathname === '/robots.txt' ? 'robots' : 'page',
    })
    if (body === undefined) source = pageAddress(response, shop) || source
    return response
  }

  return {
    fetched,
    async fetchAll(requests) {
      await Promise.all(
        requests.map(async request => {
          const fetchedOrFault = await fetchOne(request).catch(faultOrThrow)
          fetched.set(request.key, fetchedOrFault)
        }),
      )
      // After an abort nobody needs the pages.
      context.signal.throwIfAborted()
    },
    source: () => source,
    close() {
      for (const page of fetched.values()) if (!(page instanceof Fault)) releaseBuffer(page.body)
    },
  }
}

function faultOrThrow(error: unknown): Fault {
  if (error instanceof Fault) return error
  throw error
}

/** The page's URL for people; empty for data, and for a URL that contains one of the operator's settings. */
function pageAddress({ url, headers }: UpstreamResponse, { settings }: Shop): string {
  if (!/html/i.test(headers['content-type'] ?? '')) return ''
  const queryValues = new Set(url.searchParams.values())
  const hasSetting = Object.values(settings).some(value => value !== '' && queryValues.has(value))
  return hasSetting ? '' : url.origin + url.pathname + url.search
}

export function throwIfDisabled({ name, enabled }: Pick<Shop, 'name' | 'enabled'>): void {
  if (enabled) return
  throw new Fault('site_disabled', `the site ${name} is not configured, or is disabled`)
}

/** The URL, and the shop whose limits apply to it. */
function resolveTarget(
  shop: Shop,
  target: string,
  options: GetOptions,
): { readonly url: URL; readonly site: string } {
  const resolved = /^https?:\/\//i.test(target)
    ? resolveUrl(shop, target)
    : { url: resolvePath(shop, target, options.origin), site: shop.name }
  if (!resolved) throw new Fault('url_not_allowed', 'the URL is not on one of the hosts of this site')
  for (const [name, value] of Object.entries(options.query ?? {})) {
    if (value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value])
      resolved.url.searchParams.append(name, String(item))
  }
  return resolved
}

function resolveUrl(shop: Shop, target: string): { readonly url: URL; readonly site: string } | undefined {
  for (const { name, origins } of [shop, ...(shop.partners ?? [])]) {
    const url = resolveSiteUrl(origins, target) ?? rootRobots(origins, target)
    if (url) return { url, site: name }
  }
  return undefined
}

/** robots.txt stands at the root of a host, above the base path of a shop. */
function rootRobots(origins: Shop['origins'], target: string): URL | undefined {
  const roots = Object.values(origins).map(origin => new URL('/robots.txt', origin))
  return roots.find(root => root.href === target)
}

function resolvePath({ origins }: Shop, path: string, originName = 'main'): URL {
  const origin = origins[originName] ?? (originName === 'main' ? Object.values(origins)[0] : undefined)
  if (!origin) throw new Fault('site_disabled', `no origin named ${originName} is configured for this site`)
  // A page may state any text as the address of a further document.
  const url = URL.parse(origin + path)
  if (!/^(?:[/?]|$)/.test(path) || url?.origin !== new URL(origin).origin)
    throw new Fault('url_not_allowed', 'the address is not a path of this site')
  return url
}

// Reads a page that the caller already has: the product that a request would give, without a request to the shop.
import type { Config } from '../../settings/config.ts'
import { shopDirectoryOf, temporaryShop } from '../../settings/shop-directory.ts'
import { Fault } from '#kit/fault'
import type { GeneralProduct } from '#kit/product/general-product'
import type { Recorder } from '../../record/recordings/recorder.ts'
import type { RecordedCaller } from '../../record/recordings/run-trace.ts'
import { taughtTexts } from '#reader/taught/taught-rule'
import type { Send } from '../../fetch/layer.ts'
import { makeAnswer, valueOf } from '../cache/answer.ts'
import { runTask } from '../run-task.ts'
import type { TaskReader } from '../../extract/thread/task-reader.ts'

interface PostedParts {
  readonly config: Pick<Config, 'sites' | 'reader' | 'deadlineMs'>
  readonly reader: TaskReader
  readonly recorder: Pick<Recorder, 'start' | 'finish'>
}

export interface PostedPage {
  readonly url: string
  readonly html: string
}

interface PostedBy {
  readonly caller: string
  readonly recordFor: RecordedCaller
  readonly signal: AbortSignal
}

/** Reads a page that the caller sends, always with `sources` and without a cache. Throws the fault that the page means. */
export async function readPostedPage(
  { config, reader, recorder }: PostedParts,
  { url, html }: PostedPage,
  { caller, recordFor, signal }: PostedBy,
): Promise<GeneralProduct> {
  const { shop, address } = placeOf(config, url)
  const trace = recorder.start()
  trace?.attach(recordFor)
  const about = {
    operation: 'general.product',
    site: 'general',
    params: { url: address.href },
    way: 'posted',
    rules: shop.fields && taughtTexts(shop.fields),
  }
  const call = {
    kind: 'product',
    url: address.href,
    shop: shop.name,
    base: shop.origins.main ?? address.origin,
    atMs: Date.now(),
    include: ['sources'],
    currency: shop.currency,
    taught: shop.fields && { fields: shop.fields },
  } as const
  const context = {
    caller,
    signal,
    deadlineMs: performance.now() + config.deadlineMs,
    onTiming: () => {},
    ...(trace ? { onExchange: trace.onExchange } : {}),
  }
  try {
    const { step } = await runTask(
      () => ({ call }),
      shop,
      { send: sendPosted(address, html), reader },
      context,
    )
    if (step.kind !== 'done') throw new Error('another task was answered')
    const answer = makeAnswer(step.result, url, 0, call.atMs)
    if (trace) recorder.finish(trace, { ...about, answer })
    return valueOf(answer) as GeneralProduct
  } catch (error) {
    if (trace) recorder.finish(trace, { ...about, error })
    throw error
  }
}

/**
 * With the name and the rules of the shop, if there is one, and the address that the shop is asked at (https, no fragment);
 * any other host is read as if it were listed.
 */
function placeOf(config: PostedParts['config'], url: string) {
  const resolved = shopDirectoryOf(config).shopOf(url)
  const address = new URL(resolved?.url ?? url)
  address.hash = ''
  if (resolved) return { shop: resolved.shop, address }
  const { requestsPerSecond, concurrency, timeoutMs } = config.reader
  const host = address.protocol === 'https:' && address.port === '' ? address.hostname : address.origin
  const limits = { requestsPerSecond, concurrency, timeoutMs, render: 'none' } as const
  return { shop: temporaryShop(config.reader, { host, ...limits }), address }
}

/** Only the page is there: whatever else a platform would be asked for is left out. */
function sendPosted(address: URL, html: string): Send {
  return request => {
    if (request.url.href !== address.href)
      return Promise.reject(new Fault('not_found', 'only the posted page was read'))
    const startedMs = performance.now()
    const headers = { 'content-type': 'text/html; charset=utf-8' }
    const response = { url: address, status: 200, headers, body: Buffer.from(html), charset: 'utf-8' }
    request.onExchange?.({ request, response, error: undefined, startedMs, ms: 0 })
    return Promise.resolve(response)
  }
}

// Runs one case of a platform as a listed shop is read; only the network is replaced by the recording.
import { type Config, readConfig } from '../../src/settings/config.ts'
import { shopWith } from '../../src/settings/shop-fixture.ts'
import type { AnyListedShopTask } from '../../src/extract/task.ts'
import { createInlineReader } from '../../src/extract/thread/task-reader.ts'
import { runTask } from '../../src/answer/run-task.ts'
import { createEvents } from '../../src/runtime/events.ts'
import { Fault } from '#kit/fault'
import { replayHar } from '../../src/record/har/har.ts'
import { sites } from '../../adapters/sites/index.ts'
import type { Send } from '../../src/fetch/layer.ts'
import { createUpstream } from '../../src/fetch/index.ts'
import type { ExpectedOutcome, PlatformCase } from './find-cases.ts'

const BASE = 'https://shop.example'
const DEADLINE_MS = 5_000
/** Where the product was read, when, and from what. */
const UNCOMPARED = new Set(['url', 'site', 'fetched_at', 'sources'])

function configOfShop(): Config {
  const config = readConfig(sites, { WARES_CONFIG: undefined })
  const { concurrency, timeoutMs, render } = config.reader
  const host = { host: 'shop.example', requestsPerSecond: 10_000, concurrency, timeoutMs, render }
  return { ...config, reader: { ...config.reader, hosts: [host] } }
}
const config = configOfShop()

/** The outcome in the form of `expected.json`, and the requests that the recording does not have. */
export async function runPlatformCase(
  one: PlatformCase,
  spoil: (replay: Send) => Send = replay => replay,
): Promise<{ outcome: unknown; unrecorded: string[] }> {
  const { expected } = one
  const unrecorded: string[] = []
  const replay = spoil(replayHar(one.har, one.readBody))
  const network: Send = request =>
    replay(request).catch((error: unknown) => {
      unrecorded.push(request.url.href)
      throw error
    })
  return { outcome: await runOutcome(expected, taskOf(one), network), unrecorded }
}

async function runOutcome(
  expected: ExpectedOutcome,
  task: AnyListedShopTask,
  network: Send,
): Promise<unknown> {
  const upstream = createUpstream({ config, events: createEvents(), network })
  const { send } = upstream
  const context = {
    caller: 'replay',
    signal: new AbortController().signal,
    deadlineMs: performance.now() + DEADLINE_MS,
    onTiming: () => {},
  }
  try {
    const tools = { send, reader: createInlineReader() }
    const { step } = await runTask(() => ({ call: task }), shopWith(), tools, context)
    if (step.kind === 'host') return { ...expected, found: given(step.value) }
    if (step.kind !== 'done' || !('url' in expected)) throw new Error('another task was answered')
    const product = JSON.parse(Buffer.from(step.result.body).toString()) as Record<string, unknown>
    const fields = Object.entries(product).filter(([name]) => !UNCOMPARED.has(name))
    return { url: expected.url, product: given(Object.fromEntries(fields)) }
  } catch (error) {
    if (!(error instanceof Fault) || !('url' in expected)) throw error
    const { code, field } = error
    return { url: expected.url, fault: { code, ...(field === undefined ? {} : { field }) } }
  } finally {
    await upstream.close()
  }
}

function taskOf({ platform, expected }: PlatformCase): AnyListedShopTask {
  if ('url' in expected)
    return { kind: 'product', url: expected.url, shop: 'shop.example', base: BASE, atMs: 0, include: [] }
  const facts = 'currency' in expected ? { currency: expected.currency } : {}
  if ('search' in expected)
    return { kind: 'search', base: BASE, platform, facts, query: expected.search, page: 1 }
  const after = expected.list ?? undefined
  return { kind: 'list', base: BASE, platform, facts, after, withVariants: false }
}

/** Without null and empty fields, at every depth. */
function given(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(given)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, one]) => one !== null && one !== undefined && !(Array.isArray(one) && one.length === 0))
      .map(([name, one]) => [name, given(one)]),
  )
}

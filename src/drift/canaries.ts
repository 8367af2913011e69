// Canaries: known products that are fetched and checked on a schedule, within their site's limits and after all callers.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../engine/index.ts'
import type { Registry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import { operatorError } from '../operator-error.ts'
import type { Database } from '../state/database.ts'
import { CANARY_CALLER } from '../upstream/layer.ts'
import { isUnasked, postponedMs } from '../watch/checker.ts'
import { createWatchInputs, type WatchInputs } from '../watch/watch-input.ts'
import {
  type Canary,
  canaryId,
  type CanaryResult,
  type CanaryStatus,
  type CanaryStore,
  createCanaryStore,
} from './canary-store.ts'
import { parseExpectation, unmet } from './expectation.ts'
import { toRawParams } from '../kit/raw-params.ts'

export interface CanaryParts {
  readonly config: Pick<Config, 'sites' | 'reader' | 'canaries' | 'deadlineMs'>
  readonly database: Database<unknown>
  readonly engine: Pick<Engine, 'prepare' | 'run'>
  readonly registry: Registry
  readonly clock: Clock
  readonly onError?: (error: unknown) => void
}

export interface Canaries {
  readonly store: CanaryStore
  /** Reads the settings; throws if one is invalid. */
  start(): Promise<void>
  /** Checks those that are due. */
  tick(): Promise<number>
  /** The last known status; empty before the first read. */
  current(): readonly CanaryStatus[]
  close(): Promise<void>
}

const TICK_MS = 2_000
/** In addition to the request's deadline: time to record the result. */
const LEASE_BEYOND_DEADLINE_MS = 60_000

export function createCanaries(parts: CanaryParts): Canaries {
  const { config, database, clock, onError = () => {} } = parts
  const store = createCanaryStore(database)
  const ended = new AbortController()
  let current: readonly CanaryStatus[] = []
  let timer: NodeJS.Timeout | undefined
  let running: Promise<unknown> = Promise.resolve()

  async function tick(): Promise<number> {
    const due = await store.claim(clock.wallMs(), config.deadlineMs + LEASE_BEYOND_DEADLINE_MS)
    await Promise.all(
      due.map(async canary => {
        const result = await check(parts, canary, ended.signal)
        if ('postponedMs' in result) await store.postpone(canary, clock.wallMs() + result.postponedMs)
        else await store.record(canary, result, clock.wallMs())
      }),
    )
    current = await store.list()
    return due.length
  }

  function loop(): void {
    running = tick()
      .catch(onError)
      .finally(() => {
        if (!ended.signal.aborted) timer = setTimeout(loop, TICK_MS).unref()
      })
  }

  return {
    store,
    async start() {
      await store.apply(readCanaries(config.canaries, createWatchInputs(parts)), clock.wallMs())
      // Without canaries there is nothing to do.
      if (config.canaries.length > 0) loop()
    },
    tick,
    current: () => current,
    async close() {
      ended.abort()
      clearTimeout(timer)
      await running
    },
  }
}

/** Throws an operator error for the first invalid one. */
function readCanaries(listed: CanaryParts['config']['canaries'], inputs: WatchInputs): Canary[] {
  return listed.map(({ expect = [], ...target }, place) => {
    const where = `canaries[${place}] in wares.yaml`
    const expected = expect as readonly string[]
    if (expected.length === 0) throw operatorError(`${where}: expect needs conditions, such as "price > 0".`)
    for (const text of expected) {
      const parsed = parseExpectation(text)
      if ('error' in parsed) throw operatorError(`${where}: ${parsed.error}.`)
    }
    try {
      const { name, site, operation, params, everyS } = inputs.read(target, 'file')
      const canary = { name, site, operation, params, everyS, expect: expected }
      return { id: canaryId(canary), ...canary }
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      throw operatorError(`${where}: ${error.message}.`, error)
    }
  })
}

async function check(
  { engine, registry }: CanaryParts,
  { operation, params, expect }: Canary,
  signal: AbortSignal,
): Promise<CanaryResult | { readonly postponedMs: number }> {
  const requestId = `canary-${randomBytes(8).toString('hex')}`
  try {
    const entry = registry.byId.get(operation)
    if (!entry) return { unmet: `the operation ${operation} no longer exists`, mayPass: false, requestId }
    const rawParams = toRawParams(params)
    const { answer } = await engine.run(engine.prepare(entry, rawParams), {
      freshness: { maxAgeMs: 0, onlyIfCached: false, store: true },
      caller: CANARY_CALLER,
      recordFor: { requestId, keyId: null, isRecorded: false },
      signal,
      onTiming: () => {},
    })
    const value: unknown = JSON.parse(answer.body.toString())
    const wrong = expect.flatMap(text => {
      const parsed = parseExpectation(text)
      return 'error' in parsed ? [parsed.error] : (unmet(parsed, value) ?? [])
    })
    return { unmet: wrong.length > 0 ? wrong.join('; ').slice(0, 500) : undefined, mayPass: false, requestId }
  } catch (error) {
    if (isUnasked(error)) return { postponedMs: postponedMs(error) }
    if (!(error instanceof Fault)) throw error
    return { unmet: `${error.code}: ${error.message}`.slice(0, 500), mayPass: error.retryable, requestId }
  }
}

// Canaries: known products that are fetched and checked on a schedule, within their site's limits and after all callers.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../runtime/clock.ts'
import type { Config } from '../../settings/config.ts'
import type { Engine } from '../../answer/index.ts'
import type { Registry } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import { operatorError } from '../../runtime/operator-error.ts'
import type { Database } from '../../store/database.ts'
import { CANARY_CALLER } from '../../fetch/layer.ts'
import { wasNotSent, postponedMs } from '../../watch/check/watch-request.ts'
import { createWatchInputs, type WatchInputs } from '../../watch/watch-input.ts'
import {
  type Canary,
  canaryId,
  type CanaryResult,
  type CanaryStatus,
  createCanaryQueue,
  createCanaryStore,
} from './canary-store.ts'
import { parseExpectation, unmet } from './expectation.ts'
import { createWorkRunner } from '../../store/queue/work-runner.ts'
import { toRawParams } from '#kit/params/param-specs'
import { valueOf } from '../../answer/cache/answer.ts'

export interface CanaryParts {
  readonly config: Pick<Config, 'sites' | 'reader' | 'canaries'>
  readonly database: Database<unknown>
  readonly engine: Pick<Engine, 'prepare' | 'run'>
  readonly registry: Registry
  readonly clock: Clock
  readonly onError?: (error: unknown) => void
}

const MAX_CONCURRENT = 16
const READ_EVERY_MS = 15_000

export type Canaries = ReturnType<typeof createCanaries>

export function createCanaries(parts: CanaryParts) {
  const { config, database, clock, onError = () => {} } = parts
  const store = createCanaryStore(database)
  let current: readonly CanaryStatus[] = []
  const refresh = async (): Promise<void> => {
    current = await store.list()
  }
  const runner = createWorkRunner<Canary>({
    queue: createCanaryQueue(database),
    async run(canary, { signal }) {
      const result = await check(parts, canary, signal)
      if ('postponedMs' in result) return { dueAtMs: clock.wallMs() + result.postponedMs }
      // Also ends the lease.
      await store.record(canary, result, clock.wallMs())
      await refresh()
      return undefined
    },
    partitionLimit: site => config.sites[site]?.concurrency ?? config.reader.concurrency,
    limit: MAX_CONCURRENT,
    clock,
    onError,
  })
  let isRunning = false
  let timer: NodeJS.Timeout | undefined
  const readAgain = (): void => {
    refresh().catch(onError)
    // Other replicas also check canaries.
    timer = setTimeout(readAgain, READ_EVERY_MS).unref()
  }

  return {
    store,
    /** Reads the settings and starts to check; throws if one is invalid. Again after a change of settings. */
    async applySettings() {
      await store.apply(readCanaries(config.canaries, createWatchInputs(parts)), clock.wallMs())
      // Without canaries there is nothing to do, but those removed must leave the status.
      if (isRunning) await refresh()
      else if (config.canaries.length > 0) {
        isRunning = true
        runner.start()
        readAgain()
      }
    },
    /** The last known status; empty before the first read. */
    current: () => current,
    async close() {
      clearTimeout(timer)
      await runner.close()
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
      const { name, site, operation, params, everyS, isAuto } = inputs.read(target, 'file')
      if (isAuto) throw operatorError(`${where}: every must be a time such as 1h; auto is for watches.`)
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
    const value: unknown = valueOf(answer)
    const wrong = expect.flatMap(text => {
      const parsed = parseExpectation(text)
      return 'error' in parsed ? [parsed.error] : (unmet(parsed, value) ?? [])
    })
    return { unmet: wrong.length > 0 ? wrong.join('; ').slice(0, 500) : undefined, mayPass: false, requestId }
  } catch (error) {
    if (wasNotSent(error)) return { postponedMs: postponedMs(error) }
    if (!(error instanceof Fault)) throw error
    return { unmet: `${error.code}: ${error.message}`.slice(0, 500), mayPass: error.retryable, requestId }
  }
}

// What makes answers: worker threads, upstream, engine, and the watches and canaries that use them.
import { createCanaries } from '../health/canaries/canaries.ts'
import { createDrift } from '../health/drift/create-drift.ts'
import { createPriceMemory } from '../health/drift/price-memory.ts'
import type { Engine } from '../answer/index.ts'
import { openEngine } from '../answer/open-engine.ts'
import { createPooledReader } from '../extract/thread/task-reader.ts'
import { createSharedCache } from '../answer/cache/shared-cache.ts'
import { namesOf } from '../health/status.ts'
import { createTriedShops } from '../setup/try-shop.ts'
import { createRecorder } from '../record/recordings/recorder.ts'
import { createSharedRecordings } from '../record/recordings/shared-recordings.ts'
import { systemClock } from '../runtime/clock.ts'
import { moduleExtension } from '../runtime/package-files.ts'
import { createSharedAnswers } from '../store/redis/redis-answers.ts'
import { createRedisThrottle } from '../store/redis/redis-throttle.ts'
import type { Store } from '../store/store.ts'
import { createWatches } from '../watch/create-watches.ts'
import { ownerFinder } from '../watch/check/owned-request.ts'
import type { Context } from './context.ts'
import type { ServerOptions } from './server-options.ts'
import type { Services } from './services.ts'
import type { Config } from '../settings/config.ts'
import { type Admission, createLocalAdmission, createMemoryRateLimiter } from '../store/keys/admission.ts'
import { withGuestKey } from '../store/keys/guest-key.ts'
import { createKeyCache } from '../store/keys/key-cache.ts'
import { createMeter, type Meter } from '../store/keys/meter.ts'
import { createSharedAdmission } from '../store/redis/redis-admission.ts'
import type { SharedRedis } from '../store/redis/redis.ts'

/** Each worker loads it. */
const sitesModule = new URL(`../../adapters/sites/index.${moduleExtension}`, import.meta.url)

export type Work = ReturnType<typeof createWork>

export function createWork(context: Context, { store, redis }: Services, options: ServerOptions) {
  const { config, registry, events, log } = context
  const reader = openReader(context)
  const triedShops = createTriedShops()
  const recorder = openRecorder(context, store)
  const drift = openDrift(context, store)
  const prices = createPriceMemory(operation => drift.states().get(operation))
  const { engine, upstream } = openEngine(config, {
    events,
    triedShop: name => triedShops.get(name),
    sharedThrottle: redis && createRedisThrottle(redis),
    waitForReaders: () => reader?.pool.waitForRoom(),
    reader,
    recorder,
    expectsPrice: product => prices.expectsPrice(product),
    sharedCache: redis && createSharedCache(createSharedAnswers(redis), config),
  })
  const callers = createCallers(context, { store, redis }, options)
  const { meter, admission, guestKey } = callers
  const watches = createWatches({
    config,
    owners: { findOwner: ownerFinder(store.keys, [guestKey.record]), admission, meter },
    database: store.database,
    engine,
    registry,
    clock: systemClock,
    onError: error => log.error({ cause: String(error) }, 'watches'),
  })
  const canaries = openCanaries(context, store, engine)
  /** Stops what runs by itself; requests are still answered. */
  const stopSchedules = async (): Promise<void> => {
    await Promise.all([watches.close(), canaries.close()])
  }
  const close = async (): Promise<void> => {
    await drift.close()
    await upstream.close()
    await reader?.pool.close()
    await recorder.close()
    await meter.close()
  }
  return {
    ...callers,
    reader,
    upstream,
    triedShops,
    recorder,
    engine,
    watches,
    drift,
    canaries,
    stopSchedules,
    close,
  }
}

/** Undefined if pages are read on the main thread. */
function openReader({ config: { workers }, log }: Context) {
  if (workers === 0) return undefined
  const onReplaced = (kind: string): void => log.warn({ kind }, 'worker replaced')
  return createPooledReader({ workers, sitesModule, onReplaced })
}

/** On PostgreSQL, every replica explains the requests of the others. */
function openRecorder({ config, events, log }: Context, store: Store) {
  const { maxBytes, maxAgeMs } = config.record
  const onError = (message: string): void => log.warn({ cause: message }, 'recordings')
  return createRecorder({
    config,
    onDropped: reason => events.emit('recordingDropped', { reason }),
    shared: store.shared
      ? createSharedRecordings({ database: store.database, maxBytes, maxAgeMs, onError })
      : undefined,
    onError,
  })
}

function openDrift({ config, events, log }: Context, store: Store) {
  return createDrift({
    database: store.database,
    events,
    shops: () => namesOf(config),
    clock: systemClock,
    onTurn: turn => log.warn(turn, turn.to === 'drifting' ? 'a field drifts' : 'a field is back'),
    onError: error => log.error({ cause: String(error) }, 'drift'),
  })
}

function openCanaries({ config, registry, log }: Context, store: Store, engine: Engine) {
  return createCanaries({
    config,
    database: store.database,
    engine,
    registry,
    clock: systemClock,
    onError: error => log.error({ cause: String(error) }, 'canaries'),
  })
}

/** Who may call, how often, and what they have used. */
function createCallers(
  { config, log }: Pick<Context, 'config' | 'log'>,
  { store, redis }: Pick<Services, 'store' | 'redis'>,
  options: ServerOptions,
) {
  const meter = createMeter(store.usage, store.shared, error =>
    log.error({ cause: String(error) }, 'usage not written'),
  )
  return { ...openKeys(config, store, options), meter, admission: openAdmission(meter, redis) }
}

function openKeys(config: Config, store: Store, { extendKeys = cache => cache }: ServerOptions) {
  const keys = extendKeys(createKeyCache(store.keys, config.databaseGraceMs))
  const guestKey = withGuestKey(keys, Date.now(), () => hasGuestKey(config))
  return { keyCache: guestKey.keyCache, guestKey }
}

function openAdmission(meter: Meter, redis: SharedRedis | undefined): Admission {
  const local = createLocalAdmission(createMemoryRateLimiter(), meter)
  return redis ? createSharedAdmission({ redis, local, countedIn: meter.countedIn }) : local
}

/** While the sandbox is on, for a server that nobody elsewhere can reach. */
export function hasGuestKey({ isLocalOnly, sandbox }: Pick<Config, 'isLocalOnly' | 'sandbox'>): boolean {
  return isLocalOnly && sandbox.needed
}

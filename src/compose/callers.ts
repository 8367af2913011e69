// Who may call, how often, and what they have used.
import type { Config } from '../config.ts'
import { type Admission, createLocalAdmission } from '../state/admission.ts'
import { withGuestKeys } from '../state/guest-keys.ts'
import { createKeyCache } from '../state/key-cache.ts'
import { createMeter, type Meter } from '../state/meter.ts'
import { createMemoryRateLimiter } from '../state/rate-limiter.ts'
import { createSharedAdmission } from '../state/redis-admission.ts'
import type { SharedRedis } from '../state/redis.ts'
import type { Store } from '../state/store.ts'
import type { Context } from './context.ts'
import type { ServerOptions } from './server-options.ts'
import type { Services } from './services.ts'

export function createCallers(
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
  const guestKeys = withGuestKeys(keys, Date.now(), () => hasGuestKey(config))
  return { keyCache: guestKeys.keyCache, guestKeys }
}

function openAdmission(meter: Meter, redis: SharedRedis | undefined): Admission {
  const local = createLocalAdmission(createMemoryRateLimiter(), meter)
  return redis ? createSharedAdmission({ redis, local, countedIn: meter.countedIn }) : local
}

/** While the sandbox is on, for a server that nobody elsewhere can reach. */
export function hasGuestKey({ isLocalOnly, sandbox }: Pick<Config, 'isLocalOnly' | 'sandbox'>): boolean {
  return isLocalOnly && sandbox.needed
}

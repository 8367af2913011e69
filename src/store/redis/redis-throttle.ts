// The throttle per site that all replicas share: rate, concurrency, and the pauses that the site requested.
import { randomUUID } from 'node:crypto'
import type { PermitResult, SharedThrottle } from '../keys/site-permit.ts'
import { makeScript, type SharedRedis } from './redis.ts'

// The same leaky bucket as in site-rate.ts, except that it also grants a permit for a future time; the caller waits until then.
const ACQUIRE = makeScript(`
  local time = redis.call('TIME')
  local now = (time[1] - 1760000000) * 1000 + time[2] / 1000
  local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
  local paused = math.max(0, redis.call('PTTL', KEYS[2]))
  -- Longer than any pause: the clock was set back.
  if paused > tonumber(ARGV[7]) then
    redis.call('DEL', KEYS[2])
    paused = 0
  end
  -- A turn is taken at most so far ahead as its owner waits: a clock that was set back must not close the site.
  local latest = now + burst * interval + math.max(tonumber(ARGV[4]), tonumber(ARGV[5]))
  local start = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or now), now), latest)
  local wait = math.max(paused, start + (1 - burst) * interval - now, 0)
  if wait > tonumber(ARGV[4]) then return { 'late', math.ceil(wait), paused } end
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
  -- A place that is kept for longer than places are is nobody's.
  redis.call('ZREMRANGEBYSCORE', KEYS[3], now + tonumber(ARGV[4]) + tonumber(ARGV[5]) + 60000, '+inf')
  if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[3]) then return { 'full' } end
  redis.call('SET', KEYS[1], string.format('%.6f', start + interval), 'PX', math.ceil(start + interval - now) + 1)
  redis.call('ZADD', KEYS[3], now + wait + ARGV[5], ARGV[6])
  redis.call('PEXPIRE', KEYS[3], math.ceil(wait + ARGV[5]))
  return { 'go', math.ceil(wait) }
`)

const RELEASE = makeScript(`return redis.call('ZREM', KEYS[1], ARGV[1])`)

/** Never shortens an existing pause. */
const PAUSE = makeScript(`
  if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
  return 1
`)

/** Cap for a pause; src/fetch applies the same one. */
const MAX_PAUSE_MS = 60 * 60_000

export function createRedisThrottle(redis: SharedRedis): SharedThrottle {
  return {
    async acquire(site, request) {
      const { intervalMs, burst, concurrency, maxWaitMs, permitTtlMs } = request
      const permits = `permits:${site}`
      const token = randomUUID()
      const reply = await redis.run(
        ACQUIRE,
        [`pace:${site}`, `pause:${site}`, permits],
        [intervalMs, burst, concurrency, maxWaitMs, permitTtlMs, token, MAX_PAUSE_MS],
      )
      return permitOf(reply, () => void redis.run(RELEASE, [permits], [token]))
    },
    async pause(site, ms) {
      if (ms >= 1) await redis.run(PAUSE, [`pause:${site}`], [Math.ceil(Math.min(ms, MAX_PAUSE_MS))])
    },
  }
}

/** Undefined if Redis is unavailable. */
function permitOf(reply: unknown, release: () => void): PermitResult | undefined {
  if (reply === undefined) return undefined
  const [word, waitMs = 0, pausedMs = 0] = reply as [Buffer, number?, number?]
  const kind = word.toString()
  if (kind === 'full') return { kind }
  return kind === 'late' ? { kind, waitMs, pausedMs } : { kind: 'go', waitMs, release }
}

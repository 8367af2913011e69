// The pace at which all replicas together ask a site: its rate, its number of requests at once, and the pauses it has asked for.
import { randomUUID } from 'node:crypto'
import { makeScript, type SharedRedis } from './redis.ts'

interface PaceWanted {
  readonly intervalMs: number
  readonly burst: number
  readonly concurrency: number
  /** Later than this is too late. */
  readonly longestWaitMs: number
  /** After which the place of a replica that has died is free again. */
  readonly holdMs: number
}

type Turn =
  | { readonly kind: 'go'; readonly waitMs: number; readonly leave: () => void }
  /** All places are taken. */
  | { readonly kind: 'full' }
  | { readonly kind: 'late'; readonly waitMs: number; readonly pausedMs: number }

export interface SharedPace {
  /** Takes a turn; undefined when replicas cannot agree now. */
  take(site: string, wanted: PaceWanted): Promise<Turn | undefined>
  /** Resolves when the others can know of it. */
  pause(site: string, ms: number): Promise<void>
}

// The same leaky bucket as the throttle's own, except that a turn in the future is taken too: its owner waits for it.
const TAKE = makeScript(`
  local time = redis.call('TIME')
  local now = (time[1] - 1760000000) * 1000 + time[2] / 1000
  local interval, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
  local paused = math.max(0, redis.call('PTTL', KEYS[2]))
  local start = math.max(tonumber(redis.call('GET', KEYS[1]) or now), now)
  local wait = math.max(paused, start + (1 - burst) * interval - now, 0)
  if wait > tonumber(ARGV[4]) then return { 'late', math.ceil(wait), paused } end
  redis.call('ZREMRANGEBYSCORE', KEYS[3], '-inf', now)
  if redis.call('ZCARD', KEYS[3]) >= tonumber(ARGV[3]) then return { 'full' } end
  redis.call('SET', KEYS[1], string.format('%.6f', start + interval), 'PX', math.ceil(start + interval - now) + 1)
  redis.call('ZADD', KEYS[3], now + wait + ARGV[5], ARGV[6])
  redis.call('PEXPIRE', KEYS[3], math.ceil(wait + ARGV[5]))
  return { 'go', math.ceil(wait) }
`)

const LEAVE = makeScript(`return redis.call('ZREM', KEYS[1], ARGV[1])`)

/** A longer pause stays. */
const PAUSE = makeScript(`
  if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
  return 1
`)

export function createSharedPace(redis: SharedRedis): SharedPace {
  return {
    async take(site, wanted) {
      const { intervalMs, burst, concurrency, longestWaitMs, holdMs } = wanted
      const permits = `permits:${site}`
      const token = randomUUID()
      const reply = (await redis.run(
        TAKE,
        [`pace:${site}`, `pause:${site}`, permits],
        [intervalMs, burst, concurrency, longestWaitMs, holdMs, token],
      )) as [Buffer, number?, number?] | undefined
      if (!reply) return undefined
      const [word, waitMs = 0, pausedMs = 0] = reply
      const kind = word.toString()
      if (kind === 'full') return { kind: 'full' }
      if (kind === 'late') return { kind: 'late', waitMs, pausedMs }
      return { kind: 'go', waitMs, leave: () => void redis.run(LEAVE, [permits], [token]) }
    },
    async pause(site, ms) {
      if (ms >= 1) await redis.run(PAUSE, [`pause:${site}`], [Math.ceil(ms)])
    },
  }
}

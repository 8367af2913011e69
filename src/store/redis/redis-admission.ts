// Admission across replicas: rate and quota in one script and one round trip; local while Redis is unavailable.
import type { Admission, AdmissionResult, Rate } from '../keys/admission.ts'
import type { KeyRecord } from '../keys/key-record.ts'
import { monthOf, nextMonthMs, type QuotaState } from '../keys/meter.ts'
import { makeScript, type SharedRedis } from './redis.ts'

/**
 * The arithmetic of rate-limiter.ts with the clock of Redis, on a recent epoch so that a double keeps fractions of a millisecond.
 * If Redis lacks the month's count, the script returns 'unknown', and the caller repeats it with the count from the store.
 */
const ADMIT = makeScript(`
  local time = redis.call('TIME')
  local now = (time[1] - 1760000000) * 1000 + time[2] / 1000
  local per, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
  local counted
  if KEYS[2] then
    counted = tonumber(redis.call('GET', KEYS[2]) or nil)
    if not counted then
      if ARGV[4] == '' then return 'unknown' end
      redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[6])
      counted = tonumber(ARGV[4])
    elseif ARGV[5] ~= '0' then
      counted = redis.call('INCRBY', KEYS[2], ARGV[5])
    end
  end
  -- A bucket never holds more than its burst: a clock that was set back must lock nobody out.
  local start = math.min(math.max(tonumber(redis.call('GET', KEYS[1]) or now), now), now + burst * per)
  local full = start + per
  local early = full - now - burst * per
  local allowed, remaining, retry, reset = 1, 0, 0, 0
  if early > 1e-4 then
    allowed, retry, reset = 0, early, start - now
  else
    redis.call('SET', KEYS[1], string.format('%.6f', full), 'PX', math.ceil(full - now) + 1)
    remaining, reset = math.floor(burst - (full - now) / per + 1e-4), full - now
  end
  local left = 0
  if counted then
    left = tonumber(ARGV[3]) - counted
    if left > 0 then redis.call('INCR', KEYS[2]) end
  end
  return { allowed, remaining, math.ceil(retry * 1000), math.ceil(reset * 1000), left }
`)

const REFUND = makeScript(`
  if redis.call('EXISTS', KEYS[1]) == 1 then return redis.call('DECR', KEYS[1]) end
  return 0
`)

export interface SharedAdmissionParts {
  readonly redis: SharedRedis
  /** Used while Redis is unavailable. */
  readonly local: Admission
  /** Calls that count against the month's quota, from the store. */
  readonly countedIn: (keyId: string, month: string) => Promise<number>
}

interface AdmissionCall {
  readonly caller: string
  readonly rate: Rate
  readonly key: KeyRecord | undefined
  readonly nowMs: number
}

/** Calls counted while Redis was unavailable and not yet added to its count, by month key. */
type UncountedCalls = Map<string, number>

export function createSharedAdmission(parts: SharedAdmissionParts): Admission {
  const uncounted: UncountedCalls = new Map()
  return {
    async admit(caller, rate, key, nowMs) {
      const call = { caller, rate, key, nowMs }
      const shared = await admitShared(parts, uncounted, call).catch(() => undefined)
      return shared ?? admitLocally(parts.local, uncounted, call)
    },
    peek: parts.local.peek,
  }
}

async function admitLocally(
  local: Admission,
  uncounted: UncountedCalls,
  { caller, rate, key, nowMs }: AdmissionCall,
): Promise<AdmissionResult> {
  const { rateLimit, quota } = await local.admit(caller, rate, key, nowMs)
  if (!quota?.allowed || !key) return { rateLimit, quota }
  const name = monthKey(key.id, nowMs)
  const commit = (counts: boolean) => void (counts && uncounted.set(name, (uncounted.get(name) ?? 0) + 1))
  return { rateLimit, quota: { ...quota, commit } }
}

/** Undefined if Redis is unavailable. `seed` is the month's count from the store, for when Redis lacks it. */
async function admitShared(
  parts: SharedAdmissionParts,
  uncounted: UncountedCalls,
  call: AdmissionCall,
  seed?: number,
): Promise<AdmissionResult | undefined> {
  const { caller, rate, key, nowMs } = call
  const quota = key?.monthlyQuota ?? undefined
  const month = key && quota !== undefined ? monthKey(key.id, nowMs) : undefined
  const missing = month === undefined ? 0 : (uncounted.get(month) ?? 0)
  if (month !== undefined) uncounted.delete(month)
  const expiryMs = CLOCK_SKEW_MS + nextMonthMs(nowMs) - nowMs
  const reply = await parts.redis.run(
    ADMIT,
    month === undefined ? [`rate:${caller}`] : [`rate:${caller}`, month],
    [1000 / rate.ratePerS, rate.burst, quota ?? '', seed ?? '', missing, expiryMs],
  )
  if (Array.isArray(reply)) return resultOf(reply as number[], parts.redis, quota, month, nowMs)
  // The seed includes the missing calls, because it is read after our own counts are written.
  if (reply !== undefined && key && seed === undefined) {
    return admitShared(parts, uncounted, call, await parts.countedIn(key.id, monthOf(nowMs)))
  }
  if (month !== undefined && missing > 0) uncounted.set(month, (uncounted.get(month) ?? 0) + missing)
  return undefined
}

function resultOf(
  [allowed, remaining = 0, retryUs = 0, resetUs = 0, left = 0]: number[],
  redis: SharedRedis,
  limit: number | undefined,
  month: string | undefined,
  nowMs: number,
): AdmissionResult {
  const rateLimit = {
    allowed: allowed === 1,
    remaining,
    retryAfterMs: retryUs / 1000,
    resetMs: resetUs / 1000,
  }
  if (limit === undefined || month === undefined) return { rateLimit, quota: undefined }
  const quota: QuotaState = {
    allowed: left > 0,
    limit,
    remaining: Math.max(0, left - 1),
    resetMs: nextMonthMs(nowMs) - nowMs,
    commit: counts => void (!counts && left > 0 && redis.run(REFUND, [month], [])),
  }
  return { rateLimit, quota }
}

/** Counts are kept this long after the month's end, because clocks differ. */
const CLOCK_SKEW_MS = 3_600_000

function monthKey(keyId: string, nowMs: number): string {
  return `month:${keyId}:${monthOf(nowMs)}`
}

// Admission counted across replicas: rate and quota in one script, one round trip; in this process alone while Redis is away.
import type { Admission, AdmissionResult } from './admission.ts'
import type { KeyRecord } from './key-record.ts'
import type { Rate } from './rate-limiter.ts'
import { monthOf, nextMonthMs, type QuotaState } from './meter.ts'
import { makeScript, type SharedRedis } from './redis.ts'

/**
 * The arithmetic of rate-limiter.ts, by the clock of Redis, from a late year zero so that fractions of a millisecond survive in a double.
 * A month that is not known here is first asked for with the caller's own count of it.
 */
const ADMIT = makeScript(`
  local time = redis.call('TIME')
  local now = (time[1] - 1760000000) * 1000 + time[2] / 1000
  local per, burst = tonumber(ARGV[1]), tonumber(ARGV[2])
  local counted
  if KEYS[2] then
    counted = number_at(KEYS[2])
    if not counted or counted ~= math.floor(counted) then
      if ARGV[4] == '' then return 'unknown' end
      redis.call('SET', KEYS[2], ARGV[4], 'PX', ARGV[6])
      counted = tonumber(ARGV[4])
    elseif ARGV[5] ~= '0' then
      counted = redis.call('INCRBY', KEYS[2], ARGV[5])
    end
  end
  -- A bucket never holds more than its burst: a clock that was set back must lock nobody out.
  local start = math.min(math.max(number_at(KEYS[1]) or now, now), now + burst * per)
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
  local counted = number_at(KEYS[1])
  if counted and counted == math.floor(counted) then return redis.call('DECR', KEYS[1]) end
  return 0
`)

export interface SharedAdmissionParts {
  readonly redis: SharedRedis
  /** For while Redis is away. */
  readonly local: Admission
  /** Calls of the month that count, as the store knows them. */
  readonly countedIn: (keyId: string, month: string) => Promise<number>
}

export function createSharedAdmission({ redis, local, countedIn }: SharedAdmissionParts): Admission {
  /** By month key: calls that were counted while Redis was away, and are owed to it. */
  const owed = new Map<string, number>()

  async function alone(
    caller: string,
    rate: Rate,
    key: KeyRecord | undefined,
    nowMs: number,
  ): Promise<AdmissionResult> {
    const { rateLimit, quota } = await local.admit(caller, rate, key, nowMs)
    if (!quota?.allowed || !key) return { rateLimit, quota }
    const name = monthKey(key.id, nowMs)
    const settle = (counts: boolean) => void (counts && owed.set(name, (owed.get(name) ?? 0) + 1))
    return { rateLimit, quota: { ...quota, commit: settle } }
  }

  async function ask(
    caller: string,
    { ratePerS, burst }: Rate,
    key: KeyRecord | undefined,
    nowMs: number,
    seed?: number,
  ): Promise<AdmissionResult | undefined> {
    const quota = key?.monthlyQuota ?? undefined
    const month = key && quota !== undefined ? monthKey(key.id, nowMs) : undefined
    const debt = month === undefined ? 0 : (owed.get(month) ?? 0)
    if (month !== undefined) owed.delete(month)
    const reply = await redis.run(
      ADMIT,
      month === undefined ? [`rate:${caller}`] : [`rate:${caller}`, month],
      [1000 / ratePerS, burst, quota ?? '', seed ?? '', debt, CLOCK_SKEW_MS + nextMonthMs(nowMs) - nowMs],
    )
    const numbers = numbersOf(reply)
    if (numbers) return admittedOf(numbers, quota, month, nowMs)
    // The seed already holds what was owed: it is read after our own counts are written.
    if (reply !== undefined && key && seed === undefined) {
      const counted = await countedIn(key.id, monthOf(nowMs))
      return ask(caller, { ratePerS, burst }, key, nowMs, counted)
    }
    if (month !== undefined && debt > 0) owed.set(month, (owed.get(month) ?? 0) + debt)
    return undefined
  }

  function admittedOf(
    [allowed, remaining = 0, retryUs = 0, resetUs = 0, left = 0]: number[],
    limit: number | undefined,
    month: string | undefined,
    nowMs: number,
  ): AdmissionResult {
    const taken = { allowed: allowed === 1, remaining, retryAfterMs: retryUs / 1000, resetMs: resetUs / 1000 }
    if (limit === undefined || month === undefined) return { rateLimit: taken, quota: undefined }
    const quota: QuotaState = {
      allowed: left > 0,
      limit,
      remaining: Math.max(0, left - 1),
      resetMs: nextMonthMs(nowMs) - nowMs,
      commit: counts => void (!counts && left > 0 && redis.run(REFUND, [month], [])),
    }
    return { rateLimit: taken, quota }
  }

  return {
    async admit(caller, rate, key, nowMs) {
      const shared = await ask(caller, rate, key, nowMs).catch(() => undefined)
      return shared ?? alone(caller, rate, key, nowMs)
    },
    peek: local.peek,
  }
}

/** What the script answers when it has counted. */
function numbersOf(reply: unknown): number[] | undefined {
  const isCount = Array.isArray(reply) && reply.length === 5 && reply.every(Number.isSafeInteger)
  return isCount ? (reply as number[]) : undefined
}

/** Beyond the month's end, for clocks that differ. */
const CLOCK_SKEW_MS = 3_600_000

function monthKey(keyId: string, nowMs: number): string {
  return `month:${keyId}:${monthOf(nowMs)}`
}

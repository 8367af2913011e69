// A caller's own usage: GET /api/v1/usage with its key; rows, totals and what is left of its limits.
import { type Given, invalid } from '../engine/params.ts'
import { Fault, type ParameterError } from '../kit/fault.ts'
import type { KeyRecord } from '../state/keys.ts'
import { type Meter, monthOf } from '../state/meter.ts'
import { totalsOf, type UsageFilter, type UsageRow, type UsageStore } from '../state/usage.ts'
import { type Exchange, end, sendProblem } from './exchange.ts'
import { admitKey, type GateParts, showAnonymousLimit } from './admit.ts'
import { givenInQuery } from './operations.ts'
import { asFault } from './problems.ts'

export const USAGE_PATH = '/api/v1/usage'

const METHODS = 'GET, HEAD, OPTIONS'

export interface UsageParts extends GateParts {
  readonly usage: UsageStore
  readonly meter: Meter
}

export function createUsage(parts: UsageParts): (exchange: Exchange) => Promise<void> {
  async function answer(exchange: Exchange): Promise<void> {
    const { request } = exchange
    if (request.method === 'OPTIONS') return end(exchange, 204, ['allow', METHODS])
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      throw new Fault('method_not_allowed', `${request.method} is not allowed here; use one of ${METHODS}`)
    }
    const keyText = request.headers['x-api-key']
    if (typeof keyText !== 'string' || keyText === '') {
      throw new Fault('missing_key', 'send your key in the header x-api-key')
    }
    // Looking at the account takes of the rate, but not of the quota.
    const key = await admitKey(parts, exchange, keyText, false)
    const period = periodOf(givenInQuery(request.url ?? ''), Date.now())
    const body = Buffer.from(JSON.stringify(await accountOf(parts, exchange, key, period)))
    end(
      exchange,
      200,
      [
        'content-type',
        'application/json; charset=utf-8',
        'cache-control',
        'private, no-store',
        'content-length',
        String(body.length),
      ],
      body,
    )
  }

  return async exchange => {
    try {
      await answer(exchange)
    } catch (error) {
      const fault = asFault(error)
      if (fault.status === 401 || fault.status === 405) showAnonymousLimit(parts, exchange)
      sendProblem(exchange, fault, fault.status === 405 ? ['allow', METHODS] : [])
    }
  }
}

type Period = Required<Pick<UsageFilter, 'from' | 'to'>>

async function accountOf(
  { meter, usage }: UsageParts,
  { limit }: Exchange,
  key: KeyRecord,
  period: Period,
): Promise<unknown> {
  try {
    // First, because it brings in what was counted here just now.
    const counted = await meter.countedIn(key.id, monthOf(Date.now()))
    const rows = await usage.read({ keyId: key.id, ...period })
    return {
      key: { id: key.id, name: key.name },
      ...period,
      rows: rows.map(({ keyId: _keyId, ...row }: UsageRow) => row),
      totals: totalsOf(rows),
      limits: {
        rate: limit && {
          per_second: limit.rate.ratePerS,
          burst: limit.rate.burst,
          remaining: limit.taken.remaining,
        },
        quota:
          key.monthlyQuota === null
            ? null
            : { limit: key.monthlyQuota, remaining: Math.max(0, key.monthlyQuota - counted) },
      },
    }
  } catch (cause) {
    throw new Fault('overloaded', 'usage cannot be read at the moment', { retryAfterMs: 2_000, cause })
  }
}

/** Days in UTC, both included; this month when nothing is said. */
function periodOf(given: readonly Given[], nowMs: number): Period {
  const period = { from: `${monthOf(nowMs)}-01`, to: new Date(nowMs).toISOString().slice(0, 10) }
  const errors: ParameterError[] = []
  for (const { name, value } of given) {
    if (name !== 'from' && name !== 'to') {
      errors.push({ name, in: 'query', message: 'unknown parameter', accepted: ['from', 'to'] })
    } else if (!isDay(value)) {
      errors.push({ name, in: 'query', message: `${name} must be a day such as 2027-01-31` })
    } else {
      period[name] = value
    }
  }
  if (errors.length > 0) throw invalid(errors)
  return period
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

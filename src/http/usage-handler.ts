// GET /api/v1/usage: the caller's own usage as rows, totals and remaining limits.
import { invalidParameterFault } from '../engine/read-params.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { Fault, type ParameterError } from '../kit/fault.ts'
import type { KeyRecord } from '../state/key-record.ts'
import { type Meter, monthOf } from '../state/meter.ts'
import { totalsOf, type UsageFilter, type UsageRow, type UsageStore } from '../state/usage-store.ts'
import { admitKey, type AdmitParts } from './admit.ts'
import type { Exchange } from './exchange.ts'
import { parseQueryParams } from './operation-handler.ts'
import { sendJson } from './respond.ts'
import type { Route } from './route.ts'
import { USAGE_PATH } from './usage-openapi.ts'

export interface UsageParts extends AdmitParts {
  readonly usage: UsageStore
  readonly meter: Meter
}

export function usageRoute(parts: UsageParts): Route {
  return {
    path: USAGE_PATH,
    methods: ['GET', 'HEAD'],
    // Reading the usage counts against the rate limit, but not against the quota.
    admit: exchange => admitKey(parts, exchange, false),
    async handle(exchange) {
      const { request, key } = exchange
      if (!key) throw new Error('usage was asked for without a key')
      const period = periodOf(parseQueryParams(request.url ?? ''), Date.now())
      sendJson(exchange, 200, await buildUsageReport(parts, exchange, key, period), [
        'cache-control',
        'private, no-store',
      ])
    },
  }
}

type Period = Required<Pick<UsageFilter, 'from' | 'to'>>

async function buildUsageReport(
  { meter, usage }: UsageParts,
  { limit }: Exchange,
  key: KeyRecord,
  period: Period,
): Promise<unknown> {
  try {
    // First, because it also writes the counts that are still in memory.
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

/** Days in UTC, both inclusive; the current month by default. */
function periodOf(rawParams: readonly RawParam[], nowMs: number): Period {
  const period = { from: `${monthOf(nowMs)}-01`, to: new Date(nowMs).toISOString().slice(0, 10) }
  const errors: ParameterError[] = []
  for (const { name, value } of rawParams) {
    if (name !== 'from' && name !== 'to') {
      errors.push({ name, in: 'query', message: 'unknown parameter', accepted: ['from', 'to'] })
    } else if (!isDay(value)) {
      errors.push({ name, in: 'query', message: `${name} must be a day such as 2027-01-31` })
    } else {
      period[name] = value
    }
  }
  if (errors.length > 0) throw invalidParameterFault(errors)
  return period
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

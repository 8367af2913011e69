// GET /api/v1/usage: the caller's own usage as rows, totals and remaining limits; with `keys=all` that of every key.
import { invalidParameterFault } from '../engine/read-params.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { Fault, type ParameterError } from '../kit/fault.ts'
import { isInScope, type KeyRecord, type KeyStore } from '../state/key-record.ts'
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
  readonly keys: Pick<KeyStore, 'list'>
}

const ALL_SCOPE = 'usage:all'

export function usageRoute(parts: UsageParts): Route {
  return {
    path: USAGE_PATH,
    methods: ['GET', 'HEAD'],
    // Reading the usage counts against the rate limit, but not against the quota.
    admit: exchange => admitKey(parts, exchange, false),
    async handle(exchange) {
      const { request, key } = exchange
      if (!key) throw new Error('usage was asked for without a key')
      const asked = readQuestion(parseQueryParams(request.url ?? ''), Date.now())
      if (asked.isOfAll && !isInScope(key, ALL_SCOPE))
        throw new Fault('key_not_allowed', `the usage of all keys needs a key with the scope ${ALL_SCOPE}`)
      sendJson(exchange, 200, await buildUsageReport(parts, exchange, key, asked), [
        'cache-control',
        'private, no-store',
      ])
    },
  }
}

type Period = Required<Pick<UsageFilter, 'from' | 'to'>>

interface Question {
  readonly period: Period
  /** Of every key, not of the caller's. */
  readonly isOfAll: boolean
}

async function buildUsageReport(
  { meter, usage, keys }: UsageParts,
  { limit }: Exchange,
  key: KeyRecord,
  { period, isOfAll }: Question,
): Promise<unknown> {
  try {
    // First, because it also writes the counts that are still in memory.
    const counted = await meter.countedIn(key.id, monthOf(Date.now()))
    const rows = await usage.read(isOfAll ? period : { keyId: key.id, ...period })
    return {
      key: { id: key.id, name: key.name },
      ...period,
      rows: rows.map(({ keyId, ...row }: UsageRow) => (isOfAll ? { key_id: keyId, ...row } : row)),
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
      can_see_all: isInScope(key, ALL_SCOPE),
      ...(isOfAll && { keys: (await keys.list()).map(({ id, name }) => ({ id, name })) }),
    }
  } catch (cause) {
    throw new Fault('overloaded', 'usage cannot be read at the moment', { retryAfterMs: 2_000, cause })
  }
}

/** Days in UTC, both inclusive; the current month by default. */
function readQuestion(rawParams: readonly RawParam[], nowMs: number): Question {
  const period = { from: `${monthOf(nowMs)}-01`, to: new Date(nowMs).toISOString().slice(0, 10) }
  const errors: ParameterError[] = []
  let isOfAll = false
  for (const { name, value } of rawParams) {
    if (name === 'keys') {
      isOfAll = value === 'all'
      if (!isOfAll) errors.push({ name, in: 'query', message: 'keys must be all', accepted: ['all'] })
    } else if (name !== 'from' && name !== 'to') {
      errors.push({ name, in: 'query', message: 'unknown parameter', accepted: ['from', 'to', 'keys'] })
    } else if (!isDay(value)) {
      errors.push({ name, in: 'query', message: `${name} must be a day such as 2027-01-31` })
    } else {
      period[name] = value
    }
  }
  if (errors.length > 0) throw invalidParameterFault(errors)
  return { period, isOfAll }
}

function isDay(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
}

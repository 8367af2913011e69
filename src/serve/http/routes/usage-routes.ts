// GET /api/v1/usage: the caller's own usage as rows, totals and remaining limits; with `keys=all` that of every key.
import { type Caller, defineRoute } from '../define-route.ts'
import { Fault } from '#kit/fault'
import { f } from '../../../settings/fields.ts'
import { describedSchema, namedSchema } from '../../../settings/named-schema.ts'
import { t } from '#kit/schema/schema'
import type { KeyStore } from '../../../store/keys/key-record.ts'
import { type Meter, monthOf } from '../../../store/keys/meter.ts'
import { totalsOf, type UsageRow as CountedRow, type UsageStore } from '../../../store/usage-store.ts'

interface UsageParts {
  readonly usage: UsageStore
  readonly meter: Meter
  readonly keys: Pick<KeyStore, 'list'>
}

const ALL_SCOPE = 'usage:all'

const day = (description: string) => t.text({ description, format: 'date', examples: ['2027-01-31'] })

const counts = {
  calls: t.integer('Number of requests'),
  counted: t.integer('Number of requests that count against the quota'),
}

const UsageKey = namedSchema('UsageKey', 'A key without its secret', {
  id: t.text('As `wares keys list` shows it'),
  name: t.text('Name set by the operator'),
})

const UsageRow = namedSchema('UsageRow', 'Requests with the same day, operation, outcome and cache state', {
  key_id: t.optional(t.text('The key that made them, or `bulk`; only with `keys=all`')),
  day: day('Day of the requests, in UTC'),
  operation: t.text('Id of the operation'),
  outcome: t.text('`ok`, or the code of the problem'),
  cache: t.text('`hit`, `miss`, `shared` with an identical request, or `none`'),
  ...counts,
})

const UsageRate = namedSchema('UsageRate', 'Rate limit of a key', {
  per_second: t.number('Requests added per second'),
  burst: t.integer('Maximum number of requests at once'),
  remaining: t.integer('Requests left now'),
})

const UsageQuota = namedSchema('UsageQuota', 'Quota of a calendar month, in UTC', {
  limit: t.integer('Requests per month'),
  remaining: t.integer('Requests left this month'),
})

const Usage = namedSchema('Usage', 'Requests of one key in a period', {
  key: describedSchema(UsageKey, 'The key that was sent'),
  from: day('First day of the period, in UTC'),
  to: day('Last day of the period, in UTC'),
  rows: t.list(UsageRow, 'One row per day, operation, outcome and cache state'),
  totals: describedSchema(namedSchema('UsageTotals', 'Sums of requests', counts), 'Sums of all rows'),
  limits: describedSchema(
    namedSchema('UsageLimits', 'Limits of the key and what is left of them', {
      rate: describedSchema(UsageRate, 'Token bucket of the key'),
      quota: t.orNull(UsageQuota, 'Monthly quota; null if there is none'),
    }),
    'Limits of the key',
  ),
  can_see_all: t.optional(t.flag('Whether this key may ask for the usage of all keys')),
  keys: t.optional(t.list(UsageKey, 'The keys by name; only with `keys=all`')),
})

const example = {
  key: { id: 'key_7f9a2c41d0be', name: 'analyst' },
  from: '2027-01-01',
  to: '2027-01-31',
  rows: [
    {
      day: '2027-01-31',
      operation: 'sneakerhub.prices',
      outcome: 'ok',
      cache: 'miss',
      calls: 12,
      counted: 12,
    },
  ],
  totals: { calls: 12, counted: 12 },
  limits: {
    rate: { per_second: 20, burst: 40, remaining: 39 },
    quota: { limit: 100000, remaining: 99988 },
  },
  can_see_all: false,
} as const

const getUsage = defineRoute({
  id: 'usage.get',
  tag: 'usage',
  method: 'GET',
  path: '/api/v1/usage',
  scope: [],
  summary: 'Requests of your key, by day and operation',
  description:
    'Shows the key that is sent; with `keys=all` every key, for a key with the scope `usage:all`. Counts against the rate limit, not the quota.',
  answers: { 200: 'The usage of the key.' },
  query: {
    from: f.day('First day, in UTC; defaults to the first of this month.'),
    to: f.day('Last day (inclusive), in UTC; defaults to today.'),
    keys: f.oneOf('`all` for the usage of every key; needs the scope `usage:all`.', ['all']),
  },
  result: Usage,
  rows: 'rows',
  example: { result: example },
  check: ({ query: { from, to } }) =>
    from !== undefined && to !== undefined && from > to
      ? [{ name: 'to', in: 'query', message: 'to must not be before from' }]
      : [],
  async handle({ query, caller }, parts: UsageParts) {
    const isOfAll = query.keys === 'all'
    if (isOfAll && !caller.covers(ALL_SCOPE))
      throw new Fault('key_not_allowed', `the usage of all keys needs a key with the scope ${ALL_SCOPE}`)
    const nowMs = Date.now()
    const period = {
      from: query.from ?? `${monthOf(nowMs)}-01`,
      to: query.to ?? new Date(nowMs).toISOString().slice(0, 10),
    }
    try {
      return await reportOf(parts, caller, period, isOfAll)
    } catch (cause) {
      throw new Fault('overloaded', 'usage cannot be read at the moment', { retryAfterMs: 2_000, cause })
    }
  },
})

interface Period {
  readonly from: string
  readonly to: string
}

async function reportOf(
  { meter, usage, keys }: UsageParts,
  caller: Caller,
  period: Period,
  isOfAll: boolean,
) {
  const { key, rate } = caller
  // First, because it also writes the counts that are still in memory.
  const usedThisMonth = await meter.countedIn(key.id, monthOf(Date.now()))
  const rows = await usage.read(isOfAll ? period : { keyId: key.id, ...period })
  const quota = key.monthlyQuota
  return {
    key: { id: key.id, name: key.name },
    ...period,
    rows: rows.map(({ keyId, ...row }: CountedRow) => (isOfAll ? { key_id: keyId, ...row } : row)),
    totals: totalsOf(rows),
    limits: {
      rate: {
        per_second: rate?.perSecond ?? 0,
        burst: rate?.burst ?? 0,
        remaining: rate?.remaining ?? 0,
      },
      quota: quota === null ? null : { limit: quota, remaining: Math.max(0, quota - usedThisMonth) },
    },
    can_see_all: caller.covers(ALL_SCOPE),
    ...(isOfAll && { keys: (await keys.list()).map(({ id, name }) => ({ id, name })) }),
  }
}

export const usageRoutes = [getUsage] as const

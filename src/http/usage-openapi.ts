// The usage endpoint in the OpenAPI document.
type Json = Record<string, unknown>

const text = (description: string, more: Json = {}) => ({ type: 'string', description, ...more })
const integer = (description: string) => ({ type: 'integer', description })
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })
const day = (description: string) => text(description, { format: 'date', examples: ['2027-01-31'] })

export const USAGE_PATH = '/api/v1/usage'

export const usageTag = { name: 'usage', description: 'Usage by key' }

export function usagePath(problem: (status: number) => Json): Json {
  const bound = (name: string, description: string) => ({
    name,
    in: 'query',
    description,
    required: false,
    schema: { type: 'string', format: 'date' },
  })
  return {
    get: {
      operationId: 'usage.get',
      summary: 'Requests of your key, by day and operation',
      description:
        'Shows the key that is sent; with `keys=all` every key, for a key with the scope `usage:all`. Counts against the rate limit, not the quota.',
      tags: [usageTag.name],
      security: [{ key: [] }],
      parameters: [
        bound('from', 'First day, in UTC; defaults to the first of this month.'),
        bound('to', 'Last day (inclusive), in UTC; defaults to today.'),
        {
          name: 'keys',
          in: 'query',
          description: '`all` for the usage of every key; needs the scope `usage:all`.',
          required: false,
          schema: { type: 'string', enum: ['all'] },
        },
      ],
      responses: {
        200: {
          description: 'The usage of the key.',
          content: { 'application/json': { schema: ref('Usage'), example: EXAMPLE } },
        },
        ...Object.fromEntries([400, 401, 403, 429, 503].map(status => [status, problem(status)])),
      },
    },
  }
}

export const usageSchemas: Json = {
  Usage: {
    type: 'object',
    description: 'Requests of one key in a period',
    required: ['key', 'from', 'to', 'rows', 'totals', 'limits'],
    properties: {
      key: { ...ref('UsageKey'), description: 'The key that was sent' },
      from: day('First day of the period, in UTC'),
      to: day('Last day of the period, in UTC'),
      rows: {
        type: 'array',
        description: 'One row per day, operation, outcome and cache state',
        items: ref('UsageRow'),
      },
      totals: { ...ref('UsageTotals'), description: 'Sums of all rows' },
      limits: { ...ref('UsageLimits'), description: 'Limits of the key' },
      can_see_all: { type: 'boolean', description: 'Whether this key may ask for the usage of all keys' },
      keys: { type: 'array', description: 'The keys by name; only with `keys=all`', items: ref('UsageKey') },
    },
  },
  UsageKey: {
    type: 'object',
    description: 'A key without its secret',
    required: ['id', 'name'],
    properties: { id: text('As `wares keys list` shows it'), name: text('Name set by the operator') },
  },
  UsageRow: {
    type: 'object',
    description: 'Requests with the same day, operation, outcome and cache state',
    required: ['day', 'operation', 'outcome', 'cache', 'calls', 'counted'],
    properties: {
      key_id: text('The key that made them, or `bulk`; only with `keys=all`'),
      day: day('Day of the requests, in UTC'),
      operation: text('Id of the operation'),
      outcome: text('`ok`, or the code of the problem'),
      cache: text('`hit`, `miss`, `shared` with an identical request, or `none`'),
      calls: integer('Number of requests'),
      counted: integer('Number of requests that count against the quota'),
    },
  },
  UsageTotals: {
    type: 'object',
    description: 'Sums of requests',
    required: ['calls', 'counted'],
    properties: {
      calls: integer('Number of requests'),
      counted: integer('Number of requests that count against the quota'),
    },
  },
  UsageLimits: {
    type: 'object',
    description: 'Limits of the key and what is left of them',
    required: ['rate', 'quota'],
    properties: {
      rate: { ...ref('UsageRate'), description: 'Token bucket of the key' },
      quota: {
        description: 'Monthly quota; null if there is none',
        anyOf: [ref('UsageQuota'), { type: 'null' }],
      },
    },
  },
  UsageRate: {
    type: 'object',
    description: 'Rate limit of a key',
    required: ['per_second', 'burst', 'remaining'],
    properties: {
      per_second: { type: 'number', description: 'Requests added per second' },
      burst: integer('Maximum number of requests at once'),
      remaining: integer('Requests left now'),
    },
  },
  UsageQuota: {
    type: 'object',
    description: 'Quota of a calendar month, in UTC',
    required: ['limit', 'remaining'],
    properties: { limit: integer('Requests per month'), remaining: integer('Requests left this month') },
  },
}

const EXAMPLE = {
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
}

// /healthz, /readyz, /status.json and the settings in effect: what balancers, monitoring and the pages ask this server about itself.
import type { EffectiveSetting } from '../../../settings/effective-settings.ts'
import { defineRoute } from '../define-route.ts'
import type { DeepReadonly } from '../../../settings/fields.ts'
import { describedSchema, namedSchema } from '../../../settings/named-schema.ts'
import { type Static, t } from '#kit/schema/schema'
import { listedExample, Shop } from './shop-routes.ts'

const TAG = 'system'
const time = (description: string) => t.text({ description, format: 'date-time' })
const orNull = {
  text: (description: string) => t.orNull(t.text(), description),
  number: (description: string) => t.orNull(t.number(), description),
  time: (description: string) => t.orNull(t.text({ format: 'date-time' }), description),
}

const Health = namedSchema('Health', 'That the process answers', {
  status: t.oneOf(['alive'], 'Always `alive`'),
})

const Readiness = namedSchema('Readiness', 'Whether requests are served', {
  status: t.oneOf(
    ['ready', 'degraded', 'closing'],
    '`degraded`: requests continue without what is missing; `closing`: with status 503',
  ),
  reasons: t.list(t.text(), 'What is missing, one sentence each'),
})

const DriftingField = namedSchema('DriftingField', 'A field that answers have less often than before', {
  operation: t.text('Id of the operation'),
  field: t.text('JSON Pointer of the field'),
  since: t.text('When it began'),
  usual_share: t.number('Share of answers with the field before'),
  share: t.number('Share of answers with the field recently'),
})

const SiteDrift = namedSchema('SiteDrift', 'The answers of a shop and their fields in the last 30 days', {
  drifting: t.list(DriftingField, 'The fields that drift'),
  answers: t.integer('Number of answers'),
  absent_share: orNull.number('Share of all fields that are listed as absent'),
  silent_null_share: orNull.number('Share of all fields that are empty without being listed as absent'),
  presence: t.list(
    namedSchema('DayPresence', 'A day of answers', {
      day: t.text('Day, in UTC'),
      share: orNull.number('Share of fields that were present; null without answers'),
    }),
    'By day, oldest first',
  ),
  requests: t.list(
    namedSchema('DayRequests', 'The requests of a day to a shop', {
      day: t.text('Day, in UTC'),
      answered: t.integer('Requests that the shop answered; the cache does not count'),
      failed: t.integer('Requests that failed for a reason that is not the caller’s'),
    }),
    'By day, oldest first; days without requests are left out',
  ),
})

const latency = {
  runs: t.integer('Number of requests counted, at most 200 per shop'),
  p50_ms: orNull.number('Median latency'),
  p95_ms: orNull.number('95th percentile of the latency'),
}

const SiteStatus = namedSchema('SiteStatus', 'The recent health of a shop', {
  ...latency,
  state: t.oneOf(['ok', 'degraded', 'failing', 'idle', 'disabled'], 'By the latest requests'),
  sandbox: t.flag('Whether the sandbox stands in for it'),
  success_rate: orNull.number('Share of the counted requests that succeeded'),
  latency_ms: t.list(t.number(), 'Latencies of the latest requests, oldest first'),
  operations: t.map(
    namedSchema('OperationLatency', 'Latency of one operation, when the shop was read', latency),
    'By operation',
  ),
  last_fault: t.orNull(
    namedSchema('SiteFault', 'A failed request', {
      code: t.text('Code of the problem'),
      operation: t.text('Id of the operation'),
      at: time('When it failed'),
      detail: t.text('What went wrong'),
    }),
    'The last failure; null if there was none',
  ),
  last_success_at: orNull.time('When it last answered, since the server was started'),
  platform: orNull.text('Software of the shop, if an answer has shown it'),
  ways: t.map(t.text(), 'By operation: which of several sources was used last'),
  circuit: t.text('State of the circuit breaker: `closed`, `open` or `half-open`'),
  drift: t.orNull(SiteDrift, 'Null before it is known'),
})

const count = (description: string) => t.integer(description)
const WatchSummary = namedSchema('WatchSummary', 'The watches of this server in numbers', {
  watches: count('Number of watches'),
  paused: count('Of them, paused'),
  failing: count('Of them, failing'),
  overdue: count('Of them, due and not yet checked'),
  estimated: t.list(t.text(), 'Names of the counts that are estimates'),
  at_least: t.list(t.text(), 'Names of the counts that may be higher'),
  oldest_overdue_s: t.integer('How long the oldest due watch has waited'),
  receivers: count('Number of receivers'),
  paused_receivers: t.list(
    namedSchema('PausedReceiver', 'A receiver that gets nothing', {
      id: t.text('As `wares notify list` shows it'),
      reason: orNull.text('Why it is paused'),
    }),
    'Receivers that are paused',
  ),
})

const CanaryStatus = namedSchema('CanaryStatus', 'A product that is checked to notice changes of a shop', {
  id: t.text('Made from its target: the same after a restart'),
  name: t.text('As the settings name it, or its target'),
  site: t.text('The shop'),
  operation: t.text('Id of the operation'),
  state: t.oneOf(['new', 'ok', 'doubtful', 'failing'], '`doubtful`: one failure that may be transient'),
  detail: orNull.text('What is not as expected'),
  checked_at: orNull.time('When it was last checked'),
  request_id: orNull.text('The request of that check, for `wares explain`'),
})

const ServerStatus = namedSchema('ServerStatus', 'The state of this server and its shops', {
  version: t.text('Version of Wares'),
  settings: describedSchema(
    namedSchema('SettingsState', 'The settings in effect', {
      loaded_at: time('When they were read'),
      problem: orNull.text('Why a later version of the file is not in effect'),
      restart_for: t.list(t.text(), 'Settings that take effect after a restart'),
    }),
    'What the server was started with, or has reloaded',
  ),
  in_flight: t.map(t.integer(), 'By shop: requests in progress'),
  shops: t.list(Shop, 'As in `GET /api/v2/shops`'),
  sites: t.map(SiteStatus, 'By shop'),
  watches: t.optional(describedSchema(WatchSummary, 'Left out before it is known')),
  canaries: t.list(CanaryStatus, 'The canaries of the settings'),
})

type Answer<S extends typeof Readiness | typeof ServerStatus> = DeepReadonly<Static<S>>

export interface SystemRouteParts {
  readonly readiness: () => Answer<typeof Readiness>
  readonly status: () => Answer<typeof ServerStatus>
  /** Undefined on a server that reads no settings file. */
  readonly effectiveSettings?: (() => readonly EffectiveSetting[]) | undefined
}

const health = defineRoute({
  id: 'system.health',
  tag: TAG,
  method: 'GET',
  path: '/healthz',
  scope: 'none',
  summary: 'Whether the process answers',
  description: 'Restart a replica that does not.',
  answers: { 200: 'It does.' },
  result: Health,
  example: { result: { status: 'alive' } },
  handle: (_asked, _parts: object) => ({ status: 'alive' as const }),
})

const ready = defineRoute({
  id: 'system.ready',
  tag: TAG,
  method: 'GET',
  path: '/readyz',
  scope: 'none',
  summary: 'Whether requests are served',
  description: 'Send no traffic to a replica that answers 503.',
  answers: { 200: 'Requests are served, perhaps without what `reasons` names.', 503: 'The server stops.' },
  result: Readiness,
  isForOwnPages: true,
  statusOf: ({ status }) => (status === 'closing' ? 503 : 200),
  example: { result: { status: 'ready', reasons: [] }, otherwise: { status: 'closing', reasons: [] } },
  handle: (_asked, { readiness }: SystemRouteParts) => readiness(),
})

const status = defineRoute({
  id: 'system.status',
  tag: TAG,
  method: 'GET',
  path: '/status.json',
  scope: 'none',
  summary: 'The state of this server, its shops, watches and canaries',
  description: 'What the page `/status` shows. Asks no shop.',
  answers: { 200: 'The state.' },
  result: ServerStatus,
  isForOwnPages: true,
  example: {
    result: {
      version: '0.4.0',
      settings: { loaded_at: '2027-01-31T08:00:00.000Z', problem: null, restart_for: [] },
      in_flight: { 'shop.example': 1 },
      shops: [listedExample],
      sites: {},
      canaries: [],
    },
  },
  handle: (_asked, parts: SystemRouteParts) => parts.status(),
})

const settings = defineRoute({
  id: 'system.settings',
  tag: TAG,
  method: 'GET',
  path: '/api/v2/settings',
  scope: ['shops'],
  summary: 'The settings in effect, and where each comes from',
  description:
    'What `wares config` prints, for a key that may change the shops of this server. Secrets are masked.',
  answers: { 200: 'The settings; none on a server that was started by a program.' },
  result: namedSchema('EffectiveSettings', 'The settings in effect', {
    settings: t.list(
      namedSchema('EffectiveSetting', 'One setting', {
        setting: t.text('Its path in wares.yaml'),
        value: orNull.text('As text; null if it is not set'),
        from: t.text('`default`, `sandbox`, a line of the file, or the name of an environment variable'),
      }),
      'In the order of the settings file',
    ),
  }),
  example: { result: { settings: [{ setting: 'port', value: '8080', from: 'default' }] } },
  handle: (_asked, { effectiveSettings = () => [] }: SystemRouteParts) => ({
    settings: effectiveSettings().map(({ setting, value, from }) => ({
      setting,
      value: value === null || typeof value === 'string' ? value : JSON.stringify(value),
      from,
    })),
  }),
})

export const systemRoutes = [health, ready, status, settings] as const

// Prometheus metrics, collected from events.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { WatchSummary } from '../../client/src/api.ts'
import type { Events } from '../runtime/events.ts'
import type { SiteDrift } from './drift/drift-view.ts'

/** Values that are read when the metrics are scraped. */
export interface CurrentState {
  readonly drift: Readonly<Record<string, SiteDrift>> | undefined
  readonly canaries: readonly { readonly name: string; readonly site: string; readonly state: string }[]
  /** Circuit of each shop: `closed`, `open` or `half-open`. */
  readonly circuits: Readonly<Record<string, string>>
  /** Undefined before they are counted, or without a database. */
  readonly watches: WatchSummary | undefined
}

export function createMetrics(events: Events, current: () => CurrentState): () => Promise<string> {
  const registry = new Registry()
  addShopGauges(registry, current)
  addWatchGauges(registry, current)
  collectDefaultMetrics({ register: registry })
  countAnswers(registry, events)
  countAttempts(registry, events)
  countDroppedRecordings(registry, events)
  return () => registry.metrics()
}

function countAnswers(registry: Registry, events: Events): void {
  const registers = [registry]
  const answers = new Counter({
    name: 'wares_answers_total',
    help: 'Answers by operation, outcome and cache state',
    labelNames: ['operation', 'outcome', 'cache'],
    registers,
  })
  const answerSeconds = new Histogram({
    name: 'wares_answer_seconds',
    help: 'Time to the answer by cache state',
    labelNames: ['cache'],
    buckets: [0.0005, 0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  const runs = new Counter({
    name: 'wares_runs_total',
    help: 'Uncached runs by site, operation and outcome',
    labelNames: ['site', 'operation', 'outcome'],
    registers,
  })
  events.on('answered', ({ operation = 'none', outcome, cache, ms }) => {
    answers.inc({ operation, outcome, cache })
    answerSeconds.observe({ cache }, ms / 1000)
  })
  events.on('hits', ({ operation, count }) => answers.inc({ operation, outcome: 'ok', cache: 'hit' }, count))
  events.on('run', ({ site, operation, outcome }) => runs.inc({ site, operation, outcome }))
}

function countAttempts(registry: Registry, events: Events): void {
  const registers = [registry]
  const attempts = new Counter({
    name: 'wares_upstream_attempts_total',
    help: 'Requests to upstream sites by outcome',
    labelNames: ['site', 'outcome'],
    registers,
  })
  const attemptSeconds = new Histogram({
    name: 'wares_upstream_seconds',
    help: 'Time of requests to upstream sites',
    labelNames: ['site'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  const upstreamBytes = new Counter({
    name: 'wares_upstream_bytes_total',
    help: 'Bytes received from upstream sites',
    labelNames: ['site'],
    registers,
  })
  events.on('attempt', ({ site, status, fault, ms, bytes }) => {
    attempts.inc({ site, outcome: fault ?? String(status) })
    attemptSeconds.observe({ site }, ms / 1000)
    upstreamBytes.inc({ site }, bytes)
  })
}

function countDroppedRecordings(registry: Registry, events: Events): void {
  const recordingsDropped = new Counter({
    name: 'wares_recordings_dropped_total',
    help: 'Lost recordings by reason',
    labelNames: ['reason'],
    registers: [registry],
  })
  events.on('recordingDropped', ({ reason }) => recordingsDropped.inc({ reason }))
}

/** What is read when the metrics are scraped: the labels and the value of each series. */
function addGauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  series: () => Iterable<readonly [Readonly<Record<Label, string>>, number]>,
): void {
  registry.registerMetric(
    new Gauge<string>({
      name,
      help,
      labelNames,
      registers: [],
      collect() {
        this.reset()
        for (const [labels, value] of series()) this.set(labels, value)
      },
    }),
  )
}

function addShopGauges(registry: Registry, current: () => CurrentState): void {
  const drift = () => Object.entries(current().drift ?? {})
  const share = (name: string, help: string, of: (figures: SiteDrift) => number | null) =>
    addGauge(registry, name, help, ['site'], () =>
      drift().flatMap(([site, figures]) => {
        const value = of(figures)
        return value === null ? [] : [[{ site }, value] as const]
      }),
    )
  addGauge(
    registry,
    'wares_field_drifting',
    '1 for each field that is missing more often than chance explains',
    ['site', 'operation', 'field'],
    () =>
      drift().flatMap(([site, { drifting }]) =>
        drifting.map(({ operation, field }) => [{ site, operation, field }, 1] as const),
      ),
  )
  share('wares_absent_fields_ratio', 'Share of fields that are reported as absent', one => one.absent_share)
  share(
    'wares_silent_null_fields_ratio',
    'Share of fields that are null or empty but not reported as absent',
    one => one.silent_null_share,
  )
  addGauge(registry, 'wares_canary_ok', '1 while a canary passes, 0 while it fails', ['site', 'canary'], () =>
    current()
      .canaries.filter(({ state }) => state !== 'new')
      .map(({ name, site, state }) => [{ site, canary: name }, state === 'failing' ? 0 : 1]),
  )
  addGauge(
    registry,
    'wares_circuit_open',
    '1 while the circuit of a shop is open: it gets no requests',
    ['site'],
    () => Object.entries(current().circuits).map(([site, state]) => [{ site }, state === 'open' ? 1 : 0]),
  )
}

function addWatchGauges(registry: Registry, current: () => CurrentState): void {
  const watch = (name: string, help: string, of: (figures: WatchSummary) => number) =>
    addGauge(registry, name, help, [], () => {
      const { watches } = current()
      return watches ? [[{}, of(watches)]] : []
    })
  watch('wares_watches', 'Watches, paused ones included', one => one.watches)
  watch('wares_watches_paused', 'Watches that are paused', one => one.paused)
  watch('wares_watches_failing', 'Watches whose last check failed', one => one.failing)
  watch('wares_watches_overdue', 'Watches whose check is due and has not started', one => one.overdue)
  watch(
    'wares_watch_lateness_seconds',
    'How long the oldest due check has waited',
    one => one.oldest_overdue_s,
  )
  watch(
    'wares_targets_paused',
    'Webhooks and message targets that are paused',
    one => one.paused_receivers.length,
  )
}

// Prometheus metrics, collected from events.
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Events } from '../runtime/events.ts'

/** Values that are read when the metrics are scraped. */
export interface CurrentState {
  readonly drift: Readonly<Record<string, DriftFigures>> | undefined
  readonly canaries: readonly { readonly name: string; readonly site: string; readonly state: string }[]
  /** Circuit of each shop: `closed`, `open` or `half-open`. */
  readonly circuits: Readonly<Record<string, string>>
  /** Undefined before they are counted, or without a database. */
  readonly watches: WatchFigures | undefined
}

interface WatchFigures {
  readonly watches: number
  readonly paused: number
  readonly failing: number
  readonly overdue: number
  readonly oldest_overdue_s: number
  readonly paused_receivers: readonly unknown[]
}

interface DriftFigures {
  readonly drifting: readonly { readonly operation: string; readonly field: string }[]
  readonly absent_share: number | null
  readonly silent_null_share: number | null
}

export function createMetrics(events: Events, current: () => CurrentState): () => Promise<string> {
  const registry = new Registry()
  addDriftGauges(registry, () => current().drift ?? {})
  addCanaryGauge(registry, () => current().canaries)
  addCircuitGauge(registry, () => current().circuits)
  addWatchGauges(registry, () => current().watches)
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

function addDriftGauges(registry: Registry, read: () => NonNullable<CurrentState['drift']>): void {
  const drifting = new Gauge({
    name: 'wares_field_drifting',
    help: '1 for each field that is missing more often than chance explains',
    labelNames: ['site', 'operation', 'field'],
    registers: [],
    collect() {
      this.reset()
      for (const [site, { drifting }] of Object.entries(read())) {
        for (const { operation, field } of drifting) this.set({ site, operation, field }, 1)
      }
    },
  })
  registry.registerMetric(drifting)
  const share = (name: string, help: string, of: (figures: DriftFigures) => number | null) =>
    new Gauge({
      name,
      help,
      labelNames: ['site'],
      registers: [registry],
      collect() {
        this.reset()
        for (const [site, figures] of Object.entries(read())) {
          const value = of(figures)
          if (value !== null) this.set({ site }, value)
        }
      },
    })
  share('wares_absent_fields_ratio', 'Share of fields that are reported as absent', one => one.absent_share)
  share(
    'wares_silent_null_fields_ratio',
    'Share of fields that are null or empty but not reported as absent',
    one => one.silent_null_share,
  )
}

function addCanaryGauge(registry: Registry, read: () => CurrentState['canaries']): void {
  const canaryOk = new Gauge({
    name: 'wares_canary_ok',
    help: '1 while a canary passes, 0 while it fails',
    labelNames: ['site', 'canary'],
    registers: [],
    collect() {
      this.reset()
      for (const { name, site, state } of read()) {
        if (state !== 'new') this.set({ site, canary: name }, state === 'failing' ? 0 : 1)
      }
    },
  })
  registry.registerMetric(canaryOk)
}

function addCircuitGauge(registry: Registry, read: () => CurrentState['circuits']): void {
  const open = new Gauge({
    name: 'wares_circuit_open',
    help: '1 while the circuit of a shop is open: it gets no requests',
    labelNames: ['site'],
    registers: [],
    collect() {
      this.reset()
      for (const [site, state] of Object.entries(read())) this.set({ site }, state === 'open' ? 1 : 0)
    },
  })
  registry.registerMetric(open)
}

function addWatchGauges(registry: Registry, read: () => WatchFigures | undefined): void {
  const gauge = (name: string, help: string, of: (figures: WatchFigures) => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        const figures = read()
        if (figures) this.set(of(figures))
      },
    })
  gauge('wares_watches', 'Watches, paused ones included', one => one.watches)
  gauge('wares_watches_paused', 'Watches that are paused', one => one.paused)
  gauge('wares_watches_failing', 'Watches whose last check failed', one => one.failing)
  gauge('wares_watches_overdue', 'Watches whose check is due and has not started', one => one.overdue)
  gauge(
    'wares_watch_lateness_seconds',
    'How long the oldest due check has waited',
    one => one.oldest_overdue_s,
  )
  gauge(
    'wares_targets_paused',
    'Webhooks and message targets that are paused',
    one => one.paused_receivers.length,
  )
}

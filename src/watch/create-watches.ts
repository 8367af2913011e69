// Watches: checks on a schedule, what is news in them, and who is told. What comes in are the rules of a watch and the
// answers of its checks; what goes out are a history, changes in a feed, and alerts. This file composes the stores, the
// checker and the runner.
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../settings/config.ts'
import type { Engine } from '../answer/index.ts'
import type { Registry } from '../answer/request/registry.ts'
import type { Database } from '../store/database.ts'
import { createJobRunner, type Job } from '../store/queue/job-queue.ts'
import type { WorkRunner, WorkRunnerParts } from '../store/queue/work-runner.ts'
import type { Backlog } from './store/backlog.ts'
import { type CheckStore, createCheckStore } from './store/check-store.ts'
import type { CatalogAnswer } from './lists/catalog-answer.ts'
import type { FirstPage } from './lists/catalog-rules.ts'
import { type CatalogStore, createCatalogStore } from './store/catalog-store.ts'
import { type Checker, createChecker } from './check/checker.ts'
import { createFeed } from './feed/change-log.ts'
import { applyFileWatches, followShops } from './file-watches.ts'
import { createHistoryStore, type HistoryStore } from './store/history-store.ts'
import { checkActiveTimes, nextOpenMs } from './store/shop-limits.ts'
import { createSitePressure } from './store/site-pressure.ts'
import { createWatchQueue } from './check/watch-queue.ts'
import { type OwnerParts, pauseRevoked } from './check/owned-request.ts'
import { createWatchRunner } from './check/runner.ts'
import { publishRegularly } from './feed/publish-regularly.ts'
import { createFeedTokenStore, type FeedTokenStore } from './feed/feed-token-store.ts'
import { createStreamCounter, type StreamCounter } from './feed/stream-counter.ts'
import { createTargetSender } from './alerts/target-sender.ts'
import { createWatchActions, type WatchActions } from './watch-actions.ts'
import { createWatchInputs, type WatchInputs } from './watch-input.ts'
import { createWatchRequest } from './check/watch-request.ts'
import { createEndpointQueue } from './alerts/delivery-queue.ts'
import { createWebhookRunner } from './alerts/webhook-runner.ts'
import { sendMessage } from './alerts/webhook-sender.ts'
import { createWebhookStore, type WebhookStore } from './alerts/webhook-store.ts'
import { createWatchStore, type WatchStore } from './store/watch-store.ts'
import { CATALOG_OPERATION, type Watch } from './model/watch.ts'

export interface WatchParts {
  readonly config: Pick<
    Config,
    | 'sites'
    | 'reader'
    | 'watches'
    | 'watchPlaces'
    | 'historyDays'
    | 'watchesPerKey'
    | 'streamsPerKey'
    | 'smtpUrl'
    | 'smtpFrom'
    | 'publicUrl'
  >
  readonly database: Database<unknown>
  readonly engine: Engine
  readonly registry: Registry
  readonly clock: Clock
  /** The keys that own watches. */
  readonly owners: OwnerParts
  readonly onError?: (error: unknown) => void
}

export interface Watches {
  readonly store: WatchStore
  readonly actions: WatchActions
  readonly inputs: WatchInputs
  readonly history: HistoryStore
  readonly catalogs: CatalogStore
  readonly webhooks: WebhookStore
  readonly feedTokens: FeedTokenStore
  readonly streams: StreamCounter
  readonly runner: WorkRunner
  /** Recent counts for /status.json; undefined before the first read. */
  summary(): WatchSummary | undefined
  /** Applies the watches of the settings file; throws an operator error for an invalid one. */
  applySettings(): Promise<void>
  /** Applies the watches of the settings file, then starts running checks. */
  start(): Promise<void>
  close(): Promise<void>
}

const SUMMARY_EVERY_MS = 15_000
const PRUNE_EVERY_MS = 6 * 3_600_000
/** So often that few deliveries beyond the limit collect in between. */
const DROP_EVERY_MS = 60_000
/** A due check notices a revocation at once; this is for what people see. */
const OWNERS_EVERY_MS = 30_000

export function createWatches(parts: WatchParts): Watches {
  const { config, database, engine, registry, clock } = parts
  const onError = parts.onError ?? (() => {})
  const watches = createWatchStore(database)
  const checks = createCheckStore(database, createSitePressure(database, config, clock), config.historyDays)
  const history = createHistoryStore(database)
  const catalogs = createCatalogStore(database)
  const check = createChecker({ ...parts, watches, catalogs })
  const inputs = createWatchInputs({ config, engine, registry })
  const webhooks = createWebhookStore(database)
  const stores = { watches, checks, history, webhooks }
  const services = { ...parts, ...config, firstPage: firstPageOf(parts) }
  const actions = createWatchActions({ ...services, ...stores, inputs, check })
  const streams = createStreamCounter(config.streamsPerKey)
  const deliveries = createWebhookRunner({
    queue: createEndpointQueue(database),
    webhooks,
    history,
    send: sendMessage,
    notify: createTargetSender(config, clock),
    clock,
    onError,
  })
  const jobs = createJobRunner({ database, jobs: allJobs(parts, stores), clock, onError })
  let wasSetBack = false
  const runner = runnerOf(parts, checks, check, { onError, wasSetBack: () => Promise.resolve(wasSetBack) })
  const publishing = publishRegularly(createFeed(database), onError)
  const summary = createSummary(() => summarise(watches, webhooks, clock.wallMs()))
  const applySettings = async () => {
    checkActiveTimes(config)
    await applyFileWatches(config.watches, { watches, inputs, clock })
    await followShops(config, watches)
  }
  return {
    store: watches,
    actions,
    inputs,
    history,
    catalogs,
    webhooks,
    feedTokens: createFeedTokenStore(database),
    streams,
    runner,
    summary: summary.current,
    applySettings,
    async start() {
      await applySettings()
      noteCodes(watches, engine).catch(onError)
      // Their times are repaired once they run.
      wasSetBack = await jobs.wasSetBack()
      for (const schedule of [runner, publishing, deliveries]) schedule.start()
      await jobs.start()
      summary.start()
    },
    async close() {
      summary.close()
      await Promise.all([runner.close(), deliveries.close(), jobs.close(), publishing.close()])
    },
  }
}

function runnerOf(
  { config, database, clock }: WatchParts,
  checks: CheckStore,
  check: Checker,
  options: Pick<WorkRunnerParts<Watch>, 'onError' | 'wasSetBack'>,
): WorkRunner {
  return createWatchRunner({
    queue: createWatchQueue(database),
    checks,
    check,
    clock,
    ...options,
    siteLimit: site => config.sites[site]?.concurrency ?? config.reader.concurrency,
    nextOpenMs: (site, nowMs) => nextOpenMs(config, site, nowMs),
  })
}

const NOTED_AT_ONCE = 1_000

/** So that a product that is watched is found by its codes, also after a restart. */
async function noteCodes(watches: WatchStore, engine: Engine): Promise<void> {
  for (let after: string | null = ''; after !== null; ) {
    const page = await watches.list({ after, limit: NOTED_AT_ONCE })
    for (const { site, url, knowledge } of page.watches)
      if (knowledge.facts) engine.noteCodes(site, { url, ...knowledge.facts })
    after = page.next
  }
}

/** The check that follows takes the same answer, if it comes soon. */
const FIRST_PAGE_MAX_AGE_MS = 300_000

function firstPageOf(parts: WatchParts): FirstPage {
  const request = createWatchRequest(parts)
  return async params => {
    const call = { operation: CATALOG_OPERATION, params }
    const options = { signal: AbortSignal.timeout(FIRST_PAGE_WAIT_MS), maxAgeMs: FIRST_PAGE_MAX_AGE_MS }
    const reply = await request(call, options)
    return reply.kind === 'answer' ? (reply.value as CatalogAnswer) : undefined
  }
}

/** Whoever adds a watch waits no longer. */
const FIRST_PAGE_WAIT_MS = 15_000

function allJobs(
  parts: WatchParts,
  stores: { readonly watches: WatchStore; readonly history: HistoryStore; readonly webhooks: WebhookStore },
): Job[] {
  return [...retentionJobs(parts, stores.history, stores.webhooks), ownerJob(parts, stores.watches)]
}

function retentionJobs({ config, clock }: WatchParts, history: HistoryStore, webhooks: WebhookStore): Job[] {
  return [
    {
      id: 'history-retention',
      everyMs: PRUNE_EVERY_MS,
      run: signal => history.prune(clock.wallMs(), config.historyDays, signal),
    },
    { id: 'delivery-retention', everyMs: DROP_EVERY_MS, run: () => webhooks.dropExcess() },
  ]
}

function ownerJob({ owners, clock }: WatchParts, watches: WatchStore): Job {
  return {
    id: 'watch-owners',
    everyMs: OWNERS_EVERY_MS,
    run: () => pauseRevoked(owners, watches, clock.wallMs()),
  }
}

interface WatchSummary extends Omit<Backlog, 'oldestOverdueMs'> {
  readonly oldest_overdue_s: number
  readonly receivers: number
  readonly paused_receivers: readonly { readonly id: string; readonly reason: string | null }[]
}

/** Read in the background, so that /status.json never waits for the database. */
function createSummary(readSummary: () => Promise<WatchSummary>) {
  let summary: WatchSummary | undefined
  let timer: NodeJS.Timeout | undefined
  const refresh = (): void => {
    readSummary().then(
      counts => {
        summary = counts
      },
      // /readyz reports an unreachable database.
      () => {
        summary = undefined
      },
    )
    timer = setTimeout(refresh, SUMMARY_EVERY_MS).unref()
  }
  return { current: () => summary, start: refresh, close: () => clearTimeout(timer) }
}

async function summarise(watches: WatchStore, webhooks: WebhookStore, nowMs: number): Promise<WatchSummary> {
  const { oldestOverdueMs, ...counts } = await watches.backlog(nowMs)
  const receivers = await webhooks.list(nowMs)
  return {
    ...counts,
    oldest_overdue_s: Math.round(oldestOverdueMs / 1000),
    receivers: receivers.length,
    paused_receivers: receivers.filter(one => one.isPaused).map(({ id, reason }) => ({ id, reason })),
  }
}

// Composes the watches: stores, checker, runner and routes over one database and one engine.
import type { Clock } from '../clock.ts'
import type { Config } from '../config.ts'
import type { Engine } from '../engine/index.ts'
import type { Registry } from '../engine/registry.ts'
import type { AdmitParts } from '../http/admit.ts'
import type { Route } from '../http/route.ts'
import type { Database } from '../state/database.ts'
import { changesRoute } from './change-routes.ts'
import { createCheckStore } from './check-store.ts'
import { createChecker } from './checker.ts'
import { applyFileWatches } from './file-watches.ts'
import { createHistoryStore } from './history-store.ts'
import { createRunner, type Runner } from './runner.ts'
import { createWatchActions, type WatchActions } from './watch-actions.ts'
import { createWatchInputs, type WatchInputs } from './watch-input.ts'
import { watchRoutes } from './watch-routes.ts'
import { createWebhookRunner } from './webhook-runner.ts'
import { sendMessage } from './webhook-sender.ts'
import { createWebhookStore, type WebhookStore } from './webhook-store.ts'
import { createWatchStore, type WatchStore } from './watch-store.ts'

export interface WatchParts {
  readonly config: Pick<Config, 'sites' | 'reader' | 'deadlineMs' | 'watches' | 'historyDays'>
  readonly database: Database<unknown>
  readonly engine: Engine
  readonly registry: Registry
  readonly clock: Clock
  readonly onError?: (error: unknown) => void
}

export interface Watches {
  readonly store: WatchStore
  readonly actions: WatchActions
  readonly inputs: WatchInputs
  readonly runner: Runner
  routes(parts: AdmitParts & { readonly closing: () => boolean }): Route[]
  /** Recent counts for /status.json; undefined before the first read. */
  summary(): Summary | undefined
  /** Applies the watches of the settings file, then starts running checks. */
  start(): Promise<void>
  close(): Promise<void>
}

const SUMMARY_EVERY_MS = 15_000

export function createWatches(parts: WatchParts): Watches {
  const { config, database, engine, registry, clock } = parts
  const onError = parts.onError ?? (() => {})
  const watches = createWatchStore(database)
  const checks = createCheckStore(database)
  const history = createHistoryStore(database)
  const check = createChecker({ engine, registry, clock })
  const inputs = createWatchInputs({ config, engine, registry })
  const actions = createWatchActions({ watches, checks, history, check, clock })
  const runner = createRunner({
    watches,
    checks,
    history,
    check,
    clock,
    onError,
    siteLimit: site => config.sites[site]?.concurrency ?? config.reader.concurrency,
    deadlineMs: config.deadlineMs,
    keepDays: config.historyDays,
  })
  const webhooks = createWebhookStore(database)
  const deliveries = createWebhookRunner({
    webhooks,
    history,
    send: sendMessage,
    clock,
    onError,
  })
  const summary = createSummary(() => summarise(watches, webhooks, clock.wallMs()))
  return {
    store: watches,
    actions,
    inputs,
    runner,
    routes: http => [
      ...watchRoutes({ ...http, watches, actions, inputs, clock }),
      changesRoute({ ...http, history }),
    ],
    summary: summary.current,
    async start() {
      await applyFileWatches(config.watches, { watches, inputs, clock })
      runner.start()
      deliveries.start()
      summary.start()
    },
    async close() {
      summary.close()
      await Promise.all([runner.close(), deliveries.close()])
    },
  }
}

type Summary = Readonly<Record<string, unknown>>

/** Read in the background, so that /status.json never waits for the database. */
function createSummary(read: () => Promise<Summary>) {
  let summary: Summary | undefined
  let timer: NodeJS.Timeout | undefined
  const refresh = (): void => {
    read().then(
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

async function summarise(watches: WatchStore, webhooks: WebhookStore, nowMs: number) {
  const { oldestOverdueMs, ...counts } = await watches.backlog(nowMs)
  const receivers = await webhooks.list(nowMs)
  return {
    ...counts,
    oldest_overdue_s: Math.round(oldestOverdueMs / 1000),
    receivers: receivers.length,
    paused_receivers: receivers.filter(one => one.isPaused).map(({ id, reason }) => ({ id, reason })),
  }
}

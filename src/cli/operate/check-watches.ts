// The checks of `wares doctor` for watches and webhook endpoints.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { Store } from '../../state/store.ts'
import { openStore } from '../../state/open-store.ts'
import { whyWatchesSeparate } from '../../watch/check/separate-watches.ts'
import { createCanaryStore } from '../../drift/canary-store.ts'
import type { Backlog } from '../../watch/store/backlog.ts'
import { createWatchStore } from '../../watch/store/watch-store.ts'
import { createWebhookStore } from '../../watch/alerts/webhook-store.ts'
import { CHECK_TIMEOUT_MS, type Finding } from './finding.ts'

/** The doctor changes nothing, so it does not create or migrate a database. */
export async function hasTables({ databaseUrl, dataDir }: Config): Promise<boolean> {
  if (databaseUrl === undefined) return existsSync(join(dataDir, 'wares.db'))
  const { Client } = (await import('pg')).default
  const client = new Client({ connectionString: databaseUrl, connectionTimeoutMillis: CHECK_TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ there: boolean }>(
      "SELECT count(*) = 1 AS there FROM pg_tables WHERE schemaname = 'wares' AND tablename = 'webhooks'",
    )
    return rows[0]?.there === true
  } finally {
    await client.end().catch(() => {})
  }
}

function separateFinding(config: Config): Finding[] {
  const found = whyWatchesSeparate(config)
  if (found === undefined) return []
  return [
    { check: 'watches', state: 'warning', found, next: 'Set WARES_DATABASE_URL where several machines run.' },
  ]
}

async function canaryFindings(database: Store['database']): Promise<Finding[]> {
  const all = await createCanaryStore(database).list()
  const failing = all.filter(one => one.state === 'failing')
  if (failing.length === 0 && all.length > 0)
    return [{ check: 'canaries', state: 'good', found: `${all.length}, none failing` }]
  return failing.map(({ name, detail, request_id: id }) => ({
    check: 'canaries',
    state: 'warning',
    found: `${name} fails: ${detail ?? 'unknown reason'}`,
    next: `wares explain ${id ?? ''} shows what the shop sent, if it was recorded.`,
  }))
}

function countsText(backlog: Backlog): string {
  const text = (name: 'watches' | 'failing' | 'overdue') => {
    if (!backlog.estimated.includes(name)) return String(backlog[name])
    const least = backlog.at_least.includes(name) ? 'at least' : 'about'
    return `${least} ${backlog[name].toLocaleString('en')}`
  }
  return `${text('watches')}, ${text('failing')} failing, ${text('overdue')} due`
}

export async function checkWatches(config: Config): Promise<Finding[]> {
  const none: Finding[] = [{ check: 'watches', state: 'unused', found: 'there are none' }]
  try {
    if (!(await hasTables(config))) return none
    const store = await openStore(config)
    try {
      const nowMs = Date.now()
      const backlog = await createWatchStore(store.database).backlog(nowMs)
      const receivers = await createWebhookStore(store.database).list(nowMs)
      const paused = receivers.filter(one => one.isPaused)
      const canaries = await canaryFindings(store.database)
      const webhooks: Finding[] = paused.map(({ id, reason }) => ({
        check: 'webhooks',
        state: 'warning',
        found: `${id} is paused: ${reason ?? 'unknown reason'}`,
        next: `Fix the endpoint, then run: wares notify resume ${id}`,
      }))
      if (backlog.watches === 0) return [...none, ...webhooks, ...canaries]
      const found = countsText(backlog)
      const next = 'List them with `wares watch list`; `wares watch show ID` has the reason.'
      return [
        ...separateFinding(config),
        backlog.failing > 0
          ? { check: 'watches', state: 'warning', found, next }
          : { check: 'watches', state: 'good', found },
        ...webhooks,
        ...canaries,
      ]
    } finally {
      await store.close()
    }
  } catch (error) {
    // The database has its own check.
    return [{ check: 'watches', state: 'unused', found: `cannot be read: ${(error as Error).message}` }]
  }
}

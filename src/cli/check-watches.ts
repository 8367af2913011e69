// What `wares doctor` says of watches and the receivers of their changes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openStore } from '../state/store.ts'
import { createWatchStore } from '../watch/watch-store.ts'
import { createWebhookStore } from '../watch/webhook-store.ts'
import { CHECK_TIMEOUT_MS, type Finding } from './finding.ts'

/** A doctor changes nothing: a database that was never used, or is older, is left as it is. */
async function hasTables({ databaseUrl, dataDir }: Config): Promise<boolean> {
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
      const webhooks: Finding[] = paused.map(({ id, reason }) => ({
        check: 'webhooks',
        state: 'warning',
        found: `${id} is paused: ${reason ?? 'no reason is known'}`,
        next: `Put the receiver right, then: wares webhook resume ${id}`,
      }))
      if (backlog.watches === 0) return [...none, ...webhooks]
      const found = `${backlog.watches}, ${backlog.failing} failing, ${backlog.overdue} due`
      const next = '`wares watch list` shows which; `wares watch show ID` says why.'
      return [
        backlog.failing > 0
          ? { check: 'watches', state: 'warning', found, next }
          : { check: 'watches', state: 'good', found },
        ...webhooks,
      ]
    } finally {
      await store.close()
    }
  } catch (error) {
    // The database has a check of its own.
    return [{ check: 'watches', state: 'unused', found: `cannot be read: ${(error as Error).message}` }]
  }
}

// The checks of `wares doctor` for watches and receivers. What fails in a running server is in /status.json.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../settings/config.ts'
import { openStore } from '../../store/open-store.ts'
import { whyWatchesSeparate } from '../../watch/check/separate-watches.ts'
import { createWatchStore } from '../../watch/store/watch-store.ts'
import { createWebhookStore } from '../../watch/alerts/webhook-store.ts'
import { CHECK_TIMEOUT_MS } from '../connect/running-wares.ts'
import type { Finding } from './finding.ts'

/** The doctor changes nothing, so it does not create or migrate a database. */
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

function separateFinding(config: Config): Finding[] {
  const why = whyWatchesSeparate(config)
  const next = 'Set WARES_DATABASE_URL where several machines run.'
  return why === undefined ? [] : [{ check: 'watches', state: 'warning', found: why, next }]
}

export async function checkWatches(config: Config): Promise<Finding[]> {
  try {
    if (!(await hasTables(config))) return []
    const store = await openStore(config)
    try {
      const nowMs = Date.now()
      const { watches } = await createWatchStore(store.database).backlog(nowMs)
      const receivers = await createWebhookStore(store.database).list(nowMs)
      const paused = receivers.filter(one => one.isPaused)
      return [
        ...(watches > 0 ? separateFinding(config) : []),
        ...paused.map(({ id, reason: why }) => ({
          check: 'webhooks',
          state: 'warning' as const,
          found: `${id} is paused: ${why ?? 'unknown reason'}`,
          next: `Fix the endpoint, then run: wares notify resume ${id}`,
        })),
      ]
    } finally {
      await store.close()
    }
  } catch (error) {
    // The database has its own check.
    return [{ check: 'watches', state: 'unused', found: `cannot be read: ${(error as Error).message}` }]
  }
}

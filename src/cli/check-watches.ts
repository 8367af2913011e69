// What `wares doctor` says of watches and the receivers of their changes.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { openStore } from '../state/store.ts'
import { createWatchStore } from '../watch/watch-store.ts'
import { createWebhookStore } from '../watch/webhook-store.ts'
import type { Finding } from './finding.ts'

export async function checkWatches(config: Config): Promise<Finding[]> {
  const none: Finding[] = [{ check: 'watches', state: 'unused', found: 'there are none' }]
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'wares.db'))) return none
  try {
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

// Monitors PostgreSQL over its own connection: receives key changes at once, polls every second in case a notification
// was lost, and detects when the server is unreachable.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import type { Clock } from '../../runtime/clock.ts'
import { markTrouble } from '../database-trouble.ts'

export interface PostgresMonitor {
  /** Changes whenever a key may have changed. */
  version(): number
  /** When the version was last known to be current, by the monotonic clock. */
  syncedAtMs(): number
  unavailableReason(): string | undefined
  close(): Promise<void>
}

const POLL_INTERVAL_MS = 1_000
const QUERY_TIMEOUT_MS = 2_000
const RECONNECT_AFTER_MS = 250

export function monitorPostgres(connectionString: string, clock: Clock): PostgresMonitor {
  let version = 0
  let count: string | undefined
  let seenAtMs = clock.monotonicMs()
  let trouble: string | undefined
  const closing = new AbortController()

  /** Runs until the connection fails. */
  async function follow(client: Client): Promise<never> {
    client.on('notification', () => version++)
    await client.query('LISTEN wares_keys')
    for (;;) {
      const askedAtMs = clock.monotonicMs()
      const { rows } = await client.query<{ count: string }>('SELECT count FROM wares.key_changes')
      seenAtMs = askedAtMs
      trouble = undefined
      // The count reveals changes that happened while we were not listening.
      if (rows[0]?.count !== count) version++
      count = rows[0]?.count
      await sleep(POLL_INTERVAL_MS, undefined, { signal: closing.signal })
    }
  }

  async function watch(): Promise<void> {
    while (!closing.signal.aborted) {
      const client = new Client({
        connectionString,
        connectionTimeoutMillis: QUERY_TIMEOUT_MS,
        query_timeout: QUERY_TIMEOUT_MS,
        keepAlive: true,
        application_name: 'wares watch',
      })
      const lost = new Promise<never>((_, reject) => {
        client.on('error', reject)
        client.on('end', () => reject(new Error('the connection has ended')))
      })
      try {
        await Promise.race([client.connect().then(() => follow(client)), lost])
      } catch (error) {
        if (!closing.signal.aborted) trouble = `PostgreSQL: ${(error as Error).message}`
      }
      await closeClient(client)
      await sleep(RECONNECT_AFTER_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  const watching = watch()
  return {
    version: () => version,
    syncedAtMs: () => (trouble === undefined ? clock.monotonicMs() : seenAtMs),
    unavailableReason: () => trouble,
    async close() {
      closing.abort()
      await watching
    },
  }
}

/** A hung server never confirms the end of the connection; do not wait long for it. */
async function closeClient(client: Client): Promise<void> {
  client.on('error', () => {})
  await Promise.race([client.end().catch(() => {}), sleep(200)])
}

/** Fails fast while the server is known to be unreachable. */
export function throwIfUnreachable(monitor: PostgresMonitor): void {
  const reason = monitor.unavailableReason()
  if (reason !== undefined) throw markTrouble(new Error(reason))
}

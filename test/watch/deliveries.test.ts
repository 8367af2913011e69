// Which endpoints get a delivery of which change, in both databases: SQLite decides in the program, PostgreSQL in its own function.
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/state/database.ts'
import { createFeed } from '../../src/watch/feed.ts'
import type { WatchTables } from '../../src/watch/tables.ts'
import { createWebhookStore, type NewWebhook } from '../../src/watch/webhook-store.ts'
import { onBothDatabases } from '../two-stores.ts'

const ENDPOINTS: readonly Pick<NewWebhook, 'kind' | 'events' | 'owner'>[] = [
  { kind: 'webhook', events: [] },
  { kind: 'ntfy', events: [] },
  { kind: 'webhook', events: ['price.changed', 'product.gone'] },
  { kind: 'ntfy', events: ['watch.failing'] },
  { kind: 'webhook', events: [], owner: 'key_a' },
  { kind: 'webhook', events: [], owner: 'key_b' },
]
const CHANGES = [
  { type: 'price.changed', alert: true, owner: '' },
  { type: 'price.changed', alert: false, owner: '' },
  { type: 'product.gone', alert: false, owner: '' },
  { type: 'watch.failing', alert: false, owner: 'key_a' },
  { type: 'price.changed', alert: true, owner: 'key_a' },
  { type: 'availability.changed', alert: true, owner: 'key_b' },
] as const
/** The places of the endpoints, for each change. */
const EXPECTED = [[0, 1, 2], [], [2], [0, 3, 4], [0, 1, 2, 4], [0, 1, 5]]

onBothDatabases(open => {
  let database: Database<unknown>
  beforeAll(async () => {
    database = (await open()).database
  })

  it('each change goes to who asked for it, and to nobody else', async () => {
    const ids: string[] = []
    for (const [place, endpoint] of ENDPOINTS.entries()) {
      const url = `http://127.0.0.1/${place}`
      const { id } = await createWebhookStore(database).add({ ...endpoint, url, allowPrivate: true }, 1)
      ids.push(id)
    }
    const query = database.query.withTables<WatchTables>()
    const feed = createFeed(database)
    await query.transaction().execute(transaction =>
      feed.append(
        transaction,
        CHANGES.map(({ type, alert, owner }, place) => ({
          origin: { watchId: 'w', checkSeq: place, requestId: '', atMs: 7, owner },
          change: { type, alert, before: {}, after: {} },
        })),
      ),
    )
    await feed.publish()
    const deliveries = await query.selectFrom('deliveries').selectAll().execute()
    const got = CHANGES.map((_, place) =>
      deliveries
        .filter(row => row.change_id === place + 1)
        .map(row => ids.indexOf(row.webhook_id))
        .toSorted((a, b) => a - b),
    )
    expect(got).toEqual(EXPECTED)
    expect(new Set(deliveries.map(row => row.created_at))).toEqual(new Set([7]))
  })
})

// Which endpoints get a delivery of which change, in both databases: SQLite decides in the program, PostgreSQL in its own function.
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../../src/store/database.ts'
import { createFeed } from '../../src/watch/feed/change-log.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import type { NewWatch } from '../../src/watch/model/watch.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createWebhookStore, type NewWebhook } from '../../src/watch/alerts/webhook-store.ts'
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
const WATCH: NewWatch = {
  name: 'Lamp',
  source: 'api',
  site: 'shop.example',
  url: 'https://shop.example/p/1',
  operation: 'general.product',
  params: { url: 'https://shop.example/p/1' },
  target: 'lamp',
  everyS: 3600,
  when: null,
  keepDays: null,
}
/** The places of the endpoints, for each change. */
const EXPECTED = [[0, 1, 2], [], [2], [0, 1, 3, 4], [0, 1, 2, 4], [0, 1, 5]]

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

  it('of a watch that names its receivers goes to these alone', async () => {
    const webhooks = createWebhookStore(database)
    const add = (url: string) => webhooks.add({ kind: 'ntfy', url, events: [], allowPrivate: true }, 1)
    const [one, other] = [await add('http://127.0.0.1/a'), await add('http://127.0.0.1/b')]
    const watches = createWatchStore(database)
    const watch = await watches.add({ ...WATCH, notify: [one.id] }, 1)
    const id = watch?.id ?? ''
    expect(watch?.notify).toEqual([one.id])
    const query = database.query.withTables<WatchTables>()
    const feed = createFeed(database)
    const change = async (checkSeq: number) => {
      await query.transaction().execute(transaction =>
        feed.append(transaction, [
          {
            origin: { watchId: id, checkSeq, requestId: '', atMs: 7 },
            change: { type: 'price.changed', alert: true, before: {}, after: {} },
          },
        ]),
      )
      await feed.publish()
      const { last_id: last } = await query.selectFrom('feed').select('last_id').executeTakeFirstOrThrow()
      const rows = await query.selectFrom('deliveries').selectAll().where('change_id', '=', last).execute()
      return rows.map(row => row.webhook_id)
    }
    expect(await change(1)).toEqual([one.id])
    expect((await watches.edit(id, { notify: null }, 2))?.notify).toBeNull()
    expect(await change(2)).toEqual(expect.arrayContaining([one.id, other.id]))
  })
})

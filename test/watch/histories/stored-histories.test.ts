// Histories played through SQLite and PostgreSQL: two replicas record every check at the same time, and both start again from what
// is stored. The feed then has exactly what the oracle expects, each once, and so has every receiver.
import { beforeAll, expect, it } from 'vitest'
import { createHistoryStore } from '../../../src/watch/store/history-store.ts'
import type { WatchTables } from '../../../src/watch/model/watch-tables.ts'
import { createWebhookStore } from '../../../src/watch/alerts/webhook-store.ts'
import { onBothDatabases, type TwoConnections } from '../../two-stores.ts'
import { compare } from './compare.ts'
import { makeHistory } from './make-history.ts'
import { play } from './play.ts'

/** Two of each kind but the longest. */
const SEEDS = [
  0, 1, 8, 9, 14, 15, 22, 23, 30, 31, 37, 38, 47, 48, 53, 54, 58, 59, 66, 67, 74, 75, 80, 81, 84, 85, 90, 91,
  94, 95, 98, 99,
]

onBothDatabases(open => {
  let connections: TwoConnections
  beforeAll(async () => {
    connections = await open()
  })

  it.each(SEEDS)(
    '%i has what is due, once each, with two replicas',
    async seed => {
      const history = makeHistory(seed)
      const played = await play(connections.database, history, connections.other)
      const { due: _, ...wrong } = compare(history, played)
      expect(wrong).toEqual({ falseAlerts: [], doubled: [], missed: [], changes: [] })
    },
    120_000,
  )

  it('every receiver gets the alerts of the types it names, each once', async () => {
    const query = connections.database.query.withTables<WatchTables>()
    const receivers = createWebhookStore(connections.database)
    const wanted = [
      [],
      ['price.changed'],
      ['availability.changed'],
      ['product.gone', 'price.changed'],
    ] as const
    const ids: string[] = []
    for (const [nth, events] of wanted.entries()) {
      const webhook = await receivers.add(
        { kind: 'webhook', url: `https://receiver.example/${nth}`, events: [...events], allowPrivate: false },
        1,
      )
      ids.push(webhook.id)
    }
    // Histories with a cooldown, in which price and stock change in one check.
    for (const seed of [74, 75, 76, 77, 78, 79]) {
      const history = { ...makeHistory(seed), seed: 100_000 + seed }
      await play(connections.database, history, connections.other)
      const stored = createHistoryStore(connections.database)
      const [last] = await stored.changes({ order: 'newest', limit: 1 })
      const changes = await stored.changes({ watchId: last?.watchId, limit: 1_000 })
      const deliveries = await query.selectFrom('deliveries').selectAll().execute()
      for (const [nth, events] of wanted.entries()) {
        const isWanted = (type: string, alert: boolean) =>
          events.length === 0
            ? alert || type.startsWith('watch.')
            : events.some(each => each === type) && (alert || type === 'product.gone')
        const expected = changes
          .filter(change => isWanted(change.type, change.alert))
          .map(change => change.id)
        const sent = deliveries.filter(
          each => each.webhook_id === ids[nth] && changes.some(change => change.id === each.change_id),
        )
        expect(
          sent.map(each => each.change_id).toSorted((a, b) => a - b),
          `${seed} ${events.join()}`,
        ).toEqual(expected)
      }
    }
  }, 120_000)
})

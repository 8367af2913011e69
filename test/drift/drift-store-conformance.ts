// Conformance suite of the drift store, run by the test of each database.
import { beforeAll, describe, expect, it } from 'vitest'
import { createDriftStore, type DriftStore, KEPT_DAYS } from '../../src/health/drift/drift-store.ts'
import { driftByField, driftBySite } from '../../src/health/drift/drift-view.ts'
import { addAnswer, type FieldsOfAnswer, type Tallies } from '../../src/health/drift/tally.ts'
import { createHistoryStore, type HistoryStore } from '../../src/watch/store/history-store.ts'
import { createWebhookStore, type WebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import type { TwoConnections } from '../two-stores.ts'

const NOW = Date.UTC(2027, 0, 10)
const DAY_MS = 86_400_000
const siteOf = (operation: string) => operation.split('.')[0] ?? ''
const measures = { fields: 10, silent: 1 }

function tally(count: number, answer: FieldsOfAnswer): Tallies {
  const tallies: Tallies = new Map()
  for (let n = 0; n < count; n++) addAnswer(tallies, answer)
  return tallies
}

export function driftStoreConformance(open: () => Promise<TwoConnections>): void {
  let store: DriftStore
  let replica: DriftStore
  let history: HistoryStore
  let webhooks: WebhookStore
  beforeAll(async () => {
    const { database, other } = await open()
    store = createDriftStore(database)
    replica = createDriftStore(other)
    history = createHistoryStore(database)
    webhooks = createWebhookStore(database)
  })

  describe('drift store', () => {
    it('adds up the counts of several processes, by day', async () => {
      const operation = 'adding.product'
      const answer = { operation, absent: ['/color'], measures }
      await Promise.all([store, replica, store, replica].map(one => one.add(tally(5, answer), NOW)))
      await store.add(tally(2, { operation, absent: [], measures }), NOW + DAY_MS)
      const days = (await store.days('2027-01-10')).filter(row => row.operation === operation)
      expect(days).toEqual(
        expect.arrayContaining([
          { day: '2027-01-10', operation, field: '', answers: 20, absent: 0 },
          { day: '2027-01-10', operation, field: '/color', answers: 0, absent: 20 },
          { day: '2027-01-10', operation, field: '*', answers: 200, absent: 20 },
          { day: '2027-01-10', operation, field: 'silent', answers: 200, absent: 20 },
          { day: '2027-01-11', operation, field: '', answers: 2, absent: 0 },
        ]),
      )
      expect(days).toHaveLength(7)
      const field = driftByField(siteOf, await store.states(), days).find(one => one.operation === operation)
      expect(field).toMatchObject({
        site: 'adding',
        field: '/color',
        state: 'learning',
        answers: 22,
        days: [
          { day: '2027-01-10', share: 0 },
          { day: '2027-01-11', share: 1 },
        ],
      })
    })

    it('counts requests that failed as a whole in the row of the operation', async () => {
      const operation = 'failing.product'
      const tallies = tally(3, { operation, absent: ['/color'] })
      addAnswer(tallies, { operation, absent: [], failed: '' })
      addAnswer(tallies, { operation, absent: [], failed: '/price' })
      await store.add(tallies, NOW)
      const days = (await store.days('2027-01-10')).filter(row => row.operation === operation)
      expect(days.filter(row => !['*', 'silent'].includes(row.field)).map(Object.values)).toEqual(
        expect.arrayContaining([
          ['2027-01-10', operation, '', 3, 2],
          ['2027-01-10', operation, '/price', 1, 1],
          ['2027-01-10', operation, '/color', 0, 3],
        ]),
      )
      expect(days).toHaveLength(5)
      expect(await store.days('2027-01-10', ['nothing'])).toEqual([])
    })

    it('stores at most two hundred fields of an operation and day', async () => {
      const operation = 'inventing.product'
      const absent = Array.from({ length: 201 }, (_, place) => `/made-up/${place}`)
      await store.add(tally(1, { operation, absent }), NOW)
      const days = (await store.days('2027-01-10')).filter(row => row.operation === operation)
      expect(days).toHaveLength(200 + 3)
    })

    it('reports a drop once, in the feed and to receivers, whichever process saw it, and the recovery', async () => {
      const operation = 'falling.product'
      const receiver = await webhooks.add(
        { url: 'https://receiver.example/', events: ['site.drifting'], allowPrivate: false },
        NOW,
      )
      const before = await history.lastChangeId()
      for (let n = 0; n < 20; n++) await store.add(tally(10, { operation, absent: [], measures }), NOW)
      const lacking = tally(4, { operation, absent: ['/price'], measures })
      const turns = []
      for (let n = 0; n < 10; n++) {
        const both = await Promise.all([store.add(lacking, NOW), replica.add(lacking, NOW)])
        turns.push(...both.flat())
      }
      expect(turns).toEqual([{ operation, field: '/price', to: 'drifting', usualShare: 1, share: 0 }])
      const bySite = driftBySite(
        ['falling', 'other'],
        siteOf,
        await replica.states(),
        await replica.days('2027-01-01'),
      )
      expect(bySite.falling).toMatchObject({
        drifting: [
          { operation, field: '/price', since: '2027-01-10T00:00:00.000Z', usual_share: 1, share: 0 },
        ],
        answers: 280,
        silent_null_share: 0.1,
      })
      expect(bySite.other).toMatchObject({ drifting: [], answers: 0, silent_null_share: null })
      const changes = await history.changes({ after: before, limit: 10 })
      expect(changes).toMatchObject([
        {
          watchId: '',
          type: 'site.drifting',
          alert: true,
          before: { share: '1' },
          after: { site: 'falling', operation, field: '/price', share: '0' },
        },
      ])
      expect(await webhooks.nextChangeId(receiver.id)).toBe(changes[0]?.id)
      await webhooks.delivered(receiver.id, changes[0]?.id ?? 0, NOW)

      for (let n = 0; n < 30; n++) await replica.add(tally(2, { operation, absent: [], measures }), NOW)
      expect(await history.changes({ after: before, limit: 10 })).toMatchObject([
        { type: 'site.drifting' },
        { type: 'site.recovered' },
      ])
      expect(await webhooks.nextChangeId(receiver.id)).toBeUndefined()
    })

    it('no longer reports a missing field once its loss is accepted', async () => {
      const operation = 'accepting.product'
      await store.add(tally(100, { operation, absent: [] }), NOW)
      await store.add(tally(60, { operation, absent: ['/story'] }), NOW)
      expect(await store.accept(operation, '/other')).toBe(false)
      expect(await replica.accept(operation, '/story')).toBe(true)
      expect(await replica.accept(operation, '/story')).toBe(false)
      expect(await store.add(tally(200, { operation, absent: ['/story'] }), NOW)).toEqual([])
    })

    it('deletes old days', async () => {
      const operation = 'forgetting.product'
      await store.add(tally(1, { operation, absent: ['/a'], measures }), NOW)
      await store.prune(NOW + KEPT_DAYS * DAY_MS)
      expect(await store.days('2027-01-10')).not.toEqual([])
      await store.prune(NOW + (KEPT_DAYS + 1) * DAY_MS)
      expect((await store.days('2027-01-10')).filter(row => row.day === '2027-01-10')).toEqual([])
    })
  })
}

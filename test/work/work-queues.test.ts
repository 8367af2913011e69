// Leased work on SQLite and on PostgreSQL: watches, canaries, webhook endpoints and jobs.
import { describe, expect, it } from 'vitest'
import { createCanaryQueue, createCanaryStore } from '../../src/health/canaries/canary-store.ts'
import type { Database } from '../../src/store/database.ts'
import { createEndpointQueue } from '../../src/watch/alerts/delivery-queue.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import { createWatchQueue } from '../../src/watch/check/watch-queue.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createWebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import { createJobQueue } from '../../src/store/queue/job-queue.ts'
import { onBothDatabases } from '../two-stores.ts'
import { newWatch } from '../watch/watch-store-conformance.ts'
import { type QueueUnderTest, workQueueConformance } from './work-queue-conformance.ts'

const HOUR = 3_600_000

type DueTables = Record<'watches' | 'canaries' | 'webhooks' | 'jobs', { id: string; due_at: number }>

const setDueAt =
  (table: keyof DueTables): QueueUnderTest['setDueAt'] =>
  (database, id, dueAtMs) =>
    database.query
      .withTables<DueTables>()
      .updateTable(table)
      .set({ due_at: dueAtMs })
      .where('id', '=', id)
      .execute()

async function addWatch(database: Database<unknown>, site: string, dueAtMs: number): Promise<string> {
  const watch = await createWatchStore(database).add(newWatch({ site, everyS: 3600 }), dueAtMs)
  if (!watch) throw new Error('the watch was not added')
  await setDueAt('watches')(database, watch.id, dueAtMs)
  return watch.id
}

const canaries: Parameters<ReturnType<typeof createCanaryStore>['apply']>[0][number][] = []
async function addCanary(database: Database<unknown>, site: string, dueAtMs: number): Promise<string> {
  const id = `canary_${Math.random()}`
  canaries.push({ id, name: id, site, operation: 'shop.product', params: {}, everyS: 3600, expect: [] })
  await createCanaryStore(database).apply(canaries, dueAtMs)
  await setDueAt('canaries')(database, id, dueAtMs)
  return id
}

async function addEndpoint(database: Database<unknown>, _site: string, dueAtMs: number): Promise<string> {
  const endpoint = { url: 'https://receiver.example/', events: [], allowPrivate: false }
  const { id } = await createWebhookStore(database).add(endpoint, dueAtMs)
  await database.query
    .withTables<WatchTables>()
    .insertInto('deliveries')
    .values({ webhook_id: id, change_id: 1, created_at: dueAtMs })
    .execute()
  await setDueAt('webhooks')(database, id, dueAtMs)
  return id
}

async function addJob(database: Database<unknown>, _site: string, dueAtMs: number): Promise<string> {
  const id = `job_${Math.random()}`
  const jobs = database.query.withTables<{ jobs: { id: string; due_at: number; leased_until: number } }>()
  await jobs.insertInto('jobs').values({ id, due_at: dueAtMs, leased_until: 0 }).execute()
  return id
}

const SUBJECTS: Record<string, QueueUnderTest> = {
  watches: {
    queue: createWatchQueue,
    add: addWatch,
    setDueAt: setDueAt('watches'),
    isAlone: false,
    longestWaitMs: 1.1 * HOUR,
  },
  canaries: {
    queue: createCanaryQueue,
    add: addCanary,
    setDueAt: setDueAt('canaries'),
    isAlone: false,
    longestWaitMs: HOUR,
  },
  'webhook endpoints': {
    queue: createEndpointQueue,
    add: addEndpoint,
    setDueAt: setDueAt('webhooks'),
    isAlone: true,
    longestWaitMs: 8 * HOUR,
  },
  jobs: {
    queue: createJobQueue,
    add: addJob,
    setDueAt: setDueAt('jobs'),
    isAlone: true,
    longestWaitMs: 24 * HOUR,
  },
}

describe.each(Object.entries(SUBJECTS))('%s', (_name, subject) => {
  onBothDatabases(open => workQueueConformance(subject, open))
})

describe('are work only while they are active:', () => {
  onBothDatabases(open => {
    const NOW = Date.UTC(2027, 0, 1)
    it('a paused watch is not, nor an endpoint that is paused or has nothing to send', async () => {
      const { database } = await open()
      const watches = createWatchStore(database)
      const queue = createWatchQueue(database)
      const watch = await addWatch(database, 'paused-shop', NOW)
      await watches.edit(watch, { isPaused: true }, NOW)
      expect(await queue.duePartitions(NOW)).not.toContain('paused-shop')
      const share = { nowMs: NOW, leaseMs: 1, shares: [{ partition: 'paused-shop', limit: 9 }] }
      expect(await queue.claim(share)).toEqual([])

      const webhooks = createWebhookStore(database)
      const endpoints = createEndpointQueue(database)
      const paused = await addEndpoint(database, '', NOW)
      await webhooks.pause(paused, 'gone')
      const idle = await webhooks.add({ url: 'https://a.example/', events: [], allowPrivate: false }, NOW)
      expect(await endpoints.duePartitions(NOW)).toEqual([])
      const shares = [paused, idle.id].map(partition => ({ partition, limit: 1 }))
      expect(await endpoints.claim({ nowMs: NOW, leaseMs: 1, shares })).toEqual([])
      await webhooks.resume(paused)
      expect(await endpoints.duePartitions(NOW)).toEqual([paused])
    })
  })
})

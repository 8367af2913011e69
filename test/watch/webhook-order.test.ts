// Webhooks on both databases with two processes: order per endpoint, none twice while its lease lives, none delayed by another,
// a bounded backlog.
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '../../src/runtime/clock.ts'
import type { Database } from '../../src/store/database.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createEndpointQueue, WAITING_MAX } from '../../src/watch/alerts/delivery-queue.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createWebhookRunner } from '../../src/watch/alerts/webhook-runner.ts'
import type { SendMessage } from '../../src/watch/alerts/webhook-sender.ts'
import { createWebhookStore, type WebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import type { WorkRunner } from '../../src/store/queue/work-runner.ts'
import { onBothDatabases } from '../two-stores.ts'
import { newWatch } from './watch-store-conformance.ts'

const WAIT = { timeout: 30_000, interval: 20 }

onBothDatabases(open => {
  let database: Database<unknown>
  let other: Database<unknown>
  let webhooks: WebhookStore
  beforeAll(async () => {
    ;({ database, other } = await open())
    webhooks = createWebhookStore(database)
  })
  beforeEach(async () => {
    for (const one of await webhooks.list(0)) await webhooks.remove(one.id)
  })

  const addEndpoint = async (name: string) =>
    (await webhooks.add({ url: `https://${name}.example/`, events: [], allowPrivate: false }, Date.now())).id

  /** A watch whose price changes so often; the changes are delivered to every endpoint. */
  async function changePrices(count: number): Promise<void> {
    const watches = createWatchStore(database)
    const watch = await watches.add(newWatch(), Date.now())
    for (let price = 1; price <= count + 1; price++) {
      const known = watch && (await watches.find(watch.id))
      if (!known) throw new Error('the watch is not there')
      await createCheckStore(database).record(known, {
        kind: 'facts',
        facts: { price: `${price}.00 EUR` },
        requestId: 'r',
        atMs: Date.now(),
      })
    }
  }

  function startProcess(on: Database<unknown>, send: SendMessage): WorkRunner {
    const runner = createWebhookRunner({
      queue: createEndpointQueue(on),
      webhooks: createWebhookStore(on),
      history: createHistoryStore(on),
      send,
      notify: () => Promise.resolve({ status: 200 }),
      clock: systemClock,
      onError: error => {
        throw error
      },
    })
    runner.start()
    return runner
  }

  const nameOf = (url: string) => new URL(url).hostname.replace('.example', '')
  const numberOf = (id: string) => Number(id.replace('change_', ''))

  describe('webhooks', () => {
    it('reach every endpoint in order and once, while others hang, fail or are slow', async () => {
      for (const name of ['hangs', 'fails', 'slow', 'fast']) await addEndpoint(name)
      const got: Record<string, number[]> = { fast: [], slow: [], fails: [], hangs: [] }
      const release = Promise.withResolvers<void>()
      const send: SendMessage = async ({ url }, { id }) => {
        const name = nameOf(url)
        got[name]?.push(numberOf(id))
        if (name === 'hangs') await release.promise
        if (name === 'slow') await sleep(30)
        return { status: name === 'fails' ? 500 : 204 }
      }
      await changePrices(20)
      const processes = [startProcess(database, send), startProcess(other, send)]
      await expect.poll(() => [got.fast?.length, got.slow?.length], WAIT).toEqual([20, 20])
      // The one that hangs holds its first message, and the one that fails tries its first again: nothing passes it.
      expect(got.hangs).toHaveLength(1)
      expect(new Set(got.fails).size).toBe(1)
      for (const name of ['fast', 'slow']) expect(got[name]).toEqual(got[name]?.toSorted((a, b) => a - b))
      release.resolve()
      await expect.poll(() => got.hangs?.length, WAIT).toBe(20)
      expect(new Set(got.hangs).size).toBe(20)
      for (const one of processes) await one.close()
    })

    it('of a paused endpoint wait, up to a limit; the oldest are dropped and counted', async () => {
      const [paused, active] = [await addEndpoint('paused'), await addEndpoint('active')]
      await webhooks.pause(paused, 'gone')
      const rows = Array.from({ length: WAITING_MAX + 1_500 }, (_, n) => ({
        webhook_id: paused,
        change_id: n + 1,
        created_at: 1,
      }))
      const query = database.query.withTables<WatchTables>()
      for (let from = 0; from < rows.length; from += 5_000)
        await query
          .insertInto('deliveries')
          .values(rows.slice(from, from + 5_000))
          .execute()
      await query
        .insertInto('deliveries')
        .values({ webhook_id: active, change_id: 1, created_at: 1 })
        .execute()
      expect(await webhooks.dropExcess()).toBe(1_500)
      expect(await webhooks.dropExcess()).toBe(0)
      expect(await webhooks.nextChangeId(paused)).toBe(1_501)
      expect(await webhooks.nextChangeId(active)).toBe(1)
      expect(await webhooks.find(paused, 0)).toMatchObject({ dropped: 1_500 })
    })
  })
})

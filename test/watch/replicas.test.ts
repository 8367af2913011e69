// Two processes on one PostgreSQL: they share the checks, none runs twice, one may be killed, the database may be down.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createTestDatabase, postgresServer } from '../services.ts'
import { newWatch } from './watch-store-conformance.ts'
import { startDatabaseProxy } from '../support/database-proxy.ts'

const WATCHES = 30
/** A minute, the shortest interval, takes three seconds. */
const SPEED = 20
const WAIT = { timeout: 90_000, interval: 200 }

interface Replica {
  readonly child: ChildProcess
  /** Checks that it started: watch and number. */
  readonly begun: string[]
  readonly errors: string[]
}

describe.skipIf(postgresServer === undefined)('two replicas', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>
  let store: Store
  let epochMs: number
  const replicas: Replica[] = []

  beforeEach(async () => {
    database = await createTestDatabase()
    store = await openPostgresStore(database.url)
    epochMs = Date.now()
    for (let n = 0; n < WATCHES; n++)
      await createWatchStore(store.database).add(newWatch({ everyS: 60 }), epochMs)
  })
  afterEach(async () => {
    for (const { child } of replicas.splice(0)) if (child.exitCode === null) child.kill('SIGKILL')
    await store.close()
    await database.drop()
  })

  function startReplica(url = database.url): Replica {
    const child = fork(
      fileURLToPath(new URL('watching-replica.ts', import.meta.url)),
      [url, String(epochMs), String(SPEED)],
      { execArgv: [] },
    )
    const replica: Replica = { child, begun: [], errors: [] }
    child.on('message', (message: { watch: string; seq: number } | { error: string }) => {
      if ('error' in message) replica.errors.push(message.error)
      else replica.begun.push(`${message.watch} ${message.seq}`)
    })
    replicas.push(replica)
    return replica
  }

  async function stop({ child }: Replica): Promise<void> {
    const gone = once(child, 'exit')
    child.send('stop')
    await gone
  }

  const watches = async () => (await createWatchStore(store.database).list({ limit: 100 })).watches
  const leastChecks = async () => Math.min(...(await watches()).map(watch => watch.checkSeq))

  /** The first check of a watch makes no change, each further one exactly one. */
  async function expectWholeFeed(): Promise<void> {
    const changes = await createHistoryStore(store.database).changes({ after: 0, limit: 1_000_000 })
    expect(changes.map(change => change.id)).toEqual(changes.map((_, place) => place + 1))
    for (const { id, checkSeq } of await watches()) {
      const own = changes.filter(change => change.watchId === id)
      expect(own.map(change => [change.before.price, change.after.price, change.requestId])).toEqual(
        Array.from({ length: checkSeq - 1 }, (_, n) => [
          `${n + 1}.00 EUR`,
          `${n + 2}.00 EUR`,
          `request-${n + 2}`,
        ]),
      )
    }
  }

  it('share the checks and run none twice; when one is killed, the other takes over', async () => {
    const [one, two] = [startReplica(), startReplica()]
    await expect.poll(leastChecks, WAIT).toBeGreaterThanOrEqual(3)
    for (const { begun } of [one, two]) expect(begun.length).toBeGreaterThan(WATCHES / 3)
    const both = [...one.begun, ...two.begun]
    expect(new Set(both).size).toBe(both.length)
    const gone = once(one.child, 'exit')
    one.child.kill('SIGKILL')
    await gone
    const before = await leastChecks()
    await expect.poll(leastChecks, WAIT).toBeGreaterThanOrEqual(before + 3)
    await stop(two)
    // Only checks that the killed replica had started and not recorded were repeated.
    const seqs = new Map((await watches()).map(watch => [watch.id, watch.checkSeq]))
    const twice = one.begun.filter(check => two.begun.includes(check))
    expect(twice.length).toBeLessThanOrEqual(8)
    expect(new Set(two.begun).size).toBe(two.begun.length)
    expect(new Set([...one.begun, ...two.begun]).size).toBe(
      [...seqs.values()].reduce((sum, seq) => sum + seq, 0),
    )
    await expectWholeFeed()
  }, 240_000)

  it('continue where they were when the database comes back, with every change once and in order', async () => {
    const proxy = await startDatabaseProxy(database.url)
    const [one, two] = [startReplica(proxy.url), startReplica(proxy.url)]
    for (let times = 1; times <= 3; times++) {
      const before = await leastChecks()
      await expect.poll(leastChecks, WAIT).toBeGreaterThan(before)
      proxy.cut()
      await new Promise(resolve => setTimeout(resolve, 2_000))
      proxy.mend()
    }
    const before = await leastChecks()
    await expect.poll(leastChecks, WAIT).toBeGreaterThanOrEqual(before + 2)
    // They noticed the outage, and are the same processes as before.
    expect(one.errors.length + two.errors.length).toBeGreaterThan(0)
    expect([one.child.exitCode, two.child.exitCode]).toEqual([null, null])
    await Promise.all([stop(one), stop(two)])
    await expectWholeFeed()
  }, 300_000)
})

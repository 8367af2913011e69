// Two processes on one database, killed again and again at any moment, with receivers that hang, fail and are slow: no change or
// message is lost, none is sent twice while a lease lives, and each receiver gets them in order.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import type { WatchTables } from '../../src/watch/model/watch-tables.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createWebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import { createTestDatabase, postgresServer } from '../services.ts'
import type { SendOutcome } from '../../src/watch/alerts/webhook-sender.ts'
import { newWatch } from '../watch/watch-store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, type TestServer } from '../support/servers.ts'

/** All: `npm run kills`. */
const KILLS = Number(process.env.WARES_KILLS ?? 4)
const WATCHES = 3
/** How often every watch is due. */
const DUE_EVERY_MS = 700
/** A lease of a minute takes two seconds. */
const SPEED = 30
/** By the clock of the processes. */
const LEASE_MS = 60_000
const TIMEOUT_MS = 15_000 / SPEED
const PROCESS = fileURLToPath(new URL('killed-process.ts', import.meta.url))

interface Message {
  readonly changeId: number
  readonly atMs: number
  /** By the clock of the processes. */
  readonly clockMs: number
  /** When the lease of its sender ends, by the same clock. */
  leasedUntilMs: number
  /** The status that the receiver sent in time. */
  status?: number
}

/** What a sender says of an attempt before it acts on it. */
interface Report {
  readonly url: string
  readonly messageId: string
  readonly outcome: SendOutcome
  readonly clockMs: number
}

interface Receiver {
  readonly url: string
  readonly got: Message[]
  /** Attempts that their senders took for failed, perhaps because they were too slow to read the answer in time. */
  readonly failures: Failure[]
  readonly server: TestServer
}

interface Failure {
  readonly changeId: number
  readonly clockMs: number
}

type Behaviour = (attempt: number) => Promise<number>
const BEHAVIOURS: Record<string, Behaviour> = {
  fast: async () => 204,
  slow: async () => {
    await sleep(20 + Math.random() * 60)
    return 204
  },
  // Never twice in a row, or the pauses would outlast the test.
  fails: async attempt => (attempt % 4 === 1 ? 500 : 204),
  // Longer than the sender waits.
  hangs: async attempt => {
    if (attempt % 5 === 0) await sleep(1_500)
    return 204
  },
}

type ReadLease = (url: string) => Promise<number>

const changeIdOf = (messageId: string): number => Number(messageId.replace('change_', ''))

async function startReceiver(behave: Behaviour, epochMs: number, readLease: ReadLease): Promise<Receiver> {
  const got: Message[] = []
  const server = await startHttpServer((request, response) => {
    request.resume()
    const message: Message = {
      changeId: changeIdOf(String(request.headers['webhook-id'])),
      atMs: performance.now(),
      clockMs: epochMs + (Date.now() - epochMs) * SPEED,
      leasedUntilMs: 0,
    }
    got.push(message)
    const place = got.length
    void (async () => {
      message.leasedUntilMs = await readLease(url).catch(() => 0)
      const status = await behave(place)
      if (response.destroyed) return
      response.writeHead(status).end(() => {
        // A late answer may have missed the sender's timeout.
        if (performance.now() - message.atMs < TIMEOUT_MS / 2) message.status = status
      })
    })()
  })
  const url = `${server.origin}/`
  return { url, got, failures: [], server }
}

async function run(where: string, store: Store): Promise<void> {
  const epochMs = Date.now()
  const { database } = store
  const watches = createWatchStore(database)
  const query = database.query.withTables<WatchTables>()
  for (let n = 0; n < WATCHES; n++) await watches.add(newWatch(), epochMs)
  const readLease: ReadLease = async url => {
    const row = await query
      .selectFrom('webhooks')
      .select('leased_until')
      .where('url', '=', url)
      .executeTakeFirstOrThrow()
    return row.leased_until
  }
  const receivers = await Promise.all(
    Object.values(BEHAVIOURS).map(behave => startReceiver(behave, epochMs, readLease)),
  )
  for (const { url } of receivers)
    await createWebhookStore(database).add({ url, events: [], allowPrivate: true }, epochMs)
  const start = async (): Promise<ChildProcess> => {
    const child = fork(PROCESS, [where, String(epochMs), String(SPEED)], { execArgv: [] })
    await once(child, 'message')
    child.on('message', report => noteFailure(receivers, report as Report))
    return child
  }
  const stop = async (child: ChildProcess): Promise<void> => {
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
  }
  const enough = new AbortController()
  const making = (async () => {
    while (!enough.signal.aborted) {
      await query
        .updateTable('watches')
        .set({ due_at: 0 })
        .where('leased_until', '=', 0)
        .execute()
        .catch(() => {})
      await sleep(DUE_EVERY_MS)
    }
  })()
  const children = await Promise.all([start(), start()])
  try {
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(Math.random() * 400)
      const place = kill % 2
      await stop(children[place] as ChildProcess)
      children[place] = await start()
    }
    enough.abort()
    await making
    await query.updateTable('watches').set({ paused: 1 }).execute()
    const waiting = async () => (await query.selectFrom('deliveries').select('change_id').execute()).length
    await expect.poll(waiting, { timeout: 240_000, interval: 500 }).toBe(0)
  } finally {
    enough.abort()
    for (const child of children) await stop(child)
    for (const { server } of receivers) await server.close()
  }
  const changes = await expectWholeFeed(store)
  const repeated = receivers.map(receiver => expectMessages(receiver, changes))
  if (KILLS > 20) {
    const times = Math.round((Date.now() - epochMs) / 1000)
    console.log(
      `${KILLS} kills, ${times} s: ${changes.length} changes, repeated per receiver: ${repeated.join(', ')}`,
    )
  }
}

function noteFailure(receivers: readonly Receiver[], { url, messageId, outcome, clockMs }: Report): void {
  if ('status' in outcome && outcome.status < 300) return
  receivers
    .find(receiver => receiver.url === url)
    ?.failures.push({ changeId: changeIdOf(messageId), clockMs })
}

/** The first check of a watch makes no change, each further one exactly one. */
async function expectWholeFeed({ database }: Store): Promise<readonly number[]> {
  const changes = await createHistoryStore(database).changes({ after: 0, limit: 1_000_000 })
  expect(changes.map(change => change.id)).toEqual(changes.map((_, place) => place + 1))
  for (const { id, checkSeq } of (await createWatchStore(database).list({ limit: 100 })).watches) {
    const own = changes.filter(change => change.watchId === id)
    expect(own.map(change => [change.before.price, change.after.price, change.requestId])).toEqual(
      Array.from({ length: Math.max(0, checkSeq - 1) }, (_, n) => [
        `${n + 1}.00 EUR`,
        `${n + 2}.00 EUR`,
        `request-${n + 2}`,
      ]),
    )
  }
  expect(changes.length).toBeGreaterThan(0)
  return changes.map(change => change.id)
}

/** Returns how many came a second time. */
function expectMessages({ got, failures }: Receiver, changes: readonly number[]): number {
  const ids = got.map(message => message.changeId)
  // In order, and nothing lost: a message is repeated only before the next one.
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect([...new Set(ids)]).toEqual(changes)
  for (const [place, { changeId, clockMs }] of got.entries()) {
    const accepted = got.slice(0, place).findLast(one => one.changeId === changeId && one.status === 204)
    if (!accepted) continue
    const hasFailed = failures.some(
      one => one.changeId === changeId && one.clockMs >= accepted.clockMs && one.clockMs <= clockMs,
    )
    // A lease that was claimed after the message is the next sender's.
    const isOfSender = accepted.leasedUntilMs - LEASE_MS <= accepted.clockMs
    // Its sender was killed before it could note the delivery, and the lease had to end first.
    if (isOfSender && !hasFailed) expect(clockMs).toBeGreaterThanOrEqual(accepted.leasedUntilMs)
  }
  return got.length - new Set(ids).size
}

describe(`over ${KILLS} kills`, () => {
  const folders: string[] = []
  afterAll(() => {
    for (const folder of folders) rmSync(folder, { recursive: true })
  })

  it(
    'SQLite',
    async () => {
      const folder = temporaryFolder('kills')
      folders.push(folder)
      const store = await openEmbeddedStore(folder)
      try {
        await run(folder, store)
      } finally {
        await store.close()
      }
    },
    300_000 + KILLS * 20_000,
  )

  it.skipIf(postgresServer === undefined)(
    'PostgreSQL',
    async () => {
      const server = await createTestDatabase()
      const store = await openPostgresStore(server.url)
      try {
        await run(server.url, store)
      } finally {
        await store.close()
        await server.drop()
      }
    },
    300_000 + KILLS * 20_000,
  )
})

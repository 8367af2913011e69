// Two processes play the same histories and are killed (SIGKILL) again and again at any moment. The feed then has exactly the
// alerts that the oracle expects, each once.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../../src/store/store.ts'
import { openStore } from '../../../src/store/open-store.ts'
import { createHistoryStore } from '../../../src/watch/store/history-store.ts'
import { createWatchStore } from '../../../src/watch/store/watch-store.ts'
import { createTestDatabase, postgresServer } from '../../services.ts'
import { compare } from './compare.ts'
import { makeHistory } from './make-history.ts'
import { addWatch } from './play.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** To run more by hand: WARES_KILLS=100 npx vitest run test/watch/histories/killed */
const KILLS = Number(process.env.WARES_KILLS ?? 6)
/** One of each kind without edits. */
const SEEDS = [100, 108, 114, 122, 130, 158, 166, 174, 180, 184, 190, 194]
const PROCESS = fileURLToPath(new URL('history-process.ts', import.meta.url))

let folder: string
const running = new Set<ChildProcess>()
beforeEach(() => {
  folder = temporaryFolder('killed')
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

function startReplica(databaseUrl: string | undefined): ChildProcess {
  const args = databaseUrl === undefined ? [folder] : [folder, databaseUrl]
  const child = fork(PROCESS, args, { execArgv: [] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function addWatches(store: Store): Promise<void> {
  for (const seed of SEEDS) await addWatch(store.database, makeHistory(seed), String(seed))
}

/** How many kills came while there was still something to do. */
async function playWithKills(databaseUrl: string | undefined): Promise<number> {
  const replicas = [startReplica(databaseUrl), startReplica(databaseUrl)]
  let killed = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const place = kill % replicas.length
    const child = replicas[place]
    if (!child || child.exitCode !== null) break
    await Promise.race([once(child, 'message'), once(child, 'exit')])
    await sleep(Math.random() * 60)
    if (child.exitCode !== null) break
    const gone = once(child, 'exit')
    child.kill('SIGKILL')
    await gone
    killed++
    replicas[place] = startReplica(databaseUrl)
  }
  for (const child of replicas) {
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(0)
  }
  return killed
}

async function expectAlertsOfOracle(store: Store): Promise<void> {
  const feed = createHistoryStore(store.database)
  const { watches } = await createWatchStore(store.database).list({ limit: 100 })
  expect(watches).toHaveLength(SEEDS.length)
  let due = 0
  for (const watch of watches) {
    const history = makeHistory(Number(watch.name))
    const changes = await feed.changes({ after: 0, watchId: watch.id, limit: 1_000 })
    const played = history.steps.map((_, nth) =>
      changes.filter(change => change.requestId === `check-${nth}`),
    )
    expect(watch.checkSeq).toBe(history.steps.length)
    const { due: expected, ...wrong } = compare(history, played)
    expect(wrong, `history ${watch.name}`).toEqual({ falseAlerts: [], doubled: [], missed: [], changes: [] })
    due += expected
    const named = changes.map(change => `${change.requestId} ${change.type}`)
    expect(new Set(named).size).toBe(named.length)
  }
  expect(due).toBeGreaterThan(10)
}

async function playAndJudge(databaseUrl: string | undefined): Promise<void> {
  const store = await openStore({ dataDir: folder, databaseUrl })
  try {
    await addWatches(store)
    expect(await playWithKills(databaseUrl)).toBeGreaterThan(0)
    await expectAlertsOfOracle(store)
  } finally {
    await store.close()
  }
}

const TIMEOUT_MS = 120_000 + KILLS * 20_000

it('SQLite: the alerts that are due, once each', () => playAndJudge(undefined), TIMEOUT_MS)

it.skipIf(postgresServer === undefined)(
  'PostgreSQL: the alerts that are due, once each',
  async () => {
    const database = await createTestDatabase()
    try {
      await playAndJudge(database.url)
    } finally {
      await database.drop()
    }
  },
  TIMEOUT_MS,
)

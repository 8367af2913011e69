// Two processes play the same histories and are killed (SIGKILL) again and again at any moment. The feed then has exactly the
// alerts that the oracle expects, each once.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Store } from '../../../src/state/store.ts'
import { openStore } from '../../../src/state/open-store.ts'
import { createHistoryStore } from '../../../src/watch/history-store.ts'
import { createWatchStore } from '../../../src/watch/watch-store.ts'
import { createTestDatabase, postgresServer } from '../../services.ts'
import { historyOf } from './history-plan.ts'
import { dueAlerts } from './oracle.ts'

/** To run more by hand: WARES_KILLS=100 npx vitest run test/watch/histories/killed */
const KILLS = Number(process.env.WARES_KILLS ?? 6)
/** One of each theme. */
const SEEDS = Array.from({ length: 11 }, (_, place) => 1_001 + place)
const PROCESS = fileURLToPath(new URL('history-process.ts', import.meta.url))

let folder: string
const running = new Set<ChildProcess>()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wares-killed-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function startReplica(databaseUrl: string | undefined): ChildProcess {
  const args = databaseUrl === undefined ? [folder] : [folder, databaseUrl]
  const child = fork(PROCESS, args, { execArgv: [] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  return child
}

async function addWatches(store: Store): Promise<void> {
  for (const seed of SEEDS) {
    const { steps, plan, when } = historyOf(seed)
    await createWatchStore(store.database).add(
      {
        name: String(seed),
        source: 'api',
        site: 'shop.example',
        url: 'https://shop.example/boots',
        operation: 'general.product',
        params: {},
        target: `history ${seed}`,
        everyS: 3_600,
        when,
        keepDays: null,
        variant: plan.size === null ? null : { size: plan.size },
        confirm: plan.confirm,
        cooldownS: plan.cooldownMs / 1000,
      },
      steps[0]?.atMs ?? 0,
    )
  }
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
  const history = createHistoryStore(store.database)
  const { watches } = await createWatchStore(store.database).list({ limit: 100 })
  expect(watches).toHaveLength(SEEDS.length)
  let due = 0
  for (const watch of watches) {
    const { steps, plan } = historyOf(Number(watch.name))
    const expected = [...dueAlerts(steps, plan)]
    due += expected.length
    expect(watch.checkSeq).toBe(steps.length)
    const changes = await history.changes({ after: 0, watchId: watch.id, limit: 1_000 })
    const alerts = changes.filter(change => change.alert).map(change => Number(change.requestId.slice(6)))
    expect([...new Set(alerts)], `history ${watch.name}`).toEqual(expected)
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

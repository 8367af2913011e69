// Processes that check watched lists whose prices move are killed (SIGKILL) again and again, at moments of a seed: one process on
// SQLite, two replicas on PostgreSQL. The feed then has exactly what the oracle expects, each change once.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../../src/state/open-store.ts'
import { createTestDatabase, postgresServer } from '../../services.ts'
import { replicaOf } from '../catalog/replicas.ts'
import { choicesOf } from '../histories/seeded.ts'
import { judgeList } from './judge-list.ts'
import { addListWatch } from './list-play.ts'
import { makeListHistory } from './list-script.ts'

/** On each database. To run more by hand: WARES_KILLS=100 npx vitest run test/watch/lists/killed */
const KILLS = Number(process.env.WARES_KILLS ?? 20)
/** Two histories of each kind. */
const SEEDS = Array.from({ length: 28 }, (_, seed) => seed)
/** Steps between two kills: a check takes about seven. */
const STEPS_MAX = 60
const PROCESS = fileURLToPath(new URL('list-process.ts', import.meta.url))

let folder: string
const running = new Set<ChildProcess>()
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'wares-killed-lists-'))
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

interface Playing {
  readonly child: ChildProcess
  readonly steps: string[]
}

function startReplica(databaseUrl: string | undefined): Playing {
  const args = databaseUrl === undefined ? [folder] : [folder, databaseUrl]
  const child = fork(PROCESS, args, { execArgv: [] })
  const steps: string[] = []
  child.on('message', step => steps.push(String(step)))
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { child, steps }
}

/** Resolves after so many steps, or when the process ends. */
function untilSteps({ child, steps }: Playing, count: number): Promise<void> {
  return new Promise(done => {
    const look = () => {
      if (child.exitCode === null && steps.length < count) return
      child.off('message', look).off('exit', look)
      done()
    }
    child.on('message', look).on('exit', look)
    look()
  })
}

/** What the killed ones had said last. */
async function playWithKills(replicas: number, databaseUrl: string | undefined): Promise<string[]> {
  const { between } = choicesOf(44)
  const all = Array.from({ length: replicas }, () => startReplica(databaseUrl))
  const killed: string[] = []
  while (killed.length < KILLS) {
    const place = between(0, replicas - 1)
    const playing = all[place] ?? startReplica(databaseUrl)
    await untilSteps(playing, between(1, STEPS_MAX))
    await sleep(between(0, 15))
    if (playing.child.exitCode !== null) break
    const gone = once(playing.child, 'exit')
    playing.child.kill('SIGKILL')
    await gone
    killed.push(playing.steps.at(-1) ?? '')
    all[place] = startReplica(databaseUrl)
  }
  for (const { child } of all) {
    if (child.exitCode === null) await once(child, 'exit')
    expect(child.exitCode).toBe(0)
  }
  return killed
}

async function playAndJudge(replicas: number, databaseUrl: string | undefined): Promise<void> {
  const store = await openStore({ dataDir: folder, databaseUrl })
  try {
    const replica = replicaOf(store.database)
    const watches = new Map<number, string>()
    for (const seed of SEEDS) watches.set(seed, await addListWatch(replica, makeListHistory(seed)))
    const killed = await playWithKills(replicas, databaseUrl)
    // All of them came while there was something to do, and most in the middle of a check.
    expect(killed).toHaveLength(KILLS)
    expect(killed.filter(step => step === 'asks' || step === 'records').length * 2).toBeGreaterThan(KILLS)
    let due = 0
    for (const [seed, id] of watches) {
      const history = makeListHistory(seed)
      expect((await replica.watches.find(id))?.checkSeq).toBe(history.checks.length)
      const { due: expected, ...wrong } = await judgeList(replica, id, history)
      expect(wrong, `history ${seed}`).toEqual({ falseAlerts: [], doubled: [], missed: [], changes: [] })
      due += expected
    }
    expect(due).toBeGreaterThan(500)
  } finally {
    await store.close()
  }
}

const TIMEOUT_MS = 300_000 + KILLS * 20_000

it(`SQLite: ${KILLS} kills of a process`, () => playAndJudge(1, undefined), TIMEOUT_MS)

it.skipIf(postgresServer === undefined)(
  `PostgreSQL: ${KILLS} kills of two replicas`,
  async () => {
    const database = await createTestDatabase()
    try {
      await playAndJudge(2, database.url)
    } finally {
      await database.drop()
    }
  },
  TIMEOUT_MS,
)

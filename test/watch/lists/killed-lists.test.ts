// Processes that check watched lists whose prices move are killed (SIGKILL) again and again, at moments of a seed: one process on
// SQLite, two replicas on PostgreSQL. Every other kill is between two queries that record a check. The feed then has exactly what
// the oracle expects, each change once.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openStore } from '../../../src/store/open-store.ts'
import { createTestDatabase, postgresServer } from '../../services.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { replicaOf } from '../catalog/replicas.ts'
import { choicesOf } from '../histories/seeded.ts'
import { judgeList } from './judge-list.ts'
import { addListWatch } from './list-play.ts'
import { makeListHistory } from './list-script.ts'

/** On each database. To run more by hand: WARES_KILLS=100 npx vitest run test/watch/lists/killed */
const KILLS = Number(process.env.WARES_KILLS ?? 20)
/** Five histories of each kind: some are left after the last kill. */
const SEEDS = Array.from({ length: 70 }, (_, seed) => seed)
/** Steps between two kills: a check takes about seven. */
const STEPS_MAX = 60
/** Checks that are recorded before a kill, and queries of the one that is interrupted. */
const RECORDS_MAX = 8
const QUERIES_MAX = 6
const PROCESS = fileURLToPath(new URL('list-process.ts', import.meta.url))

let folder: string
const running = new Set<ChildProcess>()
beforeEach(() => {
  folder = temporaryFolder('killed-lists')
})
afterEach(() => {
  for (const child of running) child.kill('SIGKILL')
})

interface Playing {
  readonly child: ChildProcess
  /** What it said that it is about to do. */
  readonly said: string[]
}

/** `killAt`: the check that it records, and the query, at which it kills itself. */
function startReplica(databaseUrl: string | undefined, killAt: readonly number[] = []): Playing {
  const args = [folder, databaseUrl ?? '-', ...killAt.map(String)]
  const child = fork(PROCESS, args, { execArgv: [] })
  const said: string[] = []
  child.on('message', (step: string) => said.push(step))
  running.add(child)
  child.once('exit', () => running.delete(child))
  return { child, said }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null

/** Resolves after so many steps, or when the process ends. */
function untilSteps({ child, said }: Playing, count: number): Promise<void> {
  return new Promise(done => {
    const look = () => {
      if (isRunning(child) && said.length < count) return
      child.off('message', look).off('exit', look)
      done()
    }
    child.on('message', look).on('exit', look)
    look()
  })
}

async function untilEnd({ child }: Playing): Promise<void> {
  if (isRunning(child)) await once(child, 'exit')
}

/** What the killed ones had said last. */
async function playWithKills(replicas: number, databaseUrl: string | undefined): Promise<string[]> {
  const choices = choicesOf(44)
  const start = () => {
    const killAt = choices.chance(0.5)
      ? [choices.between(1, RECORDS_MAX), choices.between(1, QUERIES_MAX)]
      : []
    return { ...startReplica(databaseUrl, killAt), isOwn: killAt.length > 0 }
  }
  const all = Array.from({ length: replicas }, start)
  const killed: string[] = []
  /** False if there was nothing left to do. */
  const kill = async (playing: ReturnType<typeof start>) => {
    if (!playing.isOwn) {
      await untilSteps(playing, choices.between(1, STEPS_MAX))
      await sleep(choices.between(0, 15))
      playing.child.kill('SIGKILL')
    }
    await untilEnd(playing)
    if (playing.child.signalCode !== 'SIGKILL') return false
    killed.push(playing.said.at(-1) ?? '')
    return true
  }
  while (killed.length < KILLS && all[0] && (await kill(all[0]))) {
    all.shift()
    all.push(start())
  }
  // Those that are left may kill themselves too; one more does the rest.
  for (const playing of all) {
    await untilEnd(playing)
    expect([0, null]).toContain(playing.child.exitCode)
  }
  const last = startReplica(databaseUrl)
  await untilEnd(last)
  expect(last.child.exitCode).toBe(0)
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

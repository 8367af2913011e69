// The topology of deploy/ as processes on this machine: three replicas, a worker, PostgreSQL, Redis and a sandbox.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ProcessResult, run, type RunningProcess, start } from '../../test/e2e/process.ts'
import { startPostgres, startRedis } from '../../test/services.ts'
import { freePort } from '../../test/start-wares.ts'

/** One process of the topology. */
interface Part {
  readonly name: string
  kill(): Promise<void>
  /** Resolves when the part works again. */
  start(): Promise<void>
}

export interface Topology {
  readonly parts: readonly Part[]
  readonly addresses: readonly string[]
  readonly folder: string
  /** Runs a command line of Wares against the same stores. */
  run(...words: string[]): Promise<ProcessResult>
  close(): Promise<void>
}

const REPLICAS = 3
const READY_MS = 120_000
const STARTS_MAX = 5
/** How many of the shops' seconds pass in one of ours: prices move within a minute. */
const SANDBOX_SPEED = '3600'

interface SupervisedPart extends Part {
  stop(): Promise<unknown>
}

/** `command`: bin/wares.js of an installed package, or of this clone. */
export async function startTopology(command: string): Promise<Topology> {
  const folder = mkdtempSync(join(tmpdir(), 'wares-crash-'))
  const [postgres, redis] = [await startPostgres(), await startRedis({ keeps: true })]
  const sandboxPort = String(await freePort())
  writeFileSync(join(folder, 'wares.yaml'), settings(`http://127.0.0.1:${sandboxPort}`))
  const shared: Record<string, string> = {
    WARES_CONFIG: join(folder, 'wares.yaml'),
    WARES_DATABASE_URL: postgres.url,
    WARES_REDIS_URL: redis.url,
    WARES_DATA: join(folder, 'cli'),
  }
  const addresses: string[] = []
  const processes: SupervisedPart[] = []
  const add = async (name: string, words: string[], ready: RegExp, env: Record<string, string> = {}) => {
    const own = { ...shared, WARES_DATA: join(folder, name), ...env }
    const part = supervise(name, [command, ...words], own, ready)
    processes.push(part)
    await part.start()
    return part
  }
  const close = async () => {
    for (const part of processes) await part.stop()
    await Promise.all([postgres.remove(), redis.remove()])
    rmSync(folder, { recursive: true })
  }
  try {
    const sandbox = { WARES_CONFIG: '', WARES_SANDBOX_PORT: sandboxPort, WARES_SANDBOX_SPEED: SANDBOX_SPEED }
    const shops = await add('sandbox', ['sandbox'], /127\.0\.0\.1/, sandbox)
    for (let number = 1; number <= REPLICAS; number++) {
      const port = String(await freePort())
      addresses.push(`http://127.0.0.1:${port}`)
      await add(`api-${number}`, ['start'], /Wares is ready/, { WARES_PORT: port })
    }
    await add('worker', ['worker'], /./)
    const own = processes.filter(part => part !== shops)
    const parts = [...own, { name: 'redis', ...redis }, { name: 'postgres', ...postgres }]
    const runCommand = (...words: string[]) => run(process.execPath, [command, ...words], shared)
    return { parts, addresses, folder, run: runCommand, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** As the shops' rate allows, the bulk job takes longer than all the kills. */
function settings(sandbox: string): string {
  const site = (name: string, rate: number) =>
    `  ${name}: { origin: '${sandbox}/${name}', requests_per_second: ${rate}, concurrency: 20 }\n`
  return `log: error\nsites:\n${site('sneakerhub', 10)}${site('departmentstore', 2)}`
}

/** A process that is started again when it ends before it is ready, as systemd, Compose and Kubernetes do. */
function supervise(
  name: string,
  words: readonly string[],
  env: Record<string, string>,
  ready: RegExp,
): SupervisedPart {
  let running: RunningProcess | undefined
  return {
    name,
    async start() {
      for (let tries = 1; ; tries++) {
        const begun = start(process.execPath, words, env)
        running = begun
        const ended = once(begun.child, 'exit').then(() => 'ended')
        const first = await Promise.race([begun.until(ready, READY_MS), ended])
        if (first !== 'ended') return
        if (tries === STARTS_MAX) throw new Error(`${name} does not start:\n${begun.output()}`)
      }
    },
    stop: async () => running?.stop(),
    async kill() {
      if (!running) return
      const gone = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await gone
    },
  }
}

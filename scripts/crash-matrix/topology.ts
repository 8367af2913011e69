// The services of deploy/cluster.yaml as processes on this machine, with their own PostgreSQL, Redis and sandbox shops.
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ProcessResult, run, type RunningProcess, start } from '../../test/e2e/process.ts'
import { type Service, startPostgres, startRedis } from '../../test/services.ts'
import { freePort } from '../../test/support/servers.ts'
import { readCompose } from './compose.ts'

/** One process, or one server with its processes. */
export interface Part {
  readonly name: string
  readonly kind: 'api' | 'worker' | 'redis' | 'postgres'
  kill(): Promise<void>
  /** Resolves when the part has started. */
  start(): Promise<void>
}

export interface Topology {
  readonly parts: readonly Part[]
  readonly addresses: readonly string[]
  readonly redisUrl: string
  readonly postgresUrl: string
  readonly folder: string
  /** Runs a command line of Wares against the same stores. */
  run(...words: string[]): Promise<ProcessResult>
  close(): Promise<void>
}

const READY_MS = 120_000
const STARTS_MAX = 10
/** As `RestartSec` of the systemd units. */
const RESTART_MS = 1_000
/** How many of the shops' seconds pass in one of ours: prices move within seconds. */
const FAST = '14400'

/** Shops that stand still, so that the same request always has the same answer; and one that moves, for the watches. */
export const SHOPS = {
  asked: { site: 'sneakerexchange', perSecond: 40 },
  bulk: [
    { site: 'departmentstore', perSecond: 4 },
    { site: 'sneakerstore', perSecond: 4 },
  ],
  watched: { site: 'sneakerhub', perSecond: 20 },
} as const

/** `command`: bin/wares.js of an installed package, or of this clone. */
export async function startTopology(command: string): Promise<Topology> {
  const folder = mkdtempSync(join(tmpdir(), 'wares-crash-'))
  const compose = readCompose()
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true })]
  const close = async () => {
    for (const one of closers.toReversed()) await one()
  }
  try {
    const postgres = await startPostgres(['fsync=on'])
    closers.push(() => postgres.remove())
    const redis = await startRedis({ options: compose.redis })
    closers.push(() => redis.remove())
    const begin = async (name: string, words: readonly string[], env: Record<string, string>) => {
      const own = { WARES_DATA: join(folder, name), WARES_LOG: 'error', ...env }
      const part = supervise(name, [command, ...words], own)
      closers.push(() => part.stop())
      await part.start()
      return part
    }
    const shops = async (name: string, speed: string) => {
      const port = String(await freePort())
      await begin(name, ['start'], { WARES_PORT: '0', WARES_SANDBOX_PORT: port, WARES_SANDBOX_SPEED: speed })
      return `http://127.0.0.1:${port}`
    }
    const [still, moving] = await Promise.all([shops('still', '0'), shops('moving', FAST)])
    writeFileSync(join(folder, 'wares.yaml'), settings(still, moving))
    const values: Record<string, string> = {
      WARES_CONFIG: join(folder, 'wares.yaml'),
      WARES_DATABASE_URL: postgres.url,
      WARES_REDIS_URL: redis.url,
    }
    const shared = Object.fromEntries(compose.variables.map(name => [name, values[name] ?? '']))
    const addresses: string[] = []
    const parts: Part[] = []
    for (const { name, command: words } of compose.wares) {
      const port = String(await freePort())
      const kind = words.includes('--worker') ? 'worker' : 'api'
      if (kind === 'api') addresses.push(`http://127.0.0.1:${port}`)
      parts.push({ kind, ...(await begin(name, words, { ...shared, WARES_PORT: port })) })
    }
    parts.push({ kind: 'redis', ...serverPart('redis', redis) })
    parts.push({ kind: 'postgres', ...serverPart('postgres', postgres) })
    const cli = { ...shared, WARES_DATA: join(folder, 'cli') }
    const runCommand = (...words: string[]) => run(process.execPath, [command, ...words], cli, folder)
    const urls = { redisUrl: redis.url, postgresUrl: postgres.url }
    return { parts, addresses, ...urls, folder, run: runCommand, close }
  } catch (error) {
    await close()
    throw error
  }
}

function settings(still: string, moving: string): string {
  const line = (origin: string, { site, perSecond }: { site: string; perSecond: number }) =>
    `  ${site}: { origin: '${origin}/${site}', requests_per_second: ${perSecond}, concurrency: 20 }`
  const lines = [...[SHOPS.asked, ...SHOPS.bulk].map(shop => line(still, shop)), line(moving, SHOPS.watched)]
  return `sites:\n${lines.join('\n')}\n`
}

function serverPart(name: string, service: Service): Omit<Part, 'kind'> {
  return { name, kill: () => service.killAll(), start: () => restart(name, () => service.start()) }
}

/** Tries again after a second, as systemd, Compose and Kubernetes do with what ends before it is ready. */
async function restart(name: string, begin: () => Promise<void>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await begin()
    } catch (error) {
      if (tries === STARTS_MAX) throw new Error(`${name} does not start`, { cause: error })
      await sleep(RESTART_MS)
    }
  }
}

function supervise(name: string, words: readonly string[], env: Record<string, string>) {
  let running: RunningProcess | undefined
  const begin = async () => {
    const begun = start(process.execPath, words, env)
    running = begun
    const ended = once(begun.child, 'exit').then(() => {
      throw new Error(begun.output())
    })
    ended.catch(() => {})
    await Promise.race([begun.until(/is ready/, READY_MS), ended])
  }
  return {
    name,
    start: () => restart(name, begin),
    stop: async () => running?.stop(),
    async kill() {
      if (!running) return
      const gone = once(running.child, 'exit')
      running.child.kill('SIGKILL')
      await gone
    },
  }
}

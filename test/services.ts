// Redis and PostgreSQL for tests: a running server, one started from an installed binary, one installed with apt, or none,
// with a warning.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { Client, type QueryResultRow } from 'pg'
import { freePort } from './support/servers.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

export interface Service {
  readonly url: string
  /** Kills the server, as in a crash. */
  kill(): Promise<void>
  /** SIGKILL for the server and all its processes at once, as when a container is killed. */
  killAll(): Promise<void>
  /** Starts the same server again, on the same port and data; resolves once it accepts connections. */
  start(options?: readonly string[]): Promise<void>
  /** Stops the process, so that it neither answers nor closes connections, until `thaw`. */
  freeze(): void
  thaw(): void
  /** Stops the server and removes its folder. */
  remove(): Promise<void>
}

const isRoot = process.getuid?.() === 0
const mayInstall = isRoot && process.env.TEST_NO_INSTALL !== '1'

/** The result of `find`; where allowed, installs the packages with apt first if it is missing. */
export function findOrInstall<T>(find: () => T | undefined, ...packages: string[]): T | undefined {
  const found = find()
  if (found !== undefined) return found
  if (mayInstall) {
    try {
      // Another test may be running apt too.
      const options = ['-y', '-q', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120']
      execFileSync('apt-get', ['install', ...options, ...packages], { stdio: 'ignore', timeout: 240_000 })
    } catch (error) {
      console.warn(`apt could not install ${packages.join(', ')}: ${(error as Error).message}`)
    }
  }
  return find()
}

/** A program on the path, or installed with apt; undefined, with a warning, if neither works. */
export function findProgram(name: string, packageName = name): string | undefined {
  const found = findOrInstall(() => onPath(name), packageName)
  if (found === undefined) console.warn(`NO ${name} ON THIS MACHINE: what needs it is skipped.`)
  return found
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/usr/local/bin']
  return globSync(folders.filter(Boolean).map(folder => join(folder, name)))[0]
}

const redisBinary = () => onPath('redis-server') ?? onPath('valkey-server')
const postgresFolder = () =>
  globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1) ?? onPath('initdb')?.replace(/\/initdb$/, '')

/** Undefined, with a warning, where Redis is not available: the suite is then skipped and counted as skipped. */
export const redisServer = findOrInstall(redisBinary, 'redis-server')
export const postgresServer = findOrInstall(postgresFolder, 'postgresql')
if (redisServer === undefined) console.warn('NO REDIS ON THIS MACHINE: its suites are skipped.')
if (postgresServer === undefined) console.warn('NO POSTGRESQL ON THIS MACHINE: its suites are skipped.')

interface ServiceDefinition {
  readonly folder: string
  readonly url: string
  spawn(more: readonly string[]): ChildProcess
  answers(): Promise<unknown>
  /** Every process that must be stopped to freeze the server. */
  pids(child: ChildProcess): number[]
  /** The signal that ends it at once. */
  readonly signal: NodeJS.Signals
}

async function startService(recipe: ServiceDefinition): Promise<Service> {
  let child: ChildProcess | undefined
  const start = async (more?: readonly string[]) => {
    child = recipe.spawn(more ?? [])
    const ended = once(child, 'exit').then(([code]) => {
      throw new Error(`the server has ended with ${String(code)}`)
    })
    ended.catch(() => {})
    if (more) return
    for (let tries = 0; ; tries++) {
      const failed = await Promise.race([
        ended,
        recipe.answers().then(
          () => undefined,
          (error: unknown) => error,
        ),
      ])
      if (failed === undefined) return
      if (tries > 300) throw failed
      await sleep(50)
    }
  }
  const end = async (signal: NodeJS.Signals) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill(signal)
    await gone
  }
  const toAll = (signal: NodeJS.Signals) => {
    if (child) for (const pid of recipe.pids(child)) process.kill(pid, signal)
  }
  await start()
  return {
    url: recipe.url,
    start,
    kill: () => end(recipe.signal),
    async killAll() {
      const all = child ? recipe.pids(child) : []
      const gone = end('SIGKILL')
      for (const pid of all) killIfRunning(pid)
      await gone
    },
    freeze: () => toAll('SIGSTOP'),
    thaw: () => toAll('SIGCONT'),
    async remove() {
      toAll('SIGCONT')
      await end(recipe.signal)
      rmSync(recipe.folder, { recursive: true, force: true })
    },
  }
}

function killIfRunning(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

interface RedisOptions {
  readonly keeps?: boolean
  /** Options of redis-server that replace those of tests. */
  readonly options?: readonly string[]
}

/** Without persistence, unless the data must survive a crash. */
export async function startRedis({ keeps = false, options = [] }: RedisOptions = {}): Promise<Service> {
  const common = [
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    keeps ? 'yes' : 'no',
    '--appendfsync',
    'always',
    '--enable-debug-command',
    'local',
    ...options,
  ]
  const folder = temporaryFolder('redis')
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  return startService({
    folder,
    url,
    signal: 'SIGKILL',
    spawn: more =>
      spawn(redisServer ?? '', [...common, '--port', String(port), '--dir', folder, ...more], {
        stdio: 'ignore',
      }),
    answers: () => withRedis(url, client => client.ping()),
    pids: ({ pid }) => (pid === undefined ? [] : [pid]),
  })
}

/** Runs commands on a separate connection. */
export async function withRedis<T>(url: string, ask: (client: Redis) => Promise<T>): Promise<T> {
  const client = new Redis(url, {
    lazyConnect: true,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return await ask(client)
  } finally {
    client.disconnect()
  }
}

/** `settings` replace those of tests, such as `fsync=on`. */
export async function startPostgres(settings: readonly string[] = []): Promise<Service> {
  const bin = postgresServer ?? ''
  const folder = temporaryFolder('postgres')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  // PostgreSQL refuses to run as root.
  const [uid, gid] = isRoot
    ? ['-u', '-g'].map(which => Number(execFileSync('id', [which, 'postgres'], { encoding: 'utf8' })))
    : []
  const user = uid === undefined || gid === undefined ? {} : { uid, gid }
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  execFileSync(join(bin, 'initdb'), ['-D', folder, '-U', 'postgres', '-A', 'trust', '--no-sync'], {
    ...user,
    cwd: folder,
    stdio: 'ignore',
  })
  const options = ['-D', folder, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-c', 'fsync=off']
  for (const setting of settings) options.push('-c', setting)
  return startService({
    folder,
    url,
    // Immediate shutdown: the state that a crash leaves behind.
    signal: 'SIGQUIT',
    spawn: () => spawn(join(bin, 'postgres'), options, { ...user, cwd: folder, stdio: 'ignore' }),
    answers: () => queryPostgres(url, 'SELECT 1'),
    pids: ({ pid }) => (pid === undefined ? [] : [pid, ...childrenOf(pid)]),
  })
}

function childrenOf(pid: number): number[] {
  const { PATH } = process.env
  const table = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8', env: { PATH } })
  return table
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
    .flatMap(([own, parent]) => (parent === pid && own !== undefined ? [own] : []))
}

export async function queryPostgres<Row extends QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** A separate database on the machine's server, or on one started for it. */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const machine = 'postgres://postgres@127.0.0.1:5432/test'
  const runs = await queryPostgres(machine, 'SELECT 1').then(
    () => true,
    () => false,
  )
  const own = runs ? undefined : await startPostgres()
  const server = own?.url ?? machine
  const name = `wares_${process.pid}_${Math.random().toString(36).slice(2)}`
  await queryPostgres(server, `CREATE DATABASE ${name}`)
  return {
    url: server.replace(/[^/]*$/, name),
    async drop() {
      await queryPostgres(server, `DROP DATABASE ${name} WITH (FORCE)`)
      await own?.remove()
    },
  }
}

/** The machine's Redis, or one started for the suite, with a unique prefix. */
export async function createTestRedis(): Promise<{ url: string; prefix: string; drop(): Promise<void> }> {
  const machine = 'redis://127.0.0.1:6379'
  const prefix = `wares-test-${process.pid}-${Math.random().toString(36).slice(2)}:`
  const runs = await withRedis(machine, client => client.ping()).then(
    () => true,
    () => false,
  )
  const own = runs ? undefined : await startRedis()
  const url = own?.url ?? machine
  return {
    url,
    prefix,
    async drop() {
      await withRedis(url, async client => {
        const keys = await client.keys(`${prefix}*`)
        if (keys.length > 0) await client.del(keys)
      })
      await own?.remove()
    },
  }
}

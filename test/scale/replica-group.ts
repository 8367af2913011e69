// Starts replicas as real processes with one shop that counts its requests, and separate keys and state.
import { type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Agent, request } from 'undici'
import { sharedSandbox } from '../shared-sandbox.ts'
import { COMMAND, type RunningProcess, start, wares } from '../e2e/process.ts'
import { createTestDatabase } from '../services.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { freePort, startHttpServer } from '../support/servers.ts'

export interface CountingShop {
  readonly origin: string
  /** Pages requested so far, without robots.txt and the UCP profile. */
  pages(): number
  /** Delay before the next pages are answered. */
  delayMs: number
  /** Sent instead of pages, when set. */
  refuse: { status: number; headers: Record<string, string> } | undefined
  /** When each page was requested, in milliseconds of `performance.now()`. */
  readonly times: number[]
  close(): Promise<void>
}

/** The sandbox behind a proxy that counts requests. */
export async function startCountingShop(): Promise<CountingShop> {
  const sandbox = sharedSandbox()
  const shop = { delayMs: 0, refuse: undefined as CountingShop['refuse'], times: [] as number[] }
  const pass = (from: IncomingMessage, to: ServerResponse) => {
    const onward = ask(
      `${sandbox.origin}${from.url}`,
      { method: from.method, headers: from.headers },
      reply => {
        to.writeHead(reply.statusCode ?? 500, reply.headers)
        reply.pipe(to)
      },
    )
    onward.on('error', () => to.destroy())
    from.pipe(onward)
  }
  const { origin, close } = await startHttpServer((from, to) => {
    if (/\/(?:robots\.txt|\.well-known\/ucp)$/.test(from.url ?? '')) {
      to.writeHead(404).end()
      return
    }
    shop.times.push(performance.now())
    if (shop.refuse) to.writeHead(shop.refuse.status, shop.refuse.headers).end()
    else setTimeout(pass, shop.delayMs, from, to)
  })
  return Object.assign(shop, {
    origin,
    pages: () => shop.times.length,
    close,
  })
}

export interface Replica {
  readonly address: string
  readonly port: number
  readonly process: RunningProcess
  /** Status, headers and body; status -1 when there was no answer. */
  ask(path: string, headers?: Record<string, string>): Promise<Reply>
  ready(): Promise<{ status: string; reasons: string[] }>
}

export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
}

export interface ReplicaGroup {
  readonly replicas: Replica[]
  readonly env: Record<string, string>
  /** Starts another replica, or one on the port of a replica that has ended. */
  add(port?: number): Promise<Replica>
  /** Creates a key with the command line. */
  newKey(...options: string[]): Promise<{ id: string; key: string }>
  close(): Promise<void>
}

export interface ReplicaGroupOptions {
  readonly count: number
  readonly shop: CountingShop
  readonly redisUrl?: string
  readonly redisPrefix?: string
  readonly databaseUrl?: string
  /** Additional lines of wares.yaml. */
  readonly settings?: string
  readonly site?: string
}

export async function startReplicaGroup(options: ReplicaGroupOptions): Promise<ReplicaGroup> {
  const folder = temporaryFolder('fleet')
  // Several servers cannot share one embedded database.
  const ownDatabase =
    options.count > 1 && options.databaseUrl === undefined ? await createTestDatabase() : undefined
  const databaseUrl = options.databaseUrl ?? ownDatabase?.url
  const limits = options.site ?? 'requests_per_second: 1000, concurrency: 100'
  writeFileSync(
    join(folder, 'wares.yaml'),
    `log: error\n${options.settings ?? ''}\nsites:\n  sneakerhub: { origin: '${options.shop.origin}/sneakerhub', ${limits} }\n`,
  )
  const env: Record<string, string> = {
    WARES_CONFIG: join(folder, 'wares.yaml'),
    WARES_DATA: join(folder, 'data'),
    ...(options.redisUrl ? { WARES_REDIS_URL: options.redisUrl } : {}),
    ...(options.redisPrefix ? { WARES_REDIS_PREFIX: options.redisPrefix } : {}),
    ...(databaseUrl ? { WARES_DATABASE_URL: databaseUrl } : {}),
  }
  const replicas: Replica[] = []
  const agent = new Agent({ connections: 200 })
  const add = async (port?: number) => {
    const replica = await startReplica(env, port ?? (await freePort()), agent)
    replicas.push(replica)
    return replica
  }
  await Promise.all(Array.from({ length: options.count }, () => add()))
  return {
    replicas,
    env,
    add,
    async newKey(...more) {
      const { stdout, stderr } = await wares(['keys', 'create', '--name', 'test', '--json', ...more], env)
      if (!stdout) throw new Error(stderr)
      return JSON.parse(stdout) as { id: string; key: string }
    },
    async close() {
      await Promise.all(replicas.map(replica => replica.process.stop()))
      await agent.close()
      await ownDatabase?.drop()
    },
  }
}

async function startReplica(env: Record<string, string>, port: number, agent: Agent): Promise<Replica> {
  const server = start(process.execPath, [COMMAND, 'start'], { ...env, WARES_PORT: String(port) })
  await server.until(/Wares is ready/, 110_000)
  const address = `http://127.0.0.1:${port}`
  const askAt = async (path: string, headers: Record<string, string> = {}): Promise<Reply> => {
    try {
      const reply = await request(address + path, { headers, dispatcher: agent })
      return {
        status: reply.statusCode,
        headers: reply.headers as Reply['headers'],
        text: await reply.body.text(),
      }
    } catch (error) {
      return { status: -1, headers: {}, text: String(error) }
    }
  }
  return {
    address,
    port,
    process: server,
    ask: askAt,
    ready: async () => JSON.parse((await askAt('/readyz')).text) as { status: string; reasons: string[] },
  }
}

export const trends = (page: number): string => `/api/v1/scraper/sneakerhub/trends?page=${page}`

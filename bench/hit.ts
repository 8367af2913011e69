// A cached answer of 20 KB through the whole path (key, rate limit, cache, ETag) against a bare node:http server that
// sends the same bytes, and against a plain Fastify route that does the same work. Server CPU time per request,
// interleaved rounds in one run.
// node bench/hit.ts [rounds] [requests per round] [another checkout of Wares to compare]
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { resolve } from 'node:path'

interface BenchTarget {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly path: string
  readonly headers: Record<string, string>
  readonly cpuUs: number[]
}

const ROUNDS = Number(process.argv[2] ?? 15)
const REQUESTS = Number(process.argv[3] ?? 6_000)
const OTHER = process.argv[4]
const CONNECTIONS = 16

const children: ChildProcess[] = []
const wares = await startServer(import.meta.dirname, 'hit-wares.ts')
const bare = await startServer(import.meta.dirname, 'hit-bare.ts', wares)
const plain = await startServer(import.meta.dirname, 'hit-fastify.ts', wares)
const contenders: BenchTarget[] = [
  target('bare node:http', bare, wares.key),
  target('plain fastify', plain, wares.key),
  target('wares 200', wares, wares.key),
  target('wares 304', wares, wares.key, wares.etag),
]
if (OTHER) {
  const other = await startServer(resolve(OTHER, 'bench'), 'hit-wares.ts')
  contenders.push(target('other 200', other, other.key), target('other 304', other, other.key, other.etag))
}
for (const one of contenders) await load(one, REQUESTS)
for (let round = 0; round < ROUNDS; round++) {
  for (const one of contenders) {
    const before = cpuOf(one.pid)
    await load(one, REQUESTS)
    one.cpuUs.push(((cpuOf(one.pid) - before) * 1e6) / REQUESTS)
  }
}
const bareUs = median(contenders[0]?.cpuUs ?? [])
for (const one of contenders) {
  const sorted = one.cpuUs.toSorted((a, b) => a - b)
  const ratios = one.cpuUs.map((us, round) => (contenders[0]?.cpuUs[round] ?? 0) / us)
  console.log(
    `${one.name.padEnd(15)} ${median(sorted).toFixed(1)} us/request (${sorted[0]?.toFixed(1)} to ${sorted.at(-1)?.toFixed(1)}), ` +
      `${(bareUs / median(sorted)).toFixed(2)} of bare (median of rounds ${median(ratios).toFixed(2)})`,
  )
}
for (const child of children) child.kill()
process.exit()

interface ServerInfo {
  pid: number
  port: number
  path: string
  key: string
  etag: string
  bytes: number
  headers?: string[]
}

function target(name: string, server: ServerInfo, key: string, etag?: string): BenchTarget {
  const headers = { 'x-api-key': key, ...(etag ? { 'if-none-match': etag } : {}) }
  return { ...server, name, headers, cpuUs: [] }
}

async function startServer(folder: string, file: string, like?: ServerInfo): Promise<ServerInfo> {
  const child = fork(
    resolve(folder, file),
    like ? [String(like.bytes), JSON.stringify(like.headers), like.key] : [],
    { execArgv: [] },
  )
  children.push(child)
  const [info] = (await once(child, 'message')) as [Omit<ServerInfo, 'pid'>]
  return { ...info, pid: child.pid ?? 0 }
}

/** CPU seconds of all threads of a process, from the scheduler's nanosecond counters. */
function cpuOf(pid: number): number {
  const ns = readdirSync(`/proc/${pid}/task`).map(thread =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return ns.reduce((sum, one) => sum + one, 0) / 1e9
}

function load({ port, path, headers }: BenchTarget, requests: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    let left = requests
    let running = 0
    const next = () => {
      if (left === 0) {
        if (running === 0) {
          agent.destroy()
          resolve()
        }
        return
      }
      left--
      running++
      get({ host: '127.0.0.1', port, path, headers, agent }, response => {
        if (response.statusCode !== 200 && response.statusCode !== 304)
          reject(new Error(`status ${response.statusCode}`))
        response.resume()
        response.on('end', () => {
          running--
          next()
        })
      }).on('error', reject)
    }
    for (let place = 0; place < CONNECTIONS; place++) next()
  })
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

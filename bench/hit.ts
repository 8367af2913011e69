// A cached answer of 20 KB through the whole path (key, rate limit, cache, ETag) against a bare node:http server that sends the same bytes.
// Server CPU time per request, interleaved rounds in one run.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { fileURLToPath } from 'node:url'

interface Contender {
  readonly name: string
  readonly pid: number
  readonly port: number
  readonly path: string
  readonly headers: Record<string, string>
  readonly cpuUs: number[]
}

const ROUNDS = Number(process.argv[2] ?? 15)
const REQUESTS = Number(process.argv[3] ?? 6_000)
const CONNECTIONS = 16

const children: ChildProcess[] = []
const wares = await startServer('hit-wares.ts')
const bare = await startServer('hit-bare.ts', wares)
const key = { 'x-api-key': wares.key }
const contenders: Contender[] = [
  { name: 'bare node:http', ...bare, headers: key, cpuUs: [] },
  { name: 'wares 200', ...wares, headers: key, cpuUs: [] },
  { name: 'wares 304', ...wares, headers: { ...key, 'if-none-match': wares.etag }, cpuUs: [] },
]
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

async function startServer(file: string, like?: ServerInfo): Promise<ServerInfo> {
  const child = fork(
    fileURLToPath(new URL(file, import.meta.url)),
    like ? [String(like.bytes), JSON.stringify(like.headers)] : [],
    { execArgv: [] },
  )
  children.push(child)
  const [info] = (await once(child, 'message')) as [Omit<ServerInfo, 'pid'>]
  return { ...info, pid: child.pid ?? 0 }
}

/** User and system time of a process, in seconds. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

function load({ port, path, headers }: Contender, requests: number): Promise<void> {
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

// A cached answer of 20 KB through the whole path (key, rate limit, cache, ETag) against a bare node:http server that
// sends the same bytes, and against a plain Fastify route that does the same work. Server CPU time per request,
// interleaved rounds in one run.
// node bench/hit.ts [rounds] [requests per round] [another checkout of Wares to compare]
import type { ChildProcess } from 'node:child_process'
import { resolve } from 'node:path'
import { type BenchServer, cpuOf, median, sendRequests, startServer } from './server-cpu.ts'

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

const children: ChildProcess[] = []
const wares = await start(import.meta.dirname, 'hit-wares.ts')
const bare = await start(import.meta.dirname, 'hit-bare.ts', wares)
const plain = await start(import.meta.dirname, 'hit-fastify.ts', wares)
const contenders: BenchTarget[] = [
  target('bare node:http', bare, wares.key),
  target('plain fastify', plain, wares.key),
  target('wares 200', wares, wares.key),
  target('wares 304', wares, wares.key, wares.etag),
]
if (OTHER) {
  const other = await start(resolve(OTHER, 'bench'), 'hit-wares.ts')
  contenders.push(target('other 200', other, other.key), target('other 304', other, other.key, other.etag))
}
for (const one of contenders) await sendRequests(one, REQUESTS)
for (let round = 0; round < ROUNDS; round++) {
  for (const one of contenders) {
    const before = cpuOf(one.pid)
    await sendRequests(one, REQUESTS)
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

function target(name: string, server: BenchServer, key: string, etag?: string): BenchTarget {
  const headers = { 'x-api-key': key, ...(etag ? { 'if-none-match': etag } : {}) }
  return { name, pid: server.pid, port: server.port, path: server.path, headers, cpuUs: [] }
}

async function start(folder: string, file: string, like?: BenchServer): Promise<BenchServer> {
  const server = await startServer(folder, file, like)
  children.push(server.child)
  return server
}

// The gate's contests about cached answers: the whole service against a plain Fastify route that does the same work, and
// the general shape against a site's own.
import type { Contest } from './gate-ratio.ts'
import { type BenchServer, cpuOf, sendRequests, startServer } from './server-cpu.ts'

const REQUESTS = 1_000

/** CPU microseconds of a request. */
async function measure({ pid, port, path }: Pick<BenchServer, 'pid' | 'port' | 'path'>, key: string) {
  const before = cpuOf(pid)
  await sendRequests({ port, path, headers: { 'x-api-key': key } }, REQUESTS)
  return ((cpuOf(pid) - before) * 1e6) / REQUESTS
}

export async function hitContest(bound: number): Promise<Contest> {
  const wares = await startServer(import.meta.dirname, 'hit-wares.ts')
  const plain = await startServer(import.meta.dirname, 'hit-fastify.ts', wares)
  return {
    name: 'cached answer, 20 KB: plain Fastify',
    bound,
    ours: () => measure(wares, wares.key),
    peer: () => measure(plain, wares.key),
    close() {
      for (const { child } of [wares, plain]) child.kill()
    },
  }
}

export async function generalHitContest(bound: number): Promise<Contest> {
  const wares = await startServer(import.meta.dirname, 'hit-wares.ts')
  const { native = '', general = '' } = wares.product ?? {}
  return {
    name: "cached general product: the site's own",
    bound,
    ours: () => measure({ ...wares, path: general }, wares.key),
    peer: () => measure({ ...wares, path: native }, wares.key),
    close: () => void wares.child.kill(),
  }
}

// The gate's contest about a cached answer: the whole service against a plain Fastify route that does the same work.
import { type Contest } from './gate-ratio.ts'
import { type BenchServer, cpuOf, sendRequests, startServer } from './server-cpu.ts'

const REQUESTS = 1_000

export async function hitContest(bound: number): Promise<Contest> {
  const wares = await startServer(import.meta.dirname, 'hit-wares.ts')
  const plain = await startServer(import.meta.dirname, 'hit-fastify.ts', wares)
  const measure = async ({ pid, port, path }: BenchServer) => {
    const before = cpuOf(pid)
    await sendRequests({ port, path, headers: { 'x-api-key': wares.key } }, REQUESTS)
    return ((cpuOf(pid) - before) * 1e6) / REQUESTS
  }
  return {
    name: 'cached answer, 20 KB: plain Fastify',
    bound,
    ours: () => measure(wares),
    peer: () => measure(plain),
    close() {
      for (const { child } of [wares, plain]) child.kill()
    },
  }
}

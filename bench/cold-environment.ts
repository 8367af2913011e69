// The environment of the cold benchmarks: the slow shop, the service pointed at it, and cold requests to the service.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Agent } from 'undici'
import type { Usage } from './cold-wares.ts'

export interface BenchEnvironment {
  readonly shopOrigin: string
  /** Requests a listing that was never requested before; returns the milliseconds it took. */
  readonly ask: () => Promise<number>
  /** The same as `ask`, in the general shape. */
  readonly askGeneral: () => Promise<number>
  /** Requests a page that is slow to parse on purpose, whatever the answer. */
  readonly askHostile: () => Promise<number>
  /** What the service has used since the last call. */
  usage(): Promise<Usage>
  close(): Promise<void>
}

const NATIVE_PATH = '/api/v1/scraper/watchmarket/product'
const GENERAL_PATH = '/api/v2/product'

export async function openBenchEnvironment(): Promise<BenchEnvironment> {
  const folder = mkdtempSync(join(tmpdir(), 'wares-bench-'))
  const [shop, shopOrigin] = await start<string>('cold-shop.ts', {})
  // Generous limits, so that a slow machine still answers every request.
  const settings = `log: error
deadline_ms: 120000
limits: { in_flight: 10000 }
sites:
  watchmarket: { origin: ${shopOrigin}, requests_per_second: 100000, concurrency: 2000 }
`
  writeFileSync(join(folder, 'wares.yaml'), settings)
  const [wares, { address, key }] = await start<{ address: string; key: string }>('cold-wares.ts', {
    WARES_CONFIG: join(folder, 'wares.yaml'),
    WARES_DATA: folder,
    WARES_PORT: '0',
  })
  const agent = new Agent({ connections: 1_000, connect: { timeout: 60_000 } })
  let next = 0
  const askFor = async (name: string, mayFail = false, operation = NATIVE_PATH): Promise<number> => {
    const url = encodeURIComponent(`${shopOrigin}/tidemark/${name}--id${next++}.htm`)
    const startedAt = performance.now()
    const response = await agent.request({
      origin: address,
      path: `${operation}?url=${url}`,
      method: 'GET',
      headers: { 'x-api-key': key },
    })
    const text = await response.body.text()
    if (response.statusCode !== 200 && !mayFail) throw new Error(`answered ${response.statusCode}: ${text}`)
    return performance.now() - startedAt
  }
  return {
    shopOrigin,
    ask: () => askFor('diver'),
    askGeneral: () => askFor('diver', false, GENERAL_PATH),
    askHostile: () => askFor('hostile', true),
    usage: async () => {
      wares.send('usage')
      const [usage] = await once(wares, 'message')
      return usage as Usage
    },
    close: async () => {
      await agent.close()
      for (const child of [wares, shop]) {
        child.disconnect()
        await once(child, 'exit')
      }
      rmSync(folder, { recursive: true })
    },
  }
}

/** With MALLOC_ARENA_MAX, as deploy/ sets them. */
const MEMORY_FLAGS = ['--max-semi-space-size=8']

async function start<Greeting>(file: string, env: Record<string, string>): Promise<[ChildProcess, Greeting]> {
  const child = fork(new URL(file, import.meta.url), {
    env: { ...process.env, MALLOC_ARENA_MAX: '2', ...env },
    execArgv: MEMORY_FLAGS,
  })
  const [greeting] = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(([code]) => {
      throw new Error(`${file} ended with ${String(code)}`)
    }),
  ])
  return [child, greeting as Greeting]
}

/** Keeps `concurrency` requests in flight until `count` are done. */
export async function runConcurrently(
  count: number,
  concurrency: number,
  ask: () => Promise<number>,
): Promise<number[]> {
  const times: number[] = []
  let left = count
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      while (left-- > 0) times.push(await ask())
    }),
  )
  return times
}

export function percentile(times: readonly number[], share: number): number {
  return (
    times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
    Number.NaN
  )
}

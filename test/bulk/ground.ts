// Ground for bulk tests: a folder, a sandbox in a process of its own, inputs for it, and Redis with a prefix nobody else has.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { createCatalogue } from '../../src/sandbox/catalogue.ts'
import { freePort } from '../start-wares.ts'

export interface Ground {
  readonly folder: string
  readonly sandbox: Sandbox
  readonly env: Record<string, string>
  /** Writes inputs, one to a line, and gives the file's name. */
  inputs(name: string, values: readonly unknown[]): string
  path(name: string): string
  clear(): Promise<void>
}

export async function makeGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'wares-bulk-'))
  const sandbox = await startSandbox({ port: 0, seed: 1 })
  const path = (name: string): string => join(folder, name)
  return {
    folder,
    sandbox,
    env: { WARES_DATA: path('data'), WARES_SANDBOX_PORT: String(sandbox.port), WARES_LOG: 'silent' },
    path,
    inputs(name, values) {
      const lines = values.map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
      writeFileSync(path(name), `${lines.join('\n')}\n`)
      return path(name)
    },
    async clear() {
      await sandbox.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** So many inputs that the sandbox answers, of two sites. */
export function priceInputs(count: number): unknown[] {
  const catalogue = createCatalogue(1)
  const sneakers = catalogue.products('sneakers')
  const general = catalogue.products('general')
  return Array.from({ length: count }, (_, place) => {
    const id = (kind: typeof sneakers): string => String(kind[place % kind.length]?.id)
    return place % 4 === 3
      ? { operation: 'departmentstore.product', params: { id: id(general) }, place }
      : { operation: 'sneakerhub.prices', params: { id: id(sneakers) }, place }
  })
}

export interface BulkResult {
  readonly line: number
  readonly input: unknown
  readonly outcome: string
  readonly body?: unknown
  readonly problem?: { code: string; retryable: boolean }
}

export function resultsIn(file: string): BulkResult[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map(line => JSON.parse(line) as BulkResult)
}

/** Every input has exactly one result, and it is its own. */
export function mismatches(file: string, inputs: readonly unknown[]): string[] {
  const results = resultsIn(file)
  const byLine = new Map(results.map(result => [result.line, result]))
  const wrong = inputs.flatMap((input, place) => {
    const result = byLine.get(place + 1)
    return JSON.stringify(result?.input) === JSON.stringify(input) ? [] : [`line ${place + 1}`]
  })
  if (results.length !== byLine.size) wrong.push(`${results.length - byLine.size} results twice`)
  if (byLine.size > inputs.length) wrong.push('results of no input')
  return wrong
}

/** The machine's Redis, or one started for the suite. */
export async function useRedis(): Promise<{ url: string; prefix: string; drop(): Promise<void> }> {
  const machine = 'redis://127.0.0.1:6379'
  const own = (await answers(machine)) ? undefined : await spawnRedis()
  const url = own?.url ?? machine
  const prefix = `wares-test-${process.pid}-${Math.random().toString(36).slice(2)}:`
  return {
    url,
    prefix,
    async drop() {
      const client = new Redis(url)
      const keys = await client.keys(`${prefix}*`)
      if (keys.length > 0) await client.unlink(keys)
      client.disconnect()
      own?.child.kill('SIGKILL')
    },
  }
}

async function spawnRedis(): Promise<{ url: string; child: ChildProcess }> {
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  const child = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
    stdio: 'ignore',
  })
  for (let tries = 0; !(await answers(url)); tries++) {
    if (tries > 100) throw new Error('There is no Redis on this machine, and none could be started.')
    await sleep(50)
  }
  return { url, child }
}

async function answers(url: string): Promise<boolean> {
  const client = new Redis(url, { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  client.on('error', () => {})
  try {
    await client.connect()
    return (await client.ping()) === 'PONG'
  } catch {
    // Nothing listens there: that is the answer.
    return false
  } finally {
    client.disconnect()
  }
}

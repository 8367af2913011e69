// One list of scenarios for every client: TypeScript, Python, and Python with asyncio behave the same.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createInterface } from 'node:readline'
import { text as readText } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createWares, WaresProblem } from '../../client/src/index.ts'
import { findOrInstall } from '../services.ts'
import { neverRespond, type Respond, startScriptedServer } from './scripted-server.ts'

interface Step {
  readonly status?: number
  /** `IN 3 SECONDS` stands for that date. */
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly text?: string
  readonly problem?: string
  readonly retryable?: boolean
  readonly more?: object
  readonly drop?: boolean
  readonly hang?: boolean
  /** The headers at once, then a byte every tenth of a second. */
  readonly trickle?: boolean
}

interface Call {
  readonly operation: string
  /** Id of the watch. */
  readonly id?: string
  readonly params: Readonly<Record<string, unknown>>
  readonly mode: 'data' | 'meta' | 'pages' | 'all'
  readonly options?: object
}

interface Outcome {
  readonly data?: unknown
  readonly meta?: object
  readonly problem?: { readonly code?: string; readonly detail?: string; readonly errors?: readonly string[] }
}

interface Scenario {
  readonly name: string
  readonly script: readonly Step[]
  readonly call: Call
  readonly expect: Outcome & {
    readonly requests?: readonly string[]
    readonly requestCount?: number
    readonly gapMs?: number
    readonly withinMs?: number
    readonly cacheControl?: string
    /** JSON bodies of the requests; null for none. */
    readonly bodies?: readonly unknown[]
  }
}

type RunCall = (url: string, call: Call) => Promise<Outcome>

const scenarios = JSON.parse(
  readFileSync(new URL('scenarios.json', import.meta.url), 'utf8').replace(
    '"LONG"',
    `"${'x'.repeat(5_000)}"`,
  ),
) as Scenario[]

function conformance(run: RunCall): void {
  it.each(scenarios)('$name', async ({ script, call, expect: expected }) => {
    const cacheControl: (string | undefined)[] = []
    const bodies: Promise<string>[] = []
    const server = await startScriptedServer(
      ...script.map(step =>
        respondWith(step, request => {
          cacheControl.push(request.headers['cache-control'])
          // A connection that the step drops may end inside the body.
          bodies.push(readText(request).catch(() => ''))
        }),
      ),
    )
    try {
      const {
        requests,
        requestCount,
        gapMs,
        withinMs = Infinity,
        cacheControl: wanted,
        bodies: sent,
        ...outcome
      } = expected
      const startedMs = performance.now()
      expect(await run(server.url, call)).toMatchObject(withPartOfDetail(outcome))
      expect(performance.now() - startedMs).toBeLessThan(withinMs)
      const seen = server.requests
      if (requests) expect(seen.map(({ method, url }) => `${method} ${url}`)).toEqual(requests)
      if (requestCount !== undefined) expect(seen.length).toBe(requestCount)
      if (gapMs !== undefined)
        expect((seen[1]?.atMs ?? 0) - (seen[0]?.atMs ?? 0)).toBeGreaterThanOrEqual(gapMs)
      if (wanted !== undefined) expect(cacheControl[0]).toBe(wanted)
      if (sent) {
        const texts = await Promise.all(bodies)
        expect(texts.map(body => (body === '' ? null : (JSON.parse(body) as unknown)))).toEqual(sent)
      }
    } finally {
      await server.stop()
    }
  })
}

/** The address of the server, which stands before it, differs. */
function withPartOfDetail({ problem, ...outcome }: Outcome): Outcome {
  if (!problem?.detail) return { ...outcome, ...(problem && { problem }) }
  return { ...outcome, problem: { ...problem, detail: expect.stringContaining(problem.detail) } }
}

function respondWith(step: Step, note: (request: IncomingMessage) => void): Respond {
  return (request: IncomingMessage, response: ServerResponse) => {
    note(request)
    if (step.drop) request.socket.destroy()
    if (step.drop || step.hang) return
    if (step.trickle) return trickle(response)
    const type = step.problem ? 'application/problem+json' : 'application/json'
    const document = {
      code: step.problem,
      detail: 'as told',
      retryable: step.retryable,
      request_id: 'r-1',
      ...step.more,
    }
    const headers: Record<string, string> = { 'content-type': type, ...step.headers }
    if (headers['retry-after'] === 'IN 3 SECONDS')
      headers['retry-after'] = new Date(Date.now() + 3_000).toUTCString()
    response.writeHead(step.status ?? 200, headers)
    response.end(step.text ?? JSON.stringify(step.problem ? document : step.body))
  }
}

function trickle(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  const timer = setInterval(() => response.write(' '), 100)
  response.once('close', () => clearInterval(timer))
}

/** All others take only the id, or nothing. */
const TAKES_PARAMS = new Set([
  'watches.create',
  'watches.list',
  'watches.update',
  'watches.history',
  'watches.try',
  'watches.products',
  'webhooks.create',
  'webhooks.update',
])
const OTHER_METHODS = new Set(['watches', 'webhooks', 'shops', 'requests'])

describe('TypeScript client', () => {
  conformance(async (url, { operation, id, params, mode, options }) => {
    const client = createWares({ url, key: 'k' })
    const wares = client as unknown as Record<string, Record<string, AnyOperation>>
    const [site = '', name = ''] = operation.split('.')
    try {
      if (site === 'changes') return { data: await Array.fromAsync(client.changes(params, options)) }
      const called = wares[site]?.[name]
      if (!called) throw new Error(`there is no ${operation}`)
      if (OTHER_METHODS.has(site)) {
        const words = [...(id === undefined ? [] : [id]), ...(TAKES_PARAMS.has(operation) ? [params] : [])]
        const method = called as unknown as (...all: unknown[]) => Promise<unknown>
        return { data: (await method(...words, options)) ?? null }
      }
      if (mode === 'data') return { data: await called(params, options) }
      if (mode !== 'meta') return { data: await Array.fromAsync(called[mode](params, options)) }
      const { data, meta } = await called.withMeta(params, options)
      return { data, meta: { ...withNulls(meta), remaining: meta.limits.rate?.remaining ?? null } }
    } catch (error) {
      if (!(error instanceof WaresProblem)) throw error
      return { problem: { ...withNulls(error), errors: error.errors.map(one => one.name) } }
    }
  })
})

interface AnyOperation {
  (params: object, options?: object): Promise<unknown>
  withMeta(
    params: object,
    options?: object,
  ): Promise<{ data: unknown; meta: { limits: { rate?: { remaining: number } } } }>
  pages(params: object, options?: object): AsyncIterable<unknown>
  all(params: object, options?: object): AsyncIterable<unknown>
}

/** Python has no undefined; both report "not known" as null here. */
function withNulls(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, one ?? null]))
}

const python = findOrInstall(
  () =>
    ['python3', '/usr/bin/python3'].find(
      name => spawnSync(name, ['-c', 'import sys; sys.exit(sys.version_info < (3, 10))']).status === 0,
    ),
  'python3',
)
if (python === undefined) console.warn('NO PYTHON 3.10 ON THIS MACHINE: its client is not tried.')

describe.skipIf(python === undefined).each([false, true])('Python client, asyncio %s', asynchronous => {
  let child: ChildProcess
  let answers: AsyncIterator<string>

  beforeAll(() => {
    const folder = fileURLToPath(new URL('../../clients/python/', import.meta.url))
    child = spawn(python ?? 'python3', [`${folder}tests/run_scenario.py`], {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: { ...process.env, PYTHONPATH: `${folder}src`, PYTHONDONTWRITEBYTECODE: '1' },
    })
    if (!child.stdout) throw new Error('no output')
    answers = createInterface(child.stdout)[Symbol.asyncIterator]()
  })

  afterAll(async () => {
    const ended = once(child, 'exit')
    child.stdin?.end()
    await ended
  })

  conformance(async (url, call) => {
    child.stdin?.write(`${JSON.stringify({ url, call, asynchronous })}\n`)
    const { value } = await answers.next()
    return JSON.parse(String(value)) as Outcome
  })
})

const CANCEL = `
import asyncio, socket, sys, time
from wares import AsyncWares

async def main(url: str) -> None:
    with AsyncWares(url, key="k", deadline_s=30) as wares:
        calls = [asyncio.create_task(wares.sneakerhub.trends()) for _ in range(3)]
        await asyncio.sleep(0.7)
        for call in calls:
            call.cancel()
        ended = await asyncio.gather(*calls, return_exceptions=True)
        assert all(isinstance(one, asyncio.CancelledError) for one in ended), ended

if sys.argv[1] == "connecting":
    # The second connection waits for a place in the queue of a server that accepts none.
    full = socket.create_server(("127.0.0.1", 0), backlog=0)
    held = [socket.socket() for _ in range(3)]
    for one in held:
        one.setblocking(False)
        one.connect_ex(full.getsockname())
    url = "http://127.0.0.1:%d" % full.getsockname()[1]
else:
    url = sys.argv[2]
started = time.monotonic()
# It waits for the threads.
asyncio.run(main(url))
print(time.monotonic() - started)
`

it.skipIf(python === undefined).each(['reading', 'connecting'])(
  'Python client frees its threads at once when a call is cancelled while %s',
  async phase => {
    const server = await startScriptedServer(neverRespond)
    try {
      const folder = fileURLToPath(new URL('../../clients/python/src', import.meta.url))
      const child = spawn(python ?? 'python3', ['-c', CANCEL, phase, server.url], {
        stdio: ['ignore', 'pipe', 'inherit'],
        env: { ...process.env, PYTHONPATH: folder, PYTHONDONTWRITEBYTECODE: '1' },
      })
      const [output] = await Promise.all([readText(child.stdout), once(child, 'exit')])
      expect(Number(output)).toBeGreaterThan(0.6)
      expect(Number(output)).toBeLessThan(5)
    } finally {
      await server.stop()
    }
  },
  60_000,
)

// Retries of the client: which problems it retries, how long it waits, when it gives up.
import { afterEach, describe, expect, it } from 'vitest'
import { createWares, WaresProblem } from '../../client/src/index.ts'
import {
  respondWithData,
  dropConnection,
  respondWithProblem,
  type Respond,
  neverRespond,
  type ScriptedServer,
  startScriptedServer,
} from './scripted-server.ts'

const servers: ScriptedServer[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.stop()))
})

async function script(...responds: Respond[]) {
  const server = await startScriptedServer(...responds)
  servers.push(server)
  return { server, wares: createWares({ url: server.url, key: 'k' }) }
}

async function problemOf(work: Promise<unknown>): Promise<WaresProblem> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof WaresProblem) return error
  throw new Error(`no problem but ${String(error)}`)
}

describe('retries', () => {
  it.each<[string, Respond, string]>([
    ['a broken connection', dropConnection, 'wares_unreachable'],
    ['a retryable problem', respondWithProblem(502, 'upstream_failed', true), 'upstream_failed'],
    ['a proxy that answers 503', (_, r) => r.writeHead(503).end('busy'), 'unexpected_answer'],
  ])('follow %s', async (_, first, code) => {
    const { server, wares } = await script(first, first, respondWithData([]))
    expect((await problemOf(wares.sneakerhub.trends({}, { retries: 0 }))).code).toBe(code)
    const { data: trends, meta } = await wares.sneakerhub.trends.withMeta()
    expect([trends, meta.attempts, server.requests.length]).toEqual([[], 2, 3])
  })

  it.each<[string, Respond]>([
    ['not_found', respondWithProblem(404, 'not_found', false)],
    ['upstream_changed', respondWithProblem(502, 'upstream_changed', false)],
    ['unexpected_answer', (_, r) => r.writeHead(404).end('<html>')],
    ['unexpected_answer', (_, r) => r.writeHead(200, { 'content-type': 'text/html' }).end('hello')],
  ])('do not follow %s', async (code, respond) => {
    const { server, wares } = await script(respond)
    const caught = await problemOf(wares.sneakerhub.trends())
    expect([caught.code, caught.retryable, server.requests.length]).toEqual([code, false, 1])
  })

  it('wait at least as long as Retry-After', async () => {
    const { server, wares } = await script(
      respondWithProblem(503, 'overloaded', true, 1),
      respondWithData([]),
    )
    await wares.sneakerhub.trends()
    const [first, second] = server.requests
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(1000)
  })

  it('end with the last problem when they are exhausted', async () => {
    const { server, wares } = await script(respondWithProblem(502, 'upstream_failed', true))
    const caught = await problemOf(wares.sneakerhub.trends({}, { retries: 2 }))
    expect([caught.code, server.requests.length]).toEqual(['upstream_failed', 3])
  })

  it('are not started when Retry-After exceeds the deadline', async () => {
    const { server, wares } = await script(respondWithProblem(429, 'quota_exceeded', true, 86_400))
    const caught = await problemOf(wares.sneakerhub.trends())
    expect([caught.code, caught.retryAfterMs, server.requests.length]).toEqual([
      'quota_exceeded',
      86_400_000,
      1,
    ])
  })

  it('are not made with onlyIfCached', async () => {
    const { server, wares } = await script(respondWithProblem(504, 'upstream_timeout', true))
    const caught = await problemOf(wares.sneakerhub.trends({}, { onlyIfCached: true }))
    expect([caught.code, server.requests.length]).toEqual(['upstream_timeout', 1])
  })
})

describe('deadline', () => {
  it.each<[string, Respond]>([
    ['silence', neverRespond],
    [
      'an answer that does not end',
      (_, r) => r.writeHead(200, { 'content-type': 'application/json' }).write('['),
    ],
  ])('ends %s', async (_, respond) => {
    const { wares } = await script(respond)
    const started = performance.now()
    const caught = await problemOf(wares.sneakerhub.trends({}, { deadlineMs: 300 }))
    expect([caught.code, caught.status]).toEqual(['deadline_passed', undefined])
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})

describe('abort signal', () => {
  it('ends a call in flight with its reason', async () => {
    const { wares } = await script(neverRespond)
    const leaving = new AbortController()
    const call = wares.sneakerhub.trends({}, { signal: leaving.signal })
    setTimeout(() => leaving.abort(new Error('enough')), 50)
    await expect(call).rejects.toThrow('enough')
  })

  it('ends the wait before a retry', async () => {
    const { server, wares } = await script(respondWithProblem(503, 'overloaded', true, 20))
    const leaving = new AbortController()
    const call = wares.sneakerhub.trends({}, { signal: leaving.signal })
    setTimeout(() => leaving.abort(new Error('enough')), 200)
    await expect(call).rejects.toThrow('enough')
    expect(server.requests).toHaveLength(1)
  })

  it('sends nothing if it was aborted before the call', async () => {
    const { server, wares } = await script(respondWithData([]))
    await expect(wares.sneakerhub.trends({}, { signal: AbortSignal.abort() })).rejects.toThrow(/abort/i)
    expect(server.requests).toHaveLength(0)
  })
})

describe('pages', () => {
  it.each<[string, unknown[][], number[]]>([
    ['an empty page', [[1], [2], []], [1, 2]],
    ['a page that repeats the one before', [[1], [2], [2], [2]], [1, 2]],
    ['an empty first page', [[]], []],
  ])('end at %s', async (_, lists, wanted) => {
    const { wares } = await script(...lists.map(respondWithData))
    const items = await Array.fromAsync(wares.sneakerhub.trends.all())
    expect(items).toEqual(wanted)
  })

  it('start at the given page and stop when the caller stops', async () => {
    const { server, wares } = await script(...[[1], [2], [3]].map(respondWithData))
    for await (const page of wares.sneakerhub.search.pages({ query: 'x', page: 4 })) {
      expect(page).toEqual([1])
      break
    }
    expect(server.requests.map(one => one.url)).toEqual(['/api/v1/scraper/sneakerhub/search?query=x&page=4'])
  })
})

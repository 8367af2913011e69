// The robots layer over a robots.txt that the test plays: what it allows, for how long, and what holds when it cannot be had.
import { beforeEach, describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import type { Send, UpstreamRequest } from '../layer.ts'
import { requestWith, responseWith } from '../request-fixture.ts'
import { robots } from './robots.ts'
import { upstreamFailure, upstreamFailureOf } from '../upstream-failure.ts'

const HOUR_MS = 60 * 60_000
let now: number
let file: string | Fault | (() => Promise<string>)
const fetched: UpstreamRequest[] = []
const intervals: number[] = []

/** A site behind the layer: what a request for a path comes to. */
function open() {
  const fetch: Send = async request => {
    fetched.push(request)
    if (file instanceof Fault) throw file
    return responseWith({ body: Buffer.from(typeof file === 'string' ? file : await file()) })
  }
  const layer = robots({
    userAgent: 'Wares/1',
    fetch,
    setMinInterval: ms => void intervals.push(ms),
    timeoutMs: 7_000,
    now: () => now,
  })
  const send = layer(async () => responseWith())
  return (path: string, changes: Partial<UpstreamRequest> = {}) =>
    send(requestWith({ url: new URL(path, 'https://shop.example'), ...changes })).then(
      ({ status }) => status,
      (error: unknown) => upstreamFailureOf(error)?.kind ?? error,
    )
}
beforeEach(() => {
  now = 1_000
  fetched.length = intervals.length = 0
})

const closedTo = (path: string) => `User-agent: *\nDisallow: ${path}\n`
const failing = (kind: Parameters<typeof upstreamFailure>[0], status?: number) =>
  upstreamFailure(kind, 'it failed', status === undefined ? {} : { status })

describe('robots.txt', () => {
  it('is asked for once an hour for a host, as nothing but itself', async () => {
    file = closedTo('/no')
    const ask = open()
    const body = { method: 'POST', body: 'form', headers: { a: 'b' }, accept: 'json' } as const
    expect(await ask('/yes', body)).toBe(200)
    expect(await ask('/no')).toBe('robots_forbid')
    expect(fetched).toHaveLength(1)
    expect(fetched[0]).toMatchObject({ method: 'GET', headers: {}, purpose: 'robots', caller: 'robots.txt' })
    expect(fetched[0]?.url.href).toBe('https://shop.example/robots.txt')
    expect(fetched[0]).not.toHaveProperty('body')
    const leftMs = (fetched[0]?.deadlineMs ?? 0) - performance.now()
    expect(leftMs).toBeLessThanOrEqual(7_000)
    expect(leftMs).toBeGreaterThan(-60_000)
    await ask('https://other.example/no')
    expect(fetched).toHaveLength(2)
    now += HOUR_MS - 1
    await ask('/no')
    expect(fetched).toHaveLength(2)
    now += 1
    file = ''
    expect(await ask('/no')).toBe(200)
    expect(fetched).toHaveLength(3)
  })

  it('itself is not subject to it', async () => {
    file = closedTo('/')
    expect(await open()('/robots.txt', { purpose: 'robots' })).toBe(200)
    expect(fetched).toEqual([])
  })

  it('sets the pace up to ten seconds', async () => {
    for (const delay of ['2', '60', '0']) {
      file = `User-agent: *\nCrawl-delay: ${delay}\n`
      await open()('/')
    }
    expect(intervals).toEqual([2_000, 10_000])
  })
})

describe('a robots.txt that cannot be had', () => {
  it.each([
    ['missing', 404, 200],
    ['rejected', 400, 200],
    ['refused', 403, 200],
    ['rejected', 499, 200],
    ['slow_down', 429, 'slow_down'],
    ['server_error', 500, 'robots_failing'],
    ['unavailable', 503, 'unavailable'],
    ['reset', undefined, 'reset'],
  ] as const)('because of %s (%s) comes to %s', async (kind, status, outcome) => {
    file = failing(kind, status)
    expect(await open()('/')).toBe(outcome)
  })

  it('leaves nothing forbidden for an hour after a 4xx, and all for a minute after a 5xx', async () => {
    const ask = open()
    file = failing('missing', 404)
    await ask('/')
    now += HOUR_MS - 1
    await ask('/')
    expect(fetched).toHaveLength(1)
    now += 1
    // Nothing was forbidden before, so nothing is while the file fails.
    file = failing('server_error', 500)
    expect(await ask('/')).toBe(200)
    const other = open()
    expect(await other('/')).toBe('robots_failing')
    now += 59_999
    file = ''
    expect(await other('/')).toBe('robots_failing')
    now += 1
    expect(await other('/')).toBe(200)
  })

  it('leaves the rules as they were for a day', async () => {
    const ask = open()
    file = closedTo('/no')
    await ask('/')
    file = failing('reset')
    now += HOUR_MS
    expect(await ask('/no')).toBe('robots_forbid')
    expect(fetched).toHaveLength(2)
    now += 60_000
    expect(await ask('/yes')).toBe(200)
    expect(fetched).toHaveLength(3)
    now = 1_000 + 24 * HOUR_MS
    expect(await ask('/yes')).toBe('reset')
    const slip = new Error('ours')
    file = () => Promise.reject(slip)
    now = 1_000 + 2 * HOUR_MS
    const again = open()
    expect(await again('/yes')).toBe(slip)
  })
})

describe('requests at once', () => {
  it('share one robots.txt, which the last to leave gives up', async () => {
    const gate = Promise.withResolvers<string>()
    file = () => gate.promise
    const ask = open()
    const callers = [new AbortController(), new AbortController()]
    const asked = callers.map(({ signal }) => ask('/', { signal }))
    const left = new Fault('internal', 'left')
    callers[0]?.abort(left)
    expect(await asked[0]).toBe(left)
    expect(fetched).toHaveLength(1)
    expect(fetched[0]?.signal.aborted).toBe(false)
    callers[1]?.abort(left)
    expect(await asked[1]).toBe(left)
    expect(fetched[0]?.signal.aborted).toBe(true)
    // Nobody joins one that was given up.
    const next = ask('/')
    expect(fetched).toHaveLength(2)
    gate.resolve('')
    expect(await next).toBe(200)
  })
})

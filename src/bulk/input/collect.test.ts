// One input through a real engine: its outcome, and what is counted.
import { describe, expect, it } from 'vitest'
import { DEFAULT_FRESHNESS } from '../../answer/cache/answer-cache.ts'
import { createEngine } from '../../answer/index.ts'
import { createEvents } from '../../runtime/events.ts'
import { Fault } from '#kit/fault'
import type { UpstreamRequest } from '../../fetch/layer.ts'
import { ask, config, resolveInput } from '../bulk-sites-fixture.ts'
import { createCollect } from './collect.ts'

function createTestCollect() {
  const requests: UpstreamRequest[] = []
  const calls: unknown[] = []
  const engine = createEngine({
    config,
    events: createEvents(),
    async send(request) {
      requests.push(request)
      if (request.url.pathname === '/gone') throw new Fault('not_found', 'no such product')
      return { url: request.url, status: 200, headers: {}, body: Buffer.from('name'), charset: 'utf-8' }
    },
  })
  const collect = createCollect(engine, resolveInput, DEFAULT_FRESHNESS, call => void calls.push(call))
  return { requests, calls, collect: (value: unknown) => collect({ line: 1, value, isText: false }) }
}

describe('an input', () => {
  it('becomes an answer with its time and its absent fields', async () => {
    const { collect, calls, requests } = createTestCollect()
    const before = Date.now()
    const outcome = await collect(ask('hats', '7'))
    expect(outcome).toEqual({
      code: 'ok',
      operation: 'hats.product',
      path: '/api/v1/scraper/hats/product',
      atMs: expect.any(Number),
      body: '{"hats":"name"}',
      absent: ['/price'],
      absentAt: ['/price'],
    })
    expect(outcome.atMs).toBeGreaterThanOrEqual(before)
    expect(requests.map(({ caller }) => caller)).toEqual(['bulk'])
    expect(await collect(ask('hats', '7'))).toEqual(outcome)
    expect(calls).toEqual([
      { operation: 'hats.product', outcome: 'ok', cache: 'miss' },
      { operation: 'hats.product', outcome: 'ok', cache: 'hit' },
    ])
  })

  it('becomes a fault with the time of the request', async () => {
    const { collect, calls } = createTestCollect()
    const before = Date.now()
    const outcome = await collect(ask('hats', 'gone'))
    expect(outcome).toMatchObject({
      code: 'not_found',
      operation: 'hats.product',
      path: '/api/v1/scraper/hats/product',
      absent: [],
    })
    expect(outcome.fault?.code).toBe('not_found')
    expect(outcome.atMs).toBeGreaterThanOrEqual(before)
    expect(calls).toEqual([{ operation: 'hats.product', outcome: 'not_found', cache: 'none' }])
  })

  it('that cannot be sent has no time, and counts only if it names an operation', async () => {
    const { collect, calls, requests } = createTestCollect()
    expect(await collect({ operation: 'hats.product', params: {} })).toMatchObject({
      code: 'invalid_parameter',
      operation: 'hats.product',
      atMs: undefined,
    })
    expect(await collect('https://elsewhere.example/')).toMatchObject({
      code: 'url_not_allowed',
      operation: undefined,
      path: '',
      atMs: undefined,
    })
    expect(calls).toEqual([{ operation: 'hats.product', outcome: 'invalid_parameter', cache: 'none' }])
    expect(requests).toEqual([])
  })
})

// GET /api/v1/usage: reports the caller's own requests and nobody else's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'

interface Account {
  key: { id: string; name: string }
  from: string
  to: string
  rows: { day: string; operation: string; outcome: string; cache: string; calls: number; counted: number }[]
  totals: { calls: number; counted: number }
  limits: {
    rate: { per_second: number; burst: number; remaining: number }
    quota: { limit: number; remaining: number } | null
  }
}

describe('GET /api/v1/usage', () => {
  let wares: TestWares
  beforeAll(async () => {
    wares = await startTestWares()
  })
  afterAll(() => wares.stop())
  const trends = '/api/v1/scraper/sneakerhub/trends'
  const today = new Date().toISOString().slice(0, 10)

  it('reports the requests of the key at once, and how many remain', async () => {
    const { id, key } = await wares.newKey({
      name: 'me',
      scopes: ['*'],
      monthlyQuota: 10,
      ratePerS: 0.001,
      burst: 9,
    })
    await wares.call(trends, { key })
    await wares.call(trends, { key })
    await wares.call('/api/v1/scraper/sneakerhub/search', { key })
    const reply = await wares.call('/api/v1/usage', { key })
    expect(reply.status).toBe(200)
    const account = reply.json<Account>()
    const row = (part: Partial<Account['rows'][number]>) => ({
      day: today,
      operation: 'sneakerhub.trends',
      outcome: 'ok',
      cache: 'hit',
      calls: 1,
      counted: 1,
      ...part,
    })
    expect(account).toEqual({
      key: { id, name: 'me' },
      can_see_all: false,
      from: `${today.slice(0, 7)}-01`,
      to: today,
      rows: [
        row({ operation: 'sneakerhub.search', outcome: 'invalid_parameter', cache: 'none' }),
        row({ cache: 'hit' }),
        row({ cache: 'miss' }),
      ],
      totals: { calls: 3, counted: 3 },
      limits: { rate: { per_second: 0.001, burst: 9, remaining: 5 }, quota: { limit: 10, remaining: 7 } },
    })
    expect(reply.headers['cache-control']).toBe('private, no-store')
    expect(reply.headers.ratelimit).toMatch(/^"rate";r=5;/)
  })

  it('reports a period without the requests of other keys', async () => {
    const { key } = await wares.newKey()
    await wares.call(trends, { key })
    const ask = async (query: Record<string, string>) =>
      (await wares.call('/api/v1/usage', { key, query })).json<Account>().totals.calls
    expect(await ask({})).toBe(1)
    expect(await ask({ from: '2020-01-01', to: '2020-12-31' })).toBe(0)
    expect(await ask({ from: today })).toBe(1)
  })

  it.each([
    ['without a key', { key: null }, 401, 'missing_key'],
    ['with a wrong key', { key: `wares_${'x'.repeat(38)}` }, 401, 'invalid_key'],
    ['with a wrong day', { query: { from: 'yesterday' } }, 400, 'invalid_parameter'],
    ['with a wrong name', { query: { form: '2026-01-01' } }, 400, 'invalid_parameter'],
    ['with a wrong method', { method: 'DELETE' }, 405, 'method_not_allowed'],
  ])('refuses a request %s', async (_what, options, status, code) => {
    const reply = await wares.call('/api/v1/usage', options)
    expect([reply.status, reply.json().code]).toEqual([status, code])
    expect(reply.headers['content-type']).toBe('application/problem+json; charset=utf-8')
    expect(reply.headers.ratelimit).toBeDefined()
  })
})

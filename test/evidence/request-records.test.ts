// Records of requests: every operation's example is recorded, and its record shows the source of each value.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RequestRecord } from '../../src/record/recordings/request-record.ts'
import { type Reply, startTestWares, type TestWares } from '../start-wares.ts'

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares({
    // Without threads, no page is abandoned because the machine is busy.
    WARES_WORKERS: '0',
    WARES_RECORD: 'all',
  })
}, 120_000)
afterAll(() => wares.stop())

const PRICES = '/api/v1/scraper/sneakerhub/prices'
const FRESH = { headers: { 'cache-control': 'no-cache' } }

function idOf(reply: Reply): string {
  return reply.headers['x-request-id'] ?? ''
}

/** The record is written after the answer is sent. */
async function recordOf(reply: Reply, options: { key?: string; excerpts?: boolean } = {}): Promise<Reply> {
  const query = options.excerpts ? '?include=excerpts' : ''
  const key = options.key === undefined ? {} : { key: options.key }
  return wares.call(`/api/v2/requests/${idOf(reply)}${query}`, key)
}

function valueAt(answer: unknown, pointer: string): unknown {
  let here = answer
  for (const token of pointer.split('/').slice(1)) {
    here = (here as Record<string, unknown>)[token.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return here
}

describe('record of a request', () => {
  it('exists for the example of every operation, with a source or `computed` for every value', async () => {
    const asked = [...wares.registry.entries].filter(({ operation }) => operation.number <= 22)
    expect(asked).toHaveLength(22)
    for (const { path, operation, example } of asked) {
      const query = example as Record<string, string>
      const answer = await wares.call(path, { query, ...FRESH })
      expect(answer.status, operation.id).toBe(200)
      expect(answer.headers.link, operation.id).toContain(
        `</api/v2/requests/${idOf(answer)}>; rel="describedby"`,
      )
      const reply = await recordOf(answer)
      expect(reply.status, operation.id).toBe(200)
      const record = reply.json<RequestRecord>()
      expect(record).toMatchObject({ request_id: idOf(answer), operation: operation.id, outcome: 'ok' })
      // The finder requests no shop.
      expect(record.exchanges.length > 0, operation.id).toBe(!operation.open)
      for (const one of record.exchanges) {
        expect(one).toMatchObject({ attempt: 1, method: expect.stringMatching(/GET|POST/) })
        expect(one.status, operation.id).toBeGreaterThanOrEqual(200)
      }
      const sources = Object.entries(record.sources)
      expect(sources.length, operation.id).toBeGreaterThan(0)
      for (const [pointer, { value }] of sources) expect(valueAt(answer.json(), pointer)).toBe(value)
      const found = sources.filter(([, { kind }]) => kind !== 'computed')
      if (!operation.open) expect(found.length / sources.length, operation.id).toBeGreaterThan(0.5)
      expect(record.absent.filter(pointer => pointer in record.sources)).toEqual([])
    }
  }, 180_000)

  it('locates a price by its pointer, with an excerpt of the document', async () => {
    const entry = wares.registry.byId.get('watchmarket.product')
    const query = entry?.example as Record<string, string>
    const answer = await wares.call(entry?.path ?? '', { query, ...FRESH })
    const { sources, exchanges } = (await recordOf(answer, { excerpts: true })).json<RequestRecord>()
    const price = sources['/price/amount']
    expect(price).toMatchObject({ kind: 'json', exact: true, script: expect.stringContaining('script') })
    expect(price?.pointer).toMatch(/\/offers\/price$/)
    expect(price?.excerpt).toContain(String(price?.value))
    const seller = sources['/seller/name']
    expect(seller).toMatchObject({ kind: 'element', element: expect.stringContaining('#detail-page-dealer') })
    expect(seller?.excerpt).toContain(String(seller?.value))
    expect(exchanges[price?.exchange ?? -1]?.type).toContain('html')
  }, 60_000)

  it('names absent fields row by row', async () => {
    const answer = await wares.call('/api/v1/scraper/sneakerexchange/trends', FRESH)
    const { absent } = (await recordOf(answer)).json<RequestRecord>()
    expect(absent.length).toBeGreaterThan(0)
    expect(absent.join()).not.toContain('*')
  }, 60_000)

  it('reports a fault, with what the shop sent', async () => {
    const answer = await wares.call(PRICES, { query: { id: '1044287~changed' } })
    expect(answer.status).toBe(502)
    expect(answer.headers.link).toBe(`</api/v2/requests/${idOf(answer)}>; rel="describedby"`)
    const record = (await recordOf(answer)).json<RequestRecord>()
    expect(record).toMatchObject({ outcome: 'upstream_changed', problem: { code: 'upstream_changed' } })
    expect(record.exchanges[0]?.document).toMatch(/^[0-9a-f]{64}$/)
    expect(record.sources).toEqual({})
  }, 60_000)

  it('counts the attempts of one request', async () => {
    const answer = await wares.call(PRICES, { query: { id: '1044287~reset' } })
    const { exchanges } = (await recordOf(answer)).json<RequestRecord>()
    expect(exchanges.map(one => one.attempt)).toEqual([1, 2, 3])
    for (const one of exchanges)
      expect(one).toMatchObject({ status: null, failure: expect.stringMatching(/reset|truncated/) })
  }, 60_000)

  it('is visible to the key of the request and to the scope `evidence`; for all others it does not exist', async () => {
    const answer = await wares.call(PRICES, { query: { id: '1044287' }, ...FRESH })
    const stranger = await wares.newKey({ scopes: ['*'] })
    const auditor = await wares.newKey({ scopes: ['evidence'] })
    const refused = await recordOf(answer, { key: stranger.key })
    const unknown = await wares.call('/api/v2/requests/no-such-request', { key: stranger.key })
    expect(refused.status).toBe(404)
    const reason = (reply: Reply) => reply.json<{ code: string; detail: string }>()
    expect([reason(refused).code, reason(refused).detail]).toEqual([
      reason(unknown).code,
      reason(unknown).detail,
    ])
    expect(reason(refused).detail).toContain('never recorded')
    expect((await recordOf(answer, { key: auditor.key })).status).toBe(200)
    expect((await wares.call(PRICES, { query: { id: '1044287' }, key: auditor.key })).status).toBe(403)
    const withoutKey = await wares.call(`/api/v2/requests/${idOf(answer)}`, { key: null })
    expect(withoutKey.status).toBe(401)
  }, 60_000)

  it('is shared by all callers who waited for the same run, each with a separate id', async () => {
    const [one, other] = [await wares.newKey({ scopes: ['*'] }), await wares.newKey({ scopes: ['*'] })]
    const query = { id: '1044287~slow' }
    const [first, second] = await Promise.all([
      wares.call(PRICES, { query, ...FRESH, key: one.key }),
      wares.call(PRICES, { query, ...FRESH, key: other.key }),
    ])
    expect((await recordOf(first, { key: one.key })).status).toBe(200)
    expect((await recordOf(second, { key: other.key })).status).toBe(200)
    expect((await recordOf(second, { key: one.key })).status).toBe(404)
  }, 60_000)

  it('is refused with unknown parameters', async () => {
    const reply = await wares.call('/api/v2/requests/x?include=all')
    expect(reply.status).toBe(400)
    expect(reply.json()).toMatchObject({ errors: [{ name: 'include', accepted: ['excerpts'] }] })
  })
})

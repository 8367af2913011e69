// A site with a reading: both answers of one load, further documents that fail, sources, and the page of an answer from data.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { createEvents } from '../runtime/events.ts'
import { Fault, type FaultCode } from '#kit/fault'
import {
  valueAt,
  defineOperation,
  defineProductMapping,
  defineAdapter,
  money,
  type Page,
  param,
  t,
} from '#kit'
import { toRawParams } from '#kit/params/param-specs'
import type { Send } from '../fetch/layer.ts'
import { responseWith } from '../fetch/request-fixture.ts'
import { DEFAULT_FRESHNESS } from '../answer/cache/answer-cache.ts'
import { createEngine } from '../answer/index.ts'
import { createRegistry } from '../answer/request/registry.ts'

const product = defineOperation({
  id: 'shop.product',
  number: 1,
  summary: 'one product',
  params: { id: param.identifier('id') },
  result: t.object({ name: t.text() }),
  lookup: ['id'],
  core: ['/name'],
  freshForS: 600,
  example: { id: '1' },
  load: ({ id }, get) => get(`/p/${id}.json`, { accept: 'json' }),
  extract: page => ({ name: String(valueAt(page.json(), 'name')) }),
})
const siteWith = (isCore: boolean, holds: 'json' | 'page') =>
  defineAdapter({
    name: 'shop',
    about: 'a shop',
    operations: [product],
    product: defineProductMapping({
      operation: 'shop.product',
      requests: 2,
      further: {
        stock: { fields: ['availability'], holds, isCore, load: (_: Page, get) => get('/stock.json') },
      },
      read(page: Page, _, { stock }) {
        const given = page.json()
        const left = stock?.holdsJson() ? stock.json() : undefined
        const fields = {
          url: () => `https://shop.example/p/${String(valueAt(given, 'slug'))}`,
          name: () => String(valueAt(given, 'name')),
          price: () => money(Number(valueAt(given, 'price')), 'EUR'),
          availability: () => (valueAt(left, 'left') ? ('in_stock' as const) : undefined),
        }
        return [{ fields, unstated: ['/price/currency'] }]
      },
    }),
  })

function play(pages: Readonly<Record<string, string>>, isCore = false, holds: 'json' | 'page' = 'json') {
  const site = siteWith(isCore, holds)
  const base = readConfig([site], { WARES_SITE_SHOP_ORIGIN: 'https://shop.example' })
  const entry = createRegistry([site], base).byId.get('shop.product')
  if (!entry) throw new Error('no operation')
  const requests: string[] = []
  const fields: unknown[] = []
  const events = createEvents()
  events.on('fields', ({ absent }) => void fields.push(absent))
  const send: Send = async ({ url }) => {
    requests.push(url.pathname)
    const text = pages[url.pathname] ?? 'not_found'
    if (/^[a-z]+_[a-z]+$/.test(text)) throw new Fault(text as FaultCode, 'it failed')
    const type = text.startsWith('<') ? 'text/html' : 'application/json'
    return responseWith({ url, headers: { 'content-type': type }, body: Buffer.from(text) })
  }
  const config = { sites: base.sites, deadlineMs: 30_000, maxInFlight: 4, cacheBytes: 1e6 }
  const engine = createEngine({ config, send, events })
  const run = async (include?: readonly string[]) => {
    const reading = include && { query: { url: 'https://shop.example/p/1' }, include }
    const { answer, cache } = await engine.run(
      engine.prepare(entry, toRawParams({ id: '1' }, 'query'), reading),
      { freshness: DEFAULT_FRESHNESS, caller: 'a', signal: new AbortController().signal, onTiming: () => {} },
    )
    const value = JSON.parse(answer.body.toString()) as Record<string, unknown>
    return { value, cache, freshForMs: answer.freshForMs, source: answer.source }
  }
  return { run, requests, fields }
}

const whole = { '/p/1.json': '{"name":"Lamp","slug":"lamp","price":5}', '/stock.json': '{"left":2}' }

describe('a reading', () => {
  it('makes both answers of one load; a request for the native answer loads no further documents', async () => {
    const { run, requests } = play(whole)
    expect((await run([])).value).toMatchObject({
      name: 'Lamp',
      availability: 'in_stock',
      price: { amount: '5.00' },
    })
    expect(await run()).toMatchObject({ cache: 'hit', value: { name: 'Lamp' } })
    expect(requests).toEqual(['/p/1.json', '/stock.json'])

    const alone = play(whole)
    await alone.run()
    expect(alone.requests).toEqual(['/p/1.json'])
  })

  it('names the place of each value in the documents, and what the operator states', async () => {
    const { value } = await play(whole).run(['sources', 'absent'])
    const sources = value.sources as Record<string, { where: string }>
    expect(sources.name).toEqual({ from: 'api', where: '/p/1.json#/name', confidence: 1, also: [] })
    expect(sources.availability?.where).toBe('/stock.json#/left')
    expect(value.absent).toContain('/price/currency')
    expect(value.absent).not.toContain('/sources/name/also')
  })

  it.each([
    ['not_found', 'not_found'],
    ['upstream_blocked', 'upstream_blocked'],
    ['upstream_failed', 'upstream_failed'],
    ['{"left":', 'upstream_failed'],
    ['<!doctype html><p>An error page with status 200</p>', 'upstream_changed'],
    [' ', 'upstream_failed'],
  ])('names a further document that is %s', async (stock, code) => {
    const { run } = play({ ...whole, '/stock.json': stock })
    const { value, freshForMs } = await run(['sources'])
    const sources = value.sources as Record<string, unknown>
    expect(value.availability).toBeNull()
    expect(sources.availability).toMatchObject({ where: `(stock: ${code})`, confidence: 0 })
    expect(freshForMs).toBe(code === 'upstream_failed' ? 60_000 : 600_000)
    expect((await run()).freshForMs).toBe(600_000)
  })

  it.each(['{"left":2}', ' '])('names a further page that is no page: %s', async body => {
    const { value } = await play({ ...whole, '/stock.json': body }, false, 'page').run(['sources'])
    expect(value.sources).toMatchObject({ availability: { where: '(stock: upstream_changed)' } })
  })

  it('without a core document is a fault only while the shop is failing', async () => {
    const failing = play({ ...whole, '/stock.json': 'upstream_failed' }, true).run([])
    await expect(failing).rejects.toMatchObject({ code: 'upstream_failed' })
    const gone = await play({ ...whole, '/stock.json': 'not_found' }, true).run([])
    expect(gone.value.availability).toBeNull()
  })

  it('gives the page of an answer that was read from data', async () => {
    expect((await play(whole).run()).source).toBe('https://shop.example/p/lamp')
  })

  it('counts a contradiction of the page as missing agreement', async () => {
    const ld = '{"@type":"Product","name":"Lamp","offers":{"price":7,"priceCurrency":"EUR"}}'
    const page = `<script type="application/ld+json">${ld}</script>`
    const { run, fields } = play({ ...whole, '/stock.json': page }, false, 'page')
    const { value } = await run([])
    expect(value.disputed).toEqual([{ field: 'price', value: '7.00', from: 'json-ld' }])
    expect(fields).toEqual([['(agreement on price)']])
  })
})

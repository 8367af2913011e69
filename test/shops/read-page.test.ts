// POST /api/v2/read: the product of a page that the caller has, with no request to the shop.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

let wares: TestWares

beforeAll(async () => {
  const file = join(temporaryFolder('read-page'), 'wares.yaml')
  writeFileSync(file, 'reader: { hosts: [listed.example] }\n')
  wares = await startTestWares({ WARES_RECORD: 'all', WARES_CONFIG: file })
})
afterAll(() => wares.stop())

const URL = 'https://never-listed.example/p/7'
const data = {
  '@type': 'Product',
  name: 'Oak lamp',
  sku: 'OL-7',
  offers: { price: '166.00', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
}
const HTML = `<html><head><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><h1>Oak lamp</h1><p>€166.00</p></body></html>`

const read = (body: unknown, key?: string) =>
  wares.call('/api/v2/read', {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
    ...(key === undefined ? {} : { key }),
  })

it('gives the product with its sources, whatever the host, and is not cached', async () => {
  const reply = await read({ url: URL, html: HTML })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  expect(reply.headers['cache-control']).toContain('no-store')
  const product = reply.json<GeneralProduct>()
  expect(product).toMatchObject({
    url: URL,
    site: 'never-listed.example',
    price: { amount: '166.00', currency: 'EUR' },
    sources: { price: { from: 'json-ld' } },
  })
  const next = await read({ url: URL, html: HTML.replaceAll('166.00', '99.00') })
  expect(next.json<GeneralProduct>().price?.amount).toBe('99.00')
})

it.each(['https://192.0.2.7/p/7', 'https://[2001:db8::7]/p/7'])('reads a page of %s', async url => {
  const reply = await read({ url, html: HTML })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  expect(reply.json()).toMatchObject({ url, name: 'Oak lamp' })
})

it.each([
  ['https://never-listed.example/p/7#reviews', 'https://never-listed.example/p/7'],
  ['https://listed.example/p/7?size=9#reviews', 'https://listed.example/p/7?size=9'],
  ['http://listed.example/p/7', 'https://listed.example/p/7'],
])('reads the page of %s, as the browser shows its address', async (shown, url) => {
  const reply = await read({ url: shown, html: HTML })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  expect(reply.json()).toMatchObject({ url, name: 'Oak lamp' })
})

it('counts as one request, and its recording is marked', async () => {
  const { key, id } = await wares.newKey({ scopes: ['general', 'evidence'], monthlyQuota: 2 })
  const reply = await read({ url: URL, html: HTML }, key)
  const record = await wares.call(`/api/v2/requests/${reply.headers['x-request-id']}`, { key })
  expect(record.json(), id).toMatchObject({ operation: 'general.product', way: 'posted', outcome: 'ok' })
  await read({ url: URL, html: HTML }, key)
  expect((await read({ url: URL, html: HTML }, key)).json()).toMatchObject({ code: 'quota_exceeded' })
})

it('needs the scope', async () => {
  const { key } = await wares.newKey({ scopes: ['watches'] })
  expect((await read({ url: URL, html: HTML }, key)).status).toBe(403)
})

it.each([
  [{ url: 'file:///etc/passwd', html: HTML }, 'url'],
  [{ url: URL, html: '' }, 'html'],
  [{ url: URL }, 'html'],
  [{ url: URL, html: HTML, js: true }, 'js'],
])('refuses %#', async (body, name) => {
  const reply = await read(body)
  expect(reply.status).toBe(400)
  expect(reply.json<{ errors: { name: string }[] }>().errors[0]?.name).toBe(name)
})

it('says what a page without a product is', async () => {
  const reply = await read({
    url: URL,
    html: '<html><body><h1>About us</h1><p>We like lamps.</p></body></html>',
  })
  expect(reply.json()).toMatchObject({ code: 'upstream_changed' })
})

it('reads a page of 16 MB, and refuses a larger one', async () => {
  // Long paragraphs: the page is large, not deep in elements, so that a busy machine reads it in time too.
  const filler = `<p>${'\\"lamp\\" &amp; more '.repeat(100)}</p>`
  const room = 16 * 1024 * 1024 - HTML.length - 2_000
  const html = HTML.replace('</body>', filler.repeat(Math.floor(room / (filler.length * 1.3))))
  const body = JSON.stringify({ url: URL, html })
  expect(body.length).toBeLessThanOrEqual(16 * 1024 * 1024)
  expect(body.length).toBeGreaterThan(12 * 1024 * 1024)
  const reply = await read(body)
  expect(reply.status, reply.bytes.toString().slice(0, 300)).toBe(200)
  expect(reply.json<GeneralProduct>().price?.amount).toBe('166.00')
  const large = await read(`${JSON.stringify({ url: URL, html: HTML })}${' '.repeat(16 * 1024 * 1024)}`)
  expect(large.json()).toMatchObject({ code: 'body_too_large' })
})

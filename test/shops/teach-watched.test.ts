// What is taught on one page is tried on the pages that somebody watches, and leaves them to the reader where it finds nothing.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GeneralProduct } from '#kit/product/general-product'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { startHttpServer } from '../support/servers.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const file = join(temporaryFolder('teach-watched'), 'wares.yaml')
const TEXT = `<p>${'A lamp for people who read in the evening. '.repeat(8)}</p>`
const BUY = '<button type="submit" class="order">Add to basket</button>'
/** Two templates of one shop, which do not link to each other. */
const PAGES: Record<string, string> = {
  '/new/oak-lamp': `<div class="box"><p class="title">Oak lamp</p><h1>Lamps for you</h1><p class="price">EUR 166.00</p>${BUY}${TEXT}</div>`,
  '/old/elm-lamp': `<div class="item"><h1>Elm lamp</h1><p class="price">EUR 120.00</p>${BUY}${TEXT}</div>`,
}
let wares: TestWares
let shop: Awaited<ReturnType<typeof startHttpServer>>

beforeAll(async () => {
  shop = await startHttpServer(({ url = '' }, response) => {
    const page = PAGES[url]
    response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
    response.end(
      page && `<!doctype html><html lang="en"><title>Plain lamps</title><body>${page}</body></html>`,
    )
  })
  writeFileSync(file, `sandbox: false\nreader:\n  requests_per_second: 100\n  hosts:\n    - ${shop.origin}\n`)
  wares = await startTestWares({ WARES_CONFIG: file })
})

afterAll(async () => {
  await wares.stop()
  await shop.close()
})

const post = (path: string, body: object) =>
  wares.call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
const product = (path: string) =>
  wares.call('/api/v2/product', {
    query: { url: shop.origin + path, include: 'sources' },
    headers: { 'x-api-key': wares.key, 'cache-control': 'no-cache' },
  })

it('a watched page on which the rule finds nothing is left to the reader, and named', async () => {
  const watched = `${shop.origin}/old/elm-lamp`
  expect((await post('/api/v2/watches', { url: watched })).status).toBe(201)
  const reply = await post('/api/v2/shops/teach', {
    url: `${shop.origin}/new/oak-lamp`,
    values: { name: 'Oak lamp' },
  })
  expect(reply.status, reply.bytes.toString()).toBe(201)
  expect(reply.json()).toMatchObject({
    rules: { name: { css: expect.stringMatching(/title/) as string, else: 'reader' } },
    proven: [
      { value: 'Oak lamp', by: 'rule' },
      { url: watched, field: 'name', before: 'Elm lamp', value: 'Elm lamp', by: 'reader' },
    ],
  })
  expect(readFileSync(file, 'utf8')).toContain('else: reader')
  const elm = (await product('/old/elm-lamp')).json<GeneralProduct>()
  expect(elm).toMatchObject({ name: 'Elm lamp', disputed: [] })
  expect(elm.sources?.name?.from).not.toBe('taught')
  const oak = (await product('/new/oak-lamp')).json<GeneralProduct>()
  expect(oak).toMatchObject({ name: 'Oak lamp', sources: { name: { from: 'taught' } } })
})

it('a rule that is right on every known page says nothing else, and after a redesign there is no guess', async () => {
  const taught = await post('/api/v2/shops/teach', {
    url: `${shop.origin}/new/oak-lamp`,
    values: { price: '166.00' },
  })
  expect(taught.status, taught.bytes.toString()).toBe(201)
  expect(JSON.stringify(taught.json<{ rules: { price: object } }>().rules.price)).not.toContain('reader')
  PAGES['/new/oak-lamp'] = PAGES['/new/oak-lamp']?.replace('class="price"', 'class="cost"') ?? ''
  expect((await product('/new/oak-lamp')).json()).toMatchObject({ code: 'upstream_changed', field: '/price' })
})

it('after a redesign there is no guess on a page that the rule has read, also if it leaves others to the reader', async () => {
  const [path, other] = ['/sale/ash-lamp', '/old/elm-lamp']
  const amounts = '<p class="members">Members: EUR 99.00</p><p class="price">EUR 99.00</p>'
  const page = (name: string) =>
    `<div class="box"><h1>Ash lamp</h1>${amounts}<p class="${name}">For all others EUR 140.00</p>${BUY}${TEXT}</div>`
  PAGES[path] = page('everybody')
  const url = shop.origin + path
  expect((await post('/api/v2/shops/teach', { url, forget: ['price'] })).status).toBe(201)
  const taught = await post('/api/v2/shops/teach', { url, values: { price: '140.00' } })
  expect(taught.json()).toMatchObject({ rules: { price: { else: 'reader' } } })
  const price = async (at: string) => (await product(at)).json<GeneralProduct>().price?.amount
  expect([await price(path), await price(other)]).toEqual(['140.00', '120.00'])
  PAGES[path] = page('anybody')
  expect((await product(path)).json()).toMatchObject({ code: 'upstream_changed', field: '/price' })
  expect(await price(other)).toBe('120.00')
})

// A watch on a shop whose list states prices, over HTTP: what it reports, how many requests it costs, and what it refuses.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../../start-wares.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { startHttpServer } from '../../support/servers.ts'

interface Product {
  readonly handle: string
  price: string
  former: string | null
  available: boolean
}

interface Checked {
  readonly id: string
  readonly last_check: { readonly outcome: string; readonly detail: string | null }
  readonly changes: readonly {
    readonly id: string
    readonly type: string
    readonly alert: boolean
    readonly catalog: {
      count: number
      matched: number
      products: { url: string; before: unknown; after: unknown }[]
      rows: string
    } | null
    readonly why: { conditions: { when: string }[] } | null
  }[]
}

/** As the platform writes it: amounts are texts, and there is no currency. */
let products: Product[] = []
/** Undefined while the pages of the shop are down. */
let currency: string | undefined = 'EUR'
const asked: string[] = []
const server = await startHttpServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://shop.example')
  asked.push(request.url ?? '')
  if (pathname === '/products.json') {
    const [limit, page] = [Number(searchParams.get('limit')), Number(searchParams.get('page'))]
    const rows = products.slice((page - 1) * limit, page * limit).map(listed)
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ products: rows }))
  } else if (pathname.startsWith('/products/') && currency !== undefined)
    response
      .setHeader('content-type', 'text/html')
      .end(
        `<script>var Shopify = Shopify || {}; Shopify.shop = "s.myshopify.com"; Shopify.currency = {"active":"${currency}","rate":"1.0"};</script>`,
      )
  else response.writeHead(404).end()
})

function listed({ handle, price, former, available }: Product) {
  const variant = {
    id: 1,
    title: 'Default Title',
    option1: 'Default Title',
    sku: `S-${handle}`,
    price,
    compare_at_price: former,
    available,
  }
  return {
    id: 1,
    title: `Lamp ${handle}`,
    handle,
    vendor: 'Halvik',
    variants: [variant],
    images: [],
    options: [{ name: 'Title', values: ['Default Title'] }],
  }
}

let wares: TestWares
let origin = ''
let watch = ''
const folder = temporaryFolder('list-watch')

beforeAll(async () => {
  origin = server.origin
  const config = join(folder, 'wares.yaml')
  writeFileSync(
    config,
    `reader: { hosts: [{ host: "${origin}", platform: shopify }], requests_per_second: 1000 }\n`,
  )
  wares = await startTestWares({ WARES_CONFIG: config })
})
afterAll(async () => {
  await wares.stop()
})
beforeEach(async () => {
  if (watch) await wares.call(`/api/v2/watches/${watch}`, { method: 'DELETE' })
  watch = ''
  currency = 'EUR'
  products = Array.from({ length: 600 }, (_, n) => ({
    handle: `l-${n}`,
    price: (20 + n).toFixed(2),
    former: null,
    available: true,
  }))
})

function send(path: string, body: object, method = 'POST') {
  const headers = { 'content-type': 'application/json' }
  return wares.call(path, { method, body: JSON.stringify(body), headers })
}

async function add(rules: object): Promise<void> {
  const made = await send('/api/v2/watches', { catalog: origin, every: '1d', ...rules })
  expect(made.status, made.bytes.toString()).toBe(201)
  watch = made.json<Checked>().id
}

async function check(): Promise<Checked> {
  const reply = await wares.call(`/api/v2/watches/${watch}/check`, { method: 'POST' })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  return reply.json<Checked>()
}

function times(product: Product, factor: number, former: string | null = null): Product {
  return { ...product, former, price: (Number(product.price) * factor).toFixed(2) }
}

function set(place: number, values: Partial<Product>): void {
  products = products.map((one, n) => (n === place ? { ...one, ...values } : one))
}

it('one change with all prices, largest move first, for four requests', async () => {
  await add({ when: 'price drops 10%' })
  await check()
  set(3, { price: '20.00' })
  set(4, { price: '12.00' })
  set(5, { price: '24.50' })
  set(9, { available: false })
  asked.length = 0
  const { changes } = await check()
  expect(asked.filter(path => path.startsWith('/products'))).toHaveLength(4)
  expect(changes.map(({ type, alert }) => [type, alert])).toEqual([
    ['catalog.price_changed', true],
    ['catalog.availability_changed', false],
  ])
  const [price, stock] = changes
  expect(price?.catalog).toMatchObject({ count: 3, matched: 2 })
  expect(price?.catalog?.products.map(one => one.url.slice(origin.length))).toEqual([
    '/products/l-4',
    '/products/l-3',
    '/products/l-5',
  ])
  expect(price?.catalog?.products[0]).toMatchObject({
    before: { price: { amount: '24.00', currency: 'EUR' } },
    after: { price: { amount: '12.00', currency: 'EUR' } },
  })
  expect(price?.why?.conditions.map(one => one.when)).toEqual(['price drops 10%'])
  expect(stock?.catalog).toMatchObject({ count: 1, matched: 0 })
  const rows = await wares.call(price?.catalog?.rows ?? '')
  expect(
    rows.json<{ products: { conditions: string[] }[] }>().products.map(one => one.conditions.length),
  ).toEqual([1, 1, 0])
  expect((await check()).changes).toEqual([])
})

it('another currency of the shop is no other price', async () => {
  await add({ when: 'price drops 10%' })
  await check()
  currency = 'GBP'
  products = products.map((one, n) => times(one, 0.5 + (n % 7) / 20))
  expect((await check()).changes).toEqual([])
  set(3, { price: '1.00' })
  expect((await check()).changes.map(one => one.catalog?.matched)).toEqual([1])
})

it('prices without a currency are not compared, and a condition about them is refused for that', async () => {
  await add({ when: 'price drops 10%' })
  await check()
  currency = undefined
  set(3, { price: '1.00' })
  const { changes, last_check } = await check()
  expect(changes.filter(one => one.catalog)).toEqual([])
  expect(last_check.detail).toMatch(/no currency/)
  const other = { operation: 'general.catalog', params: { shop: new URL(origin).host, budget: 900 } }
  const refused = await send('/api/v2/watches', { ...other, every: '1d', when: 'price < 5' })
  expect([refused.status, refused.bytes.toString()]).toEqual([
    400,
    expect.stringMatching(/no currency.*try again later/),
  ])
  currency = 'EUR'
  expect((await check()).changes.map(one => [one.type, one.catalog?.matched])).toEqual([
    ['catalog.price_changed', 1],
    ['watch.recovered', undefined],
  ])
})

it.each([0, 5])('a list whose currency is gone fails, also if only %i of 60 can be bought', async many => {
  products = products.slice(0, 60)
  for (const [n, product] of products.entries()) product.available = n < many
  await add({})
  await check()
  currency = undefined
  const { last_check: last, changes } = await check()
  expect(last).toMatchObject({ outcome: 'upstream_changed', detail: expect.stringMatching(/no currency/) })
  expect(changes).toMatchObject([{ type: 'watch.failing', after: { field: 'price' } }])
  const rows = await wares.call(`/api/v2/watches/${watch}/products?limit=60`)
  expect(rows.json<{ products: { price: unknown }[] }>().products.filter(one => one.price)).toHaveLength(60)
  currency = 'EUR'
  expect((await check()).changes).toMatchObject([{ type: 'watch.recovered' }])
})

it('three factors are not one that three checks say', async () => {
  await add({ when: 'price drops 10%' })
  await check()
  const before = products
  for (const factor of [0.8, 0.5, 0.3, 0.3]) {
    products = before.map(one => times(one, factor))
    expect((await check()).last_check.detail).toMatch(`(×${factor})`)
  }
  expect((await check()).last_check.detail).toMatch(/taken as they are$/)
})

it('ten drops of one percent are a drop of ten, for every product', async () => {
  await add({ when: 'price drops 10%' })
  await check()
  for (const price of ['98.00', '96.00', '93.00']) {
    set(80, { price })
    expect((await check()).changes.map(one => one.alert)).toEqual([false])
  }
  set(80, { price: '90.00' })
  expect((await check()).changes.map(one => [one.alert, one.catalog?.matched])).toEqual([[true, 1]])
})

it('a bound that is met by the first list is told once, in one change', async () => {
  await add({ when: 'price < 25' })
  const first = await check()
  expect(first.changes.map(one => [one.type, one.catalog?.count, one.catalog?.matched])).toEqual([
    ['catalog.price_changed', 5, 5],
  ])
  expect((await check()).changes).toEqual([])
  products = [...products, { handle: 'new', price: '9.00', former: null, available: true }]
  expect((await check()).changes.map(one => [one.type, one.alert, one.catalog?.matched])).toEqual([
    ['catalog.added', true, 1],
  ])
})

it('the history of one product, by its address', async () => {
  await add({})
  await check()
  set(7, { price: '19.00' })
  await check()
  const url = encodeURIComponent(`${origin}/products/l-7?variant=1`)
  const history = (await wares.call(`/api/v2/watches/${watch}/history?url=${url}`)).json<{
    spans: { facts: { price: unknown } }[]
  }>()
  expect(history.spans.map(one => one.facts.price)).toEqual([
    { amount: '27.00', currency: 'EUR' },
    { amount: '19.00', currency: 'EUR' },
  ])
  const unknown = await wares.call(
    `/api/v2/watches/${watch}/history?url=${encodeURIComponent(`${origin}/products/none`)}`,
  )
  expect(unknown.status).toBe(404)
})

it('all products by their drop, with their last prices', async () => {
  await add({})
  await check()
  set(11, { price: '15.50' })
  set(12, { price: '50.00' })
  await check()
  const page = await wares.call(`/api/v2/watches/${watch}/products?sort=drop&include=prices&limit=1`)
  const { products: found, next } = page.json<{
    products: { url: string; moved: number; prices: unknown[] }[]
    next: string
  }>()
  expect(found).toMatchObject([{ url: `${origin}/products/l-11`, moved: -0.5 }])
  expect(found[0]?.prices).toHaveLength(2)
  expect(next).toBe('1')
  const rise = await wares.call(`/api/v2/watches/${watch}/products?sort=rise&limit=1`)
  expect(rise.json<{ products: { url: string }[] }>().products[0]?.url).toBe(`${origin}/products/l-12`)
  expect((await wares.call(`/api/v2/watches/${watch}/products?after=x`)).status).toBe(400)
})

it('prices that all move by one factor are doubted, and a sale that the shop states is not', async () => {
  await add({ when: 'price drops 10%' })
  await check()
  const before = products
  products = before.map(one => times(one, 1 / 1.19))
  const doubted = await check()
  expect(doubted.last_check).toMatchObject({ outcome: 'upstream_changed' })
  expect(doubted.last_check.detail).toMatch(/×0\.84/)
  expect(doubted.changes.map(one => one.type)).toEqual(['watch.failing'])
  products = before
  expect((await check()).changes.map(one => one.type)).toEqual(['watch.recovered'])
  products = before.map(one => times(one, 0.8, one.price))
  expect((await check()).changes.map(one => [one.type, one.catalog?.matched])).toEqual([
    ['catalog.price_changed', 600],
  ])
})

it('a change of nine of ten shared products is no doubt', async () => {
  products = products.slice(0, 9)
  await add({})
  await check()
  products = products.map(one => times(one, 0.5))
  expect((await check()).changes.map(one => [one.type, one.catalog?.count])).toEqual([
    ['catalog.price_changed', 9],
  ])
})

it('confirm holds for every product', async () => {
  await add({ when: 'price drops', confirm: 2 })
  await check()
  await check()
  set(3, { price: '10.00' })
  expect((await check()).changes).toEqual([])
  expect((await check()).changes.map(one => one.catalog?.matched)).toEqual([1])
})

it('cooldown holds for every product: another one is told', async () => {
  await add({ when: 'price drops', cooldown: '6h' })
  await check()
  set(3, { price: '10.00' })
  expect((await check()).changes.map(one => one.catalog?.matched)).toEqual([1])
  set(3, { price: '9.00' })
  set(4, { price: '9.00' })
  expect((await check()).changes.map(one => [one.catalog?.count, one.catalog?.matched])).toEqual([[2, 1]])
})

it('the list of shops says what the list states, and what a check costs', async () => {
  await add({})
  await check()
  const { shops } = (await wares.call('/api/v2/shops')).json<{
    shops: { name: string; list: object | null }[]
  }>()
  const list = shops.find(one => origin.endsWith(one.name))?.list
  expect(list).toMatchObject({
    source: 'platform',
    price: true,
    availability: true,
    products: 600,
    complete: true,
  })
  expect(list).toMatchObject({ requests: expect.toSatisfy(count => count === 4 || count === 5) as number })
})

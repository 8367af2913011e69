// Watches on a catalog, over the histories that shops have: who is told of what, and that nobody is told of nothing. A real
// shop over HTTP, the real engine, the real store; each step is one check.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../../start-wares.ts'
import { openSmallShop, type SmallShop } from './small-shop.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

interface Checked {
  readonly id: string
  readonly state: string
  readonly facts: { readonly product_count: number } | null
  readonly last_check: { readonly outcome: string; readonly detail: string | null }
  readonly changes: readonly {
    readonly type: string
    readonly alert: boolean
    readonly catalog: { count: number; products: { url: string; name: string | null }[]; rows: string } | null
  }[]
}

let shop: SmallShop
let wares: TestWares
let watch = ''
const folder = temporaryFolder('catalog-watch')
const lamps = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => `/p/lamp-${from + n}`)

beforeAll(async () => {
  shop = await openSmallShop()
  const config = join(folder, 'wares.yaml')
  writeFileSync(config, `reader: { hosts: ["${shop.origin}"], requests_per_second: 1000 }\n`)
  wares = await startTestWares({ WARES_CONFIG: config })
})
afterAll(async () => {
  await wares.stop()
  await shop.close()
})
beforeEach(async () => {
  if (watch) await wares.call(`/api/v2/watches/${watch}`, { method: 'DELETE' })
  shop.listed = []
  shop.pages.clear()
  shop.pictures.clear()
  shop.list = 'whole'
  shop.sell(...lamps(1, 24))
  const made = await send('/api/v2/watches', { catalog: shop.origin, every: '1d' })
  expect(made.status).toBe(201)
  watch = made.json<Checked>().id
})

function send(path: string, body: unknown) {
  return wares.call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
}

async function check(): Promise<Checked> {
  const reply = await wares.call(`/api/v2/watches/${watch}/check`, { method: 'POST' })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  return reply.json<Checked>()
}

/** The changes that a check reports: `added /p/lamp-3`. */
async function reported(): Promise<string[]> {
  const { changes } = await check()
  return changes.flatMap(({ type, catalog }) =>
    catalog
      ? catalog.products.map(one => `${type.replace('catalog.', '')} ${one.url.slice(shop.origin.length)}`)
      : [type],
  )
}

const unlist = (...paths: string[]) => {
  shop.listed = shop.listed.filter(path => !paths.includes(path))
}

it('the first list is a baseline and tells nobody', async () => {
  const first = await check()
  expect(first).toMatchObject({ state: 'ok', facts: { product_count: 24 }, changes: [] })
  expect(await reported()).toEqual([])
})

it('a new product is reported once, with its name', async () => {
  await check()
  shop.sell('/p/lamp-30')
  const { changes, facts } = await check()
  expect(facts).toEqual({ product_count: 25 })
  expect(changes).toMatchObject([
    {
      type: 'catalog.added',
      alert: true,
      before: { product_count: 24 },
      after: { product_count: 25 },
      catalog: { count: 1, products: [{ url: `${shop.origin}/p/lamp-30`, name: 'Lamp lamp-30' }] },
    },
  ])
  expect(await reported()).toEqual([])
})

it.each(['gone', 'soft-gone'] as const)('a removed product (%s) is reported once', async state => {
  await check()
  unlist('/p/lamp-3')
  shop.pages.set('/p/lamp-3', state)
  expect(await reported()).toEqual(['removed /p/lamp-3'])
  expect(await reported()).toEqual([])
})

const confirmTwice = async () => {
  await wares.call(`/api/v2/watches/${watch}`, { method: 'DELETE' })
  watch = (await send('/api/v2/watches', { catalog: shop.origin, every: '1d', confirm: 2 })).json<Checked>()
    .id
  await check()
}

it('with confirm, a product is new when two lists in a row name it, and not counted before', async () => {
  await confirmTwice()
  shop.sell('/p/lamp-30')
  expect(await check()).toMatchObject({ facts: { product_count: 24 }, changes: [] })
  expect(await reported()).toEqual(['added /p/lamp-30'])
  expect(await check()).toMatchObject({ facts: { product_count: 25 }, changes: [] })
  // Named by every second list: never two in a row.
  for (let turn = 0; turn < 3; turn++) {
    shop.sell('/p/lamp-31')
    expect(await reported()).toEqual([])
    unlist('/p/lamp-31')
    shop.pages.set('/p/lamp-31', 'gone')
    expect(await reported()).toEqual([])
  }
})

it('with confirm, a product is removed when its page says so in two checks in a row', async () => {
  await confirmTwice()
  unlist('/p/lamp-3')
  shop.pages.set('/p/lamp-3', 'gone')
  expect(await reported()).toEqual([])
  shop.pages.set('/p/lamp-3', 'sold')
  expect(await reported()).toEqual([])
  shop.pages.set('/p/lamp-3', 'gone')
  const after: string[] = []
  for (let turn = 0; turn < 4; turn++) after.push(...(await reported()), '-')
  expect(after.filter(one => one !== '-')).toEqual(['removed /p/lamp-3'])
  // Back for one list only, then for good.
  shop.sell('/p/lamp-3')
  expect(await reported()).toEqual([])
  unlist('/p/lamp-3')
  shop.pages.set('/p/lamp-3', 'gone')
  expect(await reported()).toEqual([])
  shop.sell('/p/lamp-3')
  expect(await reported()).toEqual([])
  expect(await reported()).toEqual(['added /p/lamp-3'])
  expect(await reported()).toEqual([])
})

it('a product that is still sold but not listed is not removed, nor new when it is listed again', async () => {
  await check()
  unlist('/p/lamp-3')
  expect(await reported()).toEqual([])
  expect(await reported()).toEqual([])
  shop.listed.push('/p/lamp-3')
  expect(await reported()).toEqual([])
})

it('one that comes and goes is reported each time that its page says so', async () => {
  await check()
  for (let turn = 0; turn < 3; turn++) {
    unlist('/p/lamp-3')
    shop.pages.delete('/p/lamp-3')
    expect(await reported()).toEqual(['removed /p/lamp-3'])
    shop.sell('/p/lamp-3')
    expect(await reported()).toEqual(['added /p/lamp-3'])
  }
})

it.each(['down', 'wall', 'missing'] as const)(
  'a list that cannot be had (%s) removes nothing, whatever the pages say',
  async list => {
    await check()
    const gone = lamps(1, 3)
    unlist(...gone)
    for (const path of gone) shop.pages.delete(path)
    shop.list = list
    const failed = await check()
    expect(failed.last_check.outcome).not.toBe('ok')
    expect(failed.changes.filter(change => change.type.startsWith('catalog.'))).toEqual([])
    expect(failed.facts).toEqual({ product_count: 24 })
    shop.list = 'whole'
    const now = await check()
    const removed = now.changes.find(change => change.type === 'catalog.removed')
    expect(removed?.catalog?.count).toBe(3)
  },
)

it.each(['cut', 'one file forbidden'] as const)(
  'a list that is not whole (%s) removes nothing and tells nothing twice',
  async list => {
    await check()
    shop.list = list
    unlist('/p/lamp-3')
    shop.pages.delete('/p/lamp-3')
    expect((await reported()).filter(one => one.startsWith('removed'))).toEqual([])
    shop.list = 'whole'
    expect((await reported()).filter(one => !one.startsWith('watch.'))).toEqual(['removed /p/lamp-3'])
  },
)

it('a first list that was not whole makes no product new when it is', async () => {
  shop.list = 'one file forbidden'
  expect((await check()).facts).toEqual({ product_count: 12 })
  shop.list = 'whole'
  const whole = await check()
  expect(whole).toMatchObject({ facts: { product_count: 24 }, changes: [] })
  shop.sell('/p/lamp-30')
  expect(await reported()).toEqual(['added /p/lamp-30'])
})

it('a part of the list that is read for the first time hides only its own products', async () => {
  shop.list = 'one file forbidden'
  expect((await check()).facts).toEqual({ product_count: 12 })
  shop.list = 'whole'
  // In the file that could be read all along.
  shop.sell('/p/lamp-30')
  const whole = await check()
  expect(whole.facts).toEqual({ product_count: 25 })
  expect(whole.changes).toMatchObject([
    { type: 'catalog.added', catalog: { count: 1, products: [{ url: `${shop.origin}/p/lamp-30` }] } },
  ])
  expect(whole.last_check.detail).toMatch(/for the first time, this could be read: .*sitemap-1\.xml/)
  expect(await reported()).toEqual([])
})

it('pages behind a wall, or down, are not removed', async () => {
  await check()
  unlist('/p/lamp-3', '/p/lamp-4')
  shop.pages.set('/p/lamp-3', 'wall')
  shop.pages.set('/p/lamp-4', 'down')
  expect(await reported()).toEqual([])
  shop.pages.delete('/p/lamp-3')
  shop.pages.delete('/p/lamp-4')
  const later = [...(await reported()), ...(await reported())]
  expect(later.toSorted()).toEqual(['removed /p/lamp-3', 'removed /p/lamp-4'])
})

it('a list without most of its products is doubted, and never says that they are removed while they are sold', async () => {
  await check()
  const all = shop.listed
  shop.listed = all.slice(0, 2)
  const doubted = await check()
  expect(doubted.last_check).toMatchObject({ outcome: 'upstream_changed' })
  expect(doubted.last_check.detail).toMatch(/lacks 22 of 24/)
  expect((await reported()).filter(one => one.startsWith('removed'))).toEqual([])
  expect((await reported()).filter(one => one.startsWith('removed'))).toEqual([])
  shop.listed = all
  expect((await reported()).filter(one => !one.startsWith('watch.'))).toEqual([])
})

it('a list that was cut once and is whole again reports what is new in it', async () => {
  await check()
  const all = shop.listed
  shop.listed = all.slice(0, 2)
  expect(await reported()).toEqual(['watch.failing'])
  shop.listed = all
  shop.sell('/p/lamp-30', '/p/lamp-31')
  const whole = await check()
  expect(whole.last_check).toMatchObject({ outcome: 'ok', detail: null })
  expect(whole.changes.find(change => change.type === 'catalog.added')?.catalog?.count).toBe(2)
})

it('what a believed short list names is not new, and what comes later is', async () => {
  await check()
  shop.listed = [...lamps(1, 2), ...lamps(50, 60)]
  for (const path of lamps(50, 60)) shop.pages.set(path, 'sold')
  const news = [...(await reported()), ...(await reported()), ...(await reported())]
  expect(news.filter(one => one.startsWith('added'))).toEqual([])
  shop.sell('/p/lamp-61')
  expect((await reported()).filter(one => one.startsWith('added'))).toEqual(['added /p/lamp-61'])
})

it('an empty list is never believed', async () => {
  await check()
  shop.listed = []
  for (const path of lamps(1, 24)) shop.pages.delete(path)
  for (let n = 0; n < 5; n++) expect((await reported()).filter(one => one.startsWith('removed'))).toEqual([])
})

it('a product with a new address is neither new nor removed', async () => {
  await check()
  unlist('/p/lamp-3')
  shop.pages.set('/p/lamp-3', { to: '/p/floor-lamp-3' })
  shop.sell('/p/floor-lamp-3')
  const renamed = await check()
  expect(renamed).toMatchObject({ changes: [], facts: { product_count: 24 } })
  unlist('/p/floor-lamp-3')
  shop.pages.delete('/p/floor-lamp-3')
  shop.pages.delete('/p/lamp-3')
  expect(await reported()).toEqual(['removed /p/floor-lamp-3'])
})

it('a second address of a product is not new, and its end is no removal', async () => {
  shop.pictures.set('/p/lamp-3', { image: '/three.jpg', title: 'Three' })
  await check()
  // By a redirect, by marks in the address, by the same name and picture.
  shop.listed.push('/p/old-lamp-3', '/p/lamp-4?utm_source=news', '/p/lamp-5/')
  shop.pages.set('/p/old-lamp-3', { to: '/p/lamp-3' })
  shop.sell('/p/sale-lamp-3')
  shop.pictures.set('/p/sale-lamp-3', { image: '/three.jpg', title: 'Three' })
  expect(await check()).toMatchObject({ changes: [], facts: { product_count: 24 } })
  unlist('/p/old-lamp-3', '/p/sale-lamp-3', '/p/lamp-4?utm_source=news', '/p/lamp-5/')
  shop.pages.delete('/p/old-lamp-3')
  shop.pages.delete('/p/sale-lamp-3')
  expect(await check()).toMatchObject({ changes: [], facts: { product_count: 24 } })
})

it('many new products are one message with a few of them; the rest is at its address', async () => {
  await check()
  shop.sell(...lamps(100, 399))
  const { changes } = await check()
  expect(changes).toHaveLength(1)
  const news = changes[0]?.catalog
  expect(news?.count).toBe(300)
  expect(news?.products).toHaveLength(10)
  const urls: string[] = []
  for (let next: string | null = ''; next !== null; ) {
    const page = await wares.call(`${news?.rows}&limit=120${next === '' ? '' : `&after=${next}`}`)
    const answer = page.json<{ products: { url: string; state: string }[]; next: string | null }>()
    urls.push(...answer.products.map(one => one.url.slice(shop.origin.length)))
    next = answer.next
  }
  expect(urls.toSorted()).toEqual(lamps(100, 399).toSorted())
  const csv = await wares.call(`${news?.rows}&format=csv`)
  expect(csv.bytes.toString()).toMatch(/^url,name,image,state,first_seen,last_seen,removed_at,price\.amount,/)
})

it('a condition that the list cannot answer is refused, with what to do instead', async () => {
  for (const when of ['price < 50', 'back in stock']) {
    const refused = await wares.call(`/api/v2/watches/${watch}`, {
      method: 'PATCH',
      body: JSON.stringify({ when }),
      headers: { 'content-type': 'application/json' },
    })
    expect(refused.status).toBe(400)
    expect(refused.json<{ detail: string }>().detail).toMatch(
      new RegExp(`states no .*"${when}" cannot be checked; watch its products one by one`),
    )
  }
})

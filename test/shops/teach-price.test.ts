// Prices in dollars of no country, beside amounts that are not the price: what teaching makes of each.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { type LampShop, openLampShop } from './plain-lamps.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('teach-price')
const file = join(folder, 'wares.yaml')
let wares: TestWares
let shop: LampShop

const PRICES = { 'oak-lamp': '50.00', 'elm-lamp': '120.00', 'ash-lamp': '1,250.00' }

function pageOf(lamp: string, price: string): string {
  const links = Object.keys(PRICES).map(one => `<li><a href="/lamps/${one}">${one}</a></li>`)
  // A reduced price stands in another element, after the former one.
  const shown =
    lamp === 'elm-lamp'
      ? `<span class="was">$150.00</span><span class="now">$${price}</span>`
      : `<span class="reg">$${price}</span>`
  const net = (Number(price.replace(',', '')) / 1.25).toFixed(2)
  return `<!doctype html><html lang="en"><head><title>${lamp} | Lamps</title><meta property="og:type" content="product"></head>
<body><h1>${lamp}</h1><div class="pbox">${shown}</div><form><button>Add to cart</button></form>
<div class="tax">Price ex VAT <span class="net">$ ${net}</span></div>
<table class="info"><tr><th>Free delivery from</th><td>$50.00</td></tr><tr><th>Deposit</th><td>$15.00</td></tr>
<tr><th>Weight</th><td>166.00 g</td></tr></table><ul class="rel">${links.join('')}</ul></body></html>`
}

beforeAll(async () => {
  shop = await openLampShop()
  for (const [lamp, price] of Object.entries(PRICES)) shop.change(lamp, () => pageOf(lamp, price))
  writeFileSync(file, `sandbox: false\nreader:\n  requests_per_second: 100\n  hosts:\n    - ${shop.origin}\n`)
  wares = await startTestWares({ WARES_CONFIG: file })
})

afterAll(async () => {
  await wares.stop()
  await shop.close()
})

const teach = async (values: object) => {
  const reply = await wares.call('/api/v2/shops/teach', {
    method: 'POST',
    body: JSON.stringify({ url: shop.url('oak-lamp'), values, dry_run: true }),
    headers: { 'content-type': 'application/json' },
  })
  return reply.json<{
    detail?: string
    rules: Record<string, unknown>
    after: Record<string, string>
    warnings: string[]
    proven: { url: string; field: string; value: string }[]
  }>()
}

it('a threshold that happens to be the price is not taken for it', async () => {
  const taught = await teach({ price: '50.00', currency: 'USD' })
  expect(taught.rules?.price, JSON.stringify(taught)).not.toHaveProperty('label')
  const found = taught.proven.filter(one => one.field === 'price').map(one => one.value)
  expect(found.toSorted()).toEqual(['120.00', '1250.00', '50.00'])
})

it.each([
  ['15.00', /gives 15\.00 on all pages/],
  ['166.00', /not on the page|stable enough/],
])('%s is no price', async (price, reason) => {
  expect((await teach({ price, currency: 'USD' })).detail).toMatch(reason)
})

it('a currency named with the price is the one of its sign; without it, every price needs one', async () => {
  const taught = await teach({ price: '50.00 USD' })
  expect(taught.after, JSON.stringify(taught)).toEqual({ price: '50.00', currency: 'USD' })
  expect((await teach({ price: '50.00 CAD' })).after).toEqual({ price: '50.00', currency: 'CAD' })
  expect((await teach({ price: '50.00 EUR' })).detail).toMatch(/does not say its currency/)
  for (const price of ['50.00', '40.00'])
    expect((await teach({ price })).detail).toMatch(/does not say its currency/)
})

it('a price without tax is taught with a warning', async () => {
  expect((await teach({ price: '40.00', currency: 'USD' })).warnings).toEqual([
    'the price 40.00 is one without tax',
  ])
  expect((await teach({ price: '50.00', currency: 'USD' })).warnings).toEqual([])
})

it('adding the shop says that the price lacks its currency, and the command that sets it', async () => {
  const url = shop.url('oak-lamp')
  const reply = await wares.call('/api/v2/shops', {
    method: 'POST',
    body: JSON.stringify({ url, dry_run: true }),
    headers: { 'content-type': 'application/json', ...wares.operatorHeaders },
  })
  expect(reply.json<{ missing: object[] }>().missing).toContainEqual({
    field: 'price',
    why: `Price found: $50.00. The page does not say which dollar. Set it with \`wares add ${url} --currency USD\``,
  })
})

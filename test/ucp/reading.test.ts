// Shops that open their catalog by UCP: product, search and offers come through it, over REST and over MCP.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCatalog } from '../../sandbox/catalog.ts'
import { convertAmount, type CurrencyCode } from '../../sandbox/currencies.ts'
import type { GeneralProduct, SearchResult } from '#kit/product/general-product'
import type { SandboxProduct } from '../../sandbox/product.ts'
import type { Kind } from '../../sandbox/stock/kinds.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const catalog = createCatalog(1)
const folder = temporaryFolder('config')
let wares: TestWares
beforeAll(async () => {
  // Only shops that the operator lists by name are searched.
  const hosts = SHOPS.map(([name]) => `"${sharedSandbox().origin}/${name}"`).join(', ')
  writeFileSync(
    join(folder, 'wares.yaml'),
    `reader: { hosts: [${hosts}], requests_per_second: 1000, concurrency: 50 }\n`,
  )
  wares = await startTestWares({ WARES_RECORD: 'all', WARES_CONFIG: join(folder, 'wares.yaml') })
})
afterAll(async () => {
  await wares.stop()
})

const money = (cents: number, currency: CurrencyCode) => ({
  amount: convertAmount(cents, currency).toFixed(currency === 'JPY' ? 0 : 2),
  currency,
})

const SHOPS: readonly (readonly [name: string, kind: Kind, currency: CurrencyCode, document: string])[] = [
  ['shop-ucp', 'clothing', 'GBP', '/ucp/catalog/product'],
  ['shop-ucp-mcp', 'sneakers', 'JPY', '/ucp/mcp'],
]

describe.each(SHOPS)('%s', (name, kind, currency, document) => {
  const products = catalog.products(kind)
  const reduced = products.find(one => one.sizes.length > 1 && one.originalPriceCents !== undefined)
  const chosen = [...products.slice(0, 4), ...(reduced ? [reduced] : [])]
  const urlOf = (product: SandboxProduct) => `${sharedSandbox().origin}/${name}/item/${product.slug}`
  const stockOf = (quantity: number) =>
    quantity === 0 ? 'out_of_stock' : quantity <= 2 ? 'limited' : 'in_stock'

  it('gives price, list price, currency, stock and every variant of the catalog', async () => {
    for (const product of chosen) {
      const reply = await wares.call('/api/v2/product', {
        query: { url: urlOf(product), include: 'sources' },
      })
      expect(reply.status, reply.bytes.toString()).toBe(200)
      const answer = reply.json<GeneralProduct>()
      expect(answer.name).toBe(product.name)
      expect(answer.brand).toBe(product.brand)
      expect(answer.price).toEqual(money(product.priceCents, currency))
      const former = product.originalPriceCents
      expect(answer.list_price).toEqual(former === undefined ? null : money(former, currency))
      expect(answer.disputed).toEqual([])
      expect(answer.sources?.price).toMatchObject({ from: 'api' })
      expect(answer.sources?.price?.where).toContain(`${document}#`)
      const sizes = product.sizes.length > 1 ? product.sizes : [{ ...product.sizes[0], label: null }]
      const rows = answer.variants.map(one => [one.size, one.color, one.gtin, one.availability])
      const expected = sizes.map(size => [
        size.label,
        product.colour.name,
        product.sizes.length > 1 ? size.gtin : product.gtin,
        stockOf(size.quantity ?? 1),
      ])
      expect(new Set(rows.map(String))).toEqual(new Set(expected.map(String)))
      expect(rows).toHaveLength(expected.length)
      for (const one of answer.variants) expect(one.price).toEqual(money(product.priceCents, currency))
    }
  })

  it('asks for the profile once, and through the catalog first', async () => {
    const [, , , , , product] = products
    if (!product) throw new Error('the catalog is too small')
    const reply = await wares.call('/api/v2/product', { query: { url: urlOf(product) } })
    const address = `/api/v2/requests/${String(reply.headers['x-request-id'])}`
    await expect
      .poll(async () => (await wares.call(address)).json<{ exchanges?: unknown[] }>().exchanges)
      .toBeDefined()
    const { exchanges } = (await wares.call(address)).json<{ exchanges: { url: string }[] }>()
    const asked = exchanges.map(one => new URL(one.url).pathname.replace(`/${name}`, ''))
    expect(asked).not.toContain('/.well-known/ucp')
    expect(asked).toContain(document)
  })

  it('takes part in search, page by page', async () => {
    const word = products[0]?.brand.split(' ')[0] ?? ''
    const all = catalog.search(kind, word)
    const found: string[] = []
    for (const page of [1, 2]) {
      const reply = await wares.call('/api/v2/search', { query: { query: word, page } })
      const { results, sites } = reply.json<{
        results: SearchResult[]
        sites: { site: string; outcome: string; more: boolean | null }[]
      }>()
      const own = results.filter(one => one.site.endsWith(`/${name}`))
      found.push(...own.map(one => one.url ?? ''))
      for (const one of own) {
        const product = all.find(other => one.url?.endsWith(`/${other.slug}`))
        expect(one.price).toEqual(product && money(product.priceCents, currency))
      }
      expect(sites.find(one => one.site.endsWith(`/${name}`))).toMatchObject({
        outcome: 'ok',
        more: all.length > page * 20,
      })
    }
    expect(found).toEqual(all.slice(0, 40).map(urlOf))
  })

  it('takes part in offers, by the code of the manufacturer', async () => {
    const product = products.find(one => one.sizes.some(size => size.quantity > 0))
    const reply = await wares.call('/api/v2/offers', { query: { code: product?.gtin ?? '' } })
    const { sites } = reply.json<{ sites: { site: string; outcome: string }[] }>()
    expect(sites.find(one => one.site.endsWith(`/${name}`))).toMatchObject({ outcome: 'ok' })
  })

  it('reports a product that it does not have', async () => {
    const url = `${sharedSandbox().origin}/${name}/item/no-such-thing`
    const reply = await wares.call('/api/v2/product', { query: { url } })
    expect([reply.status, reply.json().code]).toEqual([404, 'not_found'])
  })
})

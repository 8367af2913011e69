// Shops on every platform on a running Wares: what is read must be what the sandbox's catalog says.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/platforms/index.ts'
import { createCatalog } from '../../sandbox/catalog.ts'
import { convertAmount, type CurrencyCode } from '../../sandbox/currencies.ts'
import type { GeneralProduct } from '#kit/product/general-product'
import { shopPlatforms } from '../../src/runtime/sandbox-shops.ts'
import type { SandboxProduct } from '../../sandbox/product.ts'
import type { Kind } from '../../sandbox/stock/kinds.ts'
import { startTestWares, type TestWares } from '../start-wares.ts'

const catalog = createCatalog(1)
let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares({ WARES_DEADLINE_MS: '20000', WARES_RECORD: 'all' })
})
afterAll(() => wares.stop())

async function read(url: string): Promise<GeneralProduct> {
  const reply = await wares.call('/api/v2/product', { query: { url, include: 'sources' } })
  expect(reply.status, reply.bytes.toString()).toBe(200)
  return reply.json<GeneralProduct>()
}

interface Shop {
  readonly kind: Kind
  readonly currency: CurrencyCode
  readonly path: (slug: string) => string
  /** Whether its documents state every size with its stock. */
  readonly hasVariants?: boolean
  readonly hasListPrice?: boolean
}

const SHOPS: Readonly<Record<(typeof shopPlatforms)[number], Shop>> = {
  shopify: {
    kind: 'sneakers',
    currency: 'GBP',
    path: slug => `/products/${slug}`,
    hasVariants: true,
    hasListPrice: true,
  },
  woocommerce: {
    kind: 'clothing',
    currency: 'EUR',
    path: slug => `/product/${slug}/`,
    hasVariants: true,
    hasListPrice: true,
  },
  magento: {
    kind: 'clothing',
    currency: 'EUR',
    path: slug => `/${slug}.html`,
    hasVariants: true,
    hasListPrice: true,
  },
  prestashop: { kind: 'electronics', currency: 'EUR', path: slug => `/${slug}.html`, hasListPrice: true },
  bigcommerce: { kind: 'electronics', currency: 'GBP', path: slug => `/${slug}/`, hasListPrice: true },
  shopware: { kind: 'luxury', currency: 'EUR', path: slug => `/${slug}`, hasListPrice: true },
  squarespace: {
    kind: 'clothing',
    currency: 'USD',
    path: slug => `/store/p/${slug}`,
    hasVariants: true,
    hasListPrice: true,
  },
  wix: {
    kind: 'clothing',
    currency: 'GBP',
    path: slug => `/product-page/${slug}`,
    hasVariants: true,
    hasListPrice: true,
  },
  salesforce: {
    kind: 'sneakers',
    currency: 'JPY',
    path: slug => `/p/${slug}.html`,
    hasVariants: true,
    hasListPrice: true,
  },
  shoplazza: {
    kind: 'sneakers',
    currency: 'USD',
    path: slug => `/products/${slug}`,
    hasVariants: true,
    hasListPrice: true,
  },
  bigcartel: { kind: 'clothing', currency: 'USD', path: slug => `/product/${slug}`, hasVariants: true },
  salla: { kind: 'general', currency: 'USD', path: slug => `/p/${slug}` },
  opencart: { kind: 'general', currency: 'EUR', path: slug => `/${slug}` },
  ecwid: { kind: 'general', currency: 'USD', path: slug => `/products/${slug}` },
  sap: { kind: 'electronics', currency: 'EUR', path: slug => `/p/${slug}` },
}

/** Enough for sold-out sizes, sales, pages without variants and products without a price. */
const PRODUCTS = 6

const isSoldOut = (product: SandboxProduct) =>
  product.sizes.length > 0 && product.sizes.every(size => size.quantity === 0)
const money = (cents: number, currency: CurrencyCode) => ({
  amount: convertAmount(cents, currency).toFixed(currency === 'JPY' ? 0 : 2),
  currency,
})

describe.each(shopPlatforms)('a shop on %s', platform => {
  const shop = SHOPS[platform]
  const products = catalog.products(shop.kind)
  const sold = products.find(one => one.sizes.length > 1 && one.originalPriceCents !== undefined)
  const chosen = [...products.slice(0, PRODUCTS), ...(sold ? [sold] : [])]
  const urlOf = (product: SandboxProduct) =>
    `${wares.sandboxOrigin}/shop-${platform}${shop.path(product.slug)}`

  it('has the price, the stock and the sizes of the catalog', async () => {
    for (const product of chosen) {
      const answer = await read(urlOf(product))
      const about = `${answer.url} ${JSON.stringify(answer.sources)}`
      expect(answer.platform).toBe(platform)
      expect(answer.name, about).toBe(product.name)
      const isOnRequest = platform === 'salla' && product.position % 5 === 4
      expect(answer.price, about).toEqual(isOnRequest ? null : money(product.priceCents, shop.currency))
      if (shop.hasListPrice) {
        const former = product.originalPriceCents
        expect(answer.list_price, about).toEqual(former === undefined ? null : money(former, shop.currency))
      }
      const states = isOnRequest
        ? ['in_stock']
        : isSoldOut(product)
          ? ['out_of_stock']
          : ['in_stock', 'limited']
      expect(states, about).toContain(answer.availability)
      expect(answer.disputed, about).toEqual([])
      if (shop.hasVariants && product.sizes.length > 1) {
        expect(
          answer.variants.map(one => one.size),
          about,
        ).toEqual(product.sizes.map(size => size.label))
        const stock = answer.variants.map(one => one.availability !== 'out_of_stock')
        expect(stock, about).toEqual(product.sizes.map(size => size.quantity > 0))
      }
    }
  })

  it('costs as many requests as promised', async () => {
    const promised = platforms.find(one => one.name === platform)?.requests.product ?? [0, 0]
    for (const product of products.slice(20, 24)) {
      const reply = await wares.call('/api/v2/product', { query: { url: urlOf(product) } })
      const address = `/api/v2/requests/${String(reply.headers['x-request-id'])}`
      // The record is written after the answer.
      await expect
        .poll(async () => (await wares.call(address)).json<{ exchanges?: { url: string }[] }>().exchanges)
        .toBeDefined()
      const record = (await wares.call(address)).json<{ exchanges: { url: string }[] }>()
      const asked = record.exchanges.filter(one => !one.url.endsWith('/robots.txt')).length
      expect(asked).toBeGreaterThanOrEqual(promised[0])
      expect(asked).toBeLessThanOrEqual(promised[1])
    }
  })

  it('has pages that show no product', async () => {
    const reply = await wares.call('/api/v2/product', {
      query: { url: `${wares.sandboxOrigin}/shop-${platform}/` },
    })
    expect([reply.status, reply.json().code]).toEqual([502, 'upstream_changed'])
  })
})

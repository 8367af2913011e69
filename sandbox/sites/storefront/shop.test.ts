// The sandbox storefronts: the platform's routes, enough products, and the missing fields of real responses.
import { describe, expect, test } from 'vitest'
import { createCatalog } from '../../catalog.ts'
import { createFiller } from '../../filler.ts'
import { pageShell } from '../../page-shell.ts'
import type { ShopContext, SandboxResponse } from '../../define-shop.ts'
import { shop as storefront } from './shop.ts'

interface Item {
  readonly id: number
  readonly handle: string
  readonly title: string
  readonly tags: unknown
  readonly template_suffix?: string | null
  readonly images: readonly { readonly alt?: string | null }[]
  readonly image?: unknown
  readonly variants: readonly Readonly<Record<string, unknown>>[]
}

const contextOf = (seed: number): ShopContext => {
  const filler = createFiller(seed)
  return { catalog: createCatalog(seed), page: input => pageShell(input, filler) }
}
const ctx = contextOf(1)

function ask(path: string, context = ctx): SandboxResponse | undefined {
  const url = new URL(`http://sandbox.example/storefront${path}`)
  return storefront.handle(
    {
      method: 'GET',
      path: url.pathname.slice('/storefront'.length),
      query: url.searchParams,
      body: undefined,
      url,
      base: `${url.origin}/storefront`,
      origin: url.origin,
    },
    context,
  )
}

const jsonOf = (path: string): unknown => JSON.parse(String(ask(path)?.body))
const listOf = (path: string): readonly Item[] => (jsonOf(path) as { products: readonly Item[] }).products
const productOf = (base: string, handle: string): Item =>
  (jsonOf(`${base}/products/${handle}.json`) as { product: Item }).product

describe.each(['', '/street', '/atelier'])('the merchant at "%s"', base => {
  const all = [1, 2, 3].flatMap(page => listOf(`${base}/products.json?limit=250&page=${page}`))

  test('lists at least 500 products on several pages and then ends', () => {
    expect(new Set(all.map(one => one.id)).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(500)
    expect(listOf(`${base}/products.json?limit=250&page=4`)).toEqual([])
    expect(listOf(`${base}/products.json`)).toHaveLength(30)
  })

  test('returns a product by handle, with the keys of the platform in order', () => {
    const product = productOf(base, all[5]?.handle ?? '')
    expect(product.title).toBe(all[5]?.title)
    expect(Object.keys(product).join(' ')).toBe(
      'id title body_html vendor product_type created_at handle updated_at published_at template_suffix published_scope tags variants options images image',
    )
    expect(typeof product.tags).toBe('string')
    expect(Array.isArray(all[5]?.tags)).toBe(true)
  })

  test('has each missing field of real responses on some products only', () => {
    const products = all.slice(0, 200).map(one => productOf(base, one.handle))
    const gaps: Readonly<Record<string, (one: Item) => boolean>> = {
      'no picture': one => one.image === null,
      'a picture without a text': one => one.images[0]?.alt === null,
      'no code': one => one.variants[0]?.sku === null,
      'no rule': one => one.variants[0]?.quantity_rule === undefined,
      'no template': one => one.template_suffix === null,
      'not reduced': one => one.variants[0]?.compare_at_price === '',
      'currencies of newer shops': one => one.variants[0]?.price_currency !== undefined,
    }
    for (const [name, has] of Object.entries(gaps)) {
      expect(products.some(has), name).toBe(true)
      expect(products.every(has), name).toBe(false)
    }
  })

  test('suggests matching products, and nothing for a query without matches', () => {
    const suggest = (words: string) =>
      (jsonOf(`${base}/search/suggest.json?q=${encodeURIComponent(words)}`) as Suggestions).resources.results
        .products
    const [first] = all
    const words = first?.title.replace(/'.*/, '').trim() ?? ''
    const found = suggest(words)
    expect(found.length).toBeGreaterThan(0)
    expect(found.length).toBeLessThanOrEqual(10)
    expect(found.map(one => one.handle)).toContain(first?.handle)
    expect(suggest('zzzznothing')).toEqual([])
  })

  test('has HTML pages as large as real ones', () => {
    for (const { handle } of all.filter((_, index) => index % 60 === 0)) {
      const reply = ask(`${base}/products/${handle}`)
      const bytes = Buffer.byteLength(String(reply?.body))
      expect(bytes).toBeGreaterThan(100_000)
      expect(bytes).toBeLessThan(600_000)
    }
    expect(String(ask(`${base}/search?q=zzzznothing`)?.body)).toContain('No results')
  })
})

interface Suggestions {
  readonly resources: { readonly results: { readonly products: readonly { readonly handle: string }[] } }
}

test('the merchants use three currencies and time zones', () => {
  const seen = ['', '/street', '/atelier'].map(base => {
    const all = listOf(`${base}/products.json?limit=40`).map(one => productOf(base, one.handle))
    const newer = all.find(one => one.variants[0]?.price_currency !== undefined)
    return `${String(newer?.variants[0]?.price_currency)} ${String(newer?.variants[0]?.created_at).slice(-6)}`
  })
  expect(seen).toEqual(['USD -05:00', 'GBP +00:00', 'EUR +01:00'])
})

test('the same seed produces the same bytes, another seed different ones', () => {
  const path = '/products.json?limit=250'
  expect(ask(path, contextOf(1))?.body).toBe(ask(path)?.body)
  expect(ask(path, contextOf(2))?.body).not.toBe(ask(path)?.body)
})

test.each(['/products/no-such-thing.json', '/products/no-such-thing', '/cart', '/street/cart'])(
  '%s does not exist',
  path => {
    expect(ask(path)).toBeUndefined()
  },
)

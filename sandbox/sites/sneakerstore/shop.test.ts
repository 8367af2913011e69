// The sandbox shop for sneakerstore: both kinds of shop, with their missing fields.
import { expect, test } from 'vitest'
import { openShop } from '../../play/open-shop.ts'
import { shop as sneakerstore } from './shop.ts'

const { ask, context } = openShop(sneakerstore, 1)
const products = context.catalog.products('sneakers')
const sample = products.filter(one => one.position % 10 === 0)
const pages = sample.map(one => ask(`/${one.slug}`))

function template(slug: string): unknown {
  const { text } = ask('/graphql', { operationName: 'getProductTemplate', variables: { slug } })
  return (JSON.parse(text) as { data: { getProductTemplate: unknown } }).data.getProductTemplate
}

test('product pages are large and vary in how much product data they contain', () => {
  expect(products.length).toBeGreaterThanOrEqual(500)
  for (const { status, text } of pages) {
    expect(status).toBe(200)
    expect(text.length).toBeGreaterThan(100_000)
    expect(text.length).toBeLessThan(600_000)
  }
  const count = (mark: string): number => pages.filter(one => one.text.includes(mark)).length
  expect(count('"productID"')).toBeGreaterThan(20)
  expect(count('"productID"')).toBeLessThan(pages.length - 5)
  expect(count('__NEXT_DATA__')).toBeGreaterThan(2)
})

test('GraphQL finds every product by slug, some without a story, and returns null for an unknown slug', () => {
  const templates = sample.map(one => template(one.slug) as { slug: string; story: string })
  expect(templates.map(one => one.slug)).toEqual(sample.map(one => one.slug))
  const withoutStory = templates.filter(one => one.story === '')
  expect(withoutStory.length).toBeGreaterThan(0)
  expect(withoutStory.length).toBeLessThan(sample.length / 2)
  expect(withoutStory.some(one => 'storyHtml' in one)).toBe(false)
  expect(template('no-such-shoe')).toBeNull()
})

test.each(['VV4322 410', 'VV4322-410', 'vv4322410'])('the index finds %s after a similar one', sku => {
  const { hits } = JSON.parse(ask(`/index/query?query=${encodeURIComponent(sku)}`).text) as {
    hits: { sku: string }[]
  }
  expect(hits.map(hit => hit.sku)).toContain('VV4322 410')
  expect(hits[0]?.sku).not.toBe('VV4322 410')
})

test('the hosted storefront has and suggests the same products, some without a SKU', () => {
  const hosted = sample.map(
    one =>
      (
        JSON.parse(ask(`/products/${one.slug}.json`).text) as {
          product: { variants: { sku: string | null }[] }
        }
      ).product,
  )
  const skus = hosted.map(one => one.variants[0]?.sku)
  expect(skus.filter(sku => sku === null).length).toBeGreaterThan(0)
  expect(skus.filter((sku, index) => sku === sample[index]?.sku).length).toBeGreaterThan(sample.length / 2)
  const { resources } = JSON.parse(ask('/search/suggest.json?q=VV4322+410').text) as {
    resources: { results: { products: { handle: string }[] } }
  }
  expect(resources.results.products.map(one => one.handle)).toContain('halvik-court-83-navy-vv4322-410')
  expect(ask('/products/no-such-shoe.json').status).toBe(404)
})

test('the front page links to a product and to the next page', () => {
  const { text } = ask('/')
  const [, href = ''] =
    /class="card"><a href="http:\/\/127\.0\.0\.1:1\/sneakerstore(\/[^"]+)"/.exec(text) ?? []
  expect(ask(href).status).toBe(200)
  expect(ask(`/products${href}`).status).toBe(200)
  expect(text).toContain('page=2')
  expect(ask('/search?q=zzzz').text).toContain('No results')
  expect(ask('/no-such-shoe').status).toBe(404)
})

test('the same seed produces the same bytes', () => {
  const again = openShop(sneakerstore, 1)
  for (const path of ['/', '/search?q=low', `/${products[7]?.slug}`]) {
    expect(again.ask(path).text).toBe(ask(path).text)
  }
  expect(openShop(sneakerstore, 2).ask('/').text).not.toBe(ask('/').text)
})

// The number of reviews, in every markup and notation that shops use.
import { describe, expect, it } from 'vitest'
import { generalFromReader } from '../../src/extract/merge/reader-product.ts'
import { schemaRating } from '#kit/product/schema-org'
import { readProduct } from '#reader'

const url = 'https://shop.example/p/lamp'
const page = (head: string, body = '') =>
  `<html lang="en"><head><title>Oak lamp</title>${head}</head><body><h1>Oak lamp</h1>${body}<p class="price">$12.00</p><button>Add to cart</button></body></html>`
const jsonLd = (count: unknown) =>
  page(
    `<script type="application/ld+json">${JSON.stringify({
      '@type': 'Product',
      name: 'Oak lamp',
      offers: { price: '12.00', priceCurrency: 'USD' },
      aggregateRating: { ratingValue: '4,5', bestRating: '5', reviewCount: count },
    })}</script>`,
  )
const microdata = (count: unknown) =>
  page(
    '',
    `<div itemscope itemtype="https://schema.org/Product"><span itemprop="name">Oak lamp</span><div itemprop="aggregateRating" itemscope itemtype="https://schema.org/AggregateRating"><span itemprop="ratingValue">4,5</span><meta itemprop="bestRating" content="5"><span itemprop="reviewCount">${String(count)}</span></div></div>`,
  )

const ratingIn = (html: string) =>
  generalFromReader({ read: readProduct(html, url), url, shop: 'shop.example', fetchedAtMs: 0 }, true).rating

describe.each([
  ['1,234', 1234],
  ['2.318', 2318],
  ['2 318', 2318],
  ['1,23,456', 123456],
  ['1.2k', 1200],
  ['١٢٣', 123],
  ['12 reviews', 12],
  [57, 57],
  [1.5, null],
  ['many', null],
  ['1万', 10_000],
  ['1.2万', 12_000],
  ['3,4萬', 34_000],
  ['2만', 20_000],
  ['3 lakh', 300_000],
  ['1.5 lakhs', 150_000],
  ['1 crore', 10_000_000],
  ['1 mil', null],
  ['2 mille', null],
  ['1.5M', 1_500_000],
  ['2 tys.', null],
  ['5 тыс.', null],
  ['3 dúzias', null],
  ['12 million reviews', null],
  ['12 avis', 12],
  ['12 Bewertungen', 12],
  ['12件', 12],
  ['12개', 12],
  ['12 отзывов', 12],
  ['', null],
])('a review count of %j', (written, count) => {
  const rating = { value: 4.5, scale: 5, count }

  it('in JSON-LD', () => expect(ratingIn(jsonLd(written))).toEqual(rating))
  it('in microdata', () => {
    // Text has no types: 1.5 is not a count there either.
    expect(ratingIn(microdata(written))).toEqual(rating)
  })
  it('in the data of a site', () => {
    const found = schemaRating({ ratingValue: '4,5', bestRating: 5, reviewCount: written })
    expect(found).toEqual({ value: 4.5, scale: 5, count: count ?? undefined })
  })
})

it('names a field that does not fit in the sources', () => {
  const html = jsonLd('1,234')
  const read = readProduct(html, url)
  const spoilt = { ...read, rating: { value: 4.5, best: 5, count: 1.234 } }
  const product = generalFromReader({ read: spoilt, url, shop: 'shop.example', fetchedAtMs: 0 }, true)
  expect(product.rating).toEqual({ value: 4.5, scale: 5, count: null })
  expect(product.sources?.rating?.where).toContain('(does not fit: /rating/count)')
})

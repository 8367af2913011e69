// Where a reading found its values: the document, the part of it, and the place in that part.
import { expect, it } from 'vitest'
import type { Page } from '#kit/page/page'
import { pageOf } from '#kit/page/page-fixture'
import { createPageTracer, formatLocations, placesOfPrice } from './trace-pages.ts'

const page = (body: string, type?: string, query = '') =>
  pageOf(body, type, `https://shop.example/p/1${query}`)

function placesOf(document: Page, read: (traced: Page) => unknown) {
  const tracer = createPageTracer()
  const traced = tracer.trace(document)
  return tracer.record(() => read(traced))
}

const HTML = `<meta property="og:title" content="Lamp"><script id="data" type="application/json">{"a":{"b":[5,6]}}</script>
<div class="box"><b class="price">5 €</b><i>each</i></div><span itemprop="name">Lamp</span>`

it.each<[string, (traced: Page) => unknown, unknown, string, string]>([
  ['an element', one => one.first('.price')?.text(), '5 €', 'page', '/p/1#.price'],
  ['an element within another', one => one.first('.box')?.first('b')?.text(), '5 €', 'page', '/p/1#.box b'],
  ['the next element', one => one.first('.price')?.next()?.text(), 'each', 'page', '/p/1#.price + *'],
  ['microdata', one => one.first('[itemprop=name]')?.text(), 'Lamp', 'microdata', '/p/1#[itemprop=name]'],
  [
    'a meta element',
    one => one.first('meta[property="og:title"]')?.attr('content'),
    'Lamp',
    'open-graph',
    '/p/1#meta[property="og:title"]',
  ],
])('names %s', (_, read, value, from, where) => {
  const found = placesOf(page(HTML), read)
  expect(found.value).toBe(value)
  expect(found.places.map(one => one.from)).toEqual([from])
  expect(formatLocations(found.places)).toBe(where)
})

it('names the values of a document, positions that differ as one, with the query but its keys', () => {
  const json = '{"variants":[{"price":5},{"price":6}],"title":"Lamp"}'
  const document = page(json, 'application/json', '?id=4&key=secret')
  const { value, places } = placesOf(document, traced => {
    const { variants, title } = traced.json() as { variants: { price: number }[]; title: string }
    return [title, ...variants.map(one => one.price)]
  })
  expect(value).toEqual(['Lamp', 5, 6])
  expect(formatLocations(places)).toBe(
    '/p/1?id=4&key=scrubbed#/title /p/1?id=4&key=scrubbed#/variants/*/price',
  )
})

it('names a value in a script by the script', () => {
  const { value, places } = placesOf(page(HTML), traced => {
    const data = traced.script({ id: 'data' }) as { a: { b: number[] } }
    return data.a.b[1]
  })
  expect([value, formatLocations(places)]).toEqual([6, '/p/1#data/a/b/1'])
})

it('records only what is read while it records, and at most eight places', () => {
  const tracer = createPageTracer()
  const traced = tracer.trace(page(HTML))
  traced.first('.price')?.text()
  expect(tracer.record(() => 1).places).toEqual([])
  expect(() =>
    tracer.record(() => {
      throw new Error('a bug')
    }),
  ).toThrow('a bug')
  traced.first('.price')?.text()
  const many = Array.from({ length: 20 }, (_, n) => ({
    from: 'page' as const,
    part: `/${n}`,
    pointer: '',
    raw: n,
  }))
  expect(formatLocations(many).split(' ')).toHaveLength(8)
})

it.each([
  ['129.90', 129.9, true],
  ['129.90', 12_990, true],
  ['1299.00', '1.299,00 €', true],
  ['1300.00', '1.300', true],
  ['129.90', '129.900000', true],
  ['77.00', 'sold out', false],
])('names where the price %s stands as %j, not what was read beside it', (amount, price, stands) => {
  const data = { id: 41, sku: 'A-1298', price, currency: 'EUR' }
  const places = Object.entries(data).map(([name, raw]) => ({
    from: 'api' as const,
    part: '/p.json',
    pointer: `/${name}`,
    raw,
  }))
  const found = placesOfPrice(places, amount, 'EUR').map(place => place.pointer)
  expect(found).toEqual(stands ? ['/price', '/currency'] : ['/id', '/sku', '/price', '/currency'])
})

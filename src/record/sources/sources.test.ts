// Where the values of an answer are found in a shop's documents, and which of several places is chosen.
import { describe, expect, it } from 'vitest'
import { findSources, type ValueSource } from './sources.ts'

const JSON_PAGE = JSON.stringify({
  other: { price: 12, name: 'Other' },
  product: { title: 'Blue Shoe', price: 12, sizes: [{ label: 'M', price: 12 }] },
})
const HTML_PAGE = `<!doctype html><html><body><h1 id="top">Blue Shoe</h1>
<div class="price">£1,299.00</div><img alt="" src="/pictures/1.jpg?w=80">
<script>window.state = {"product":{"sku":"BS-1","stock":0}}</script></body></html>`

function sourcesIn(text: string, answer: unknown, more: { absent?: string[]; withExcerpts?: boolean } = {}) {
  const found = findSources({
    answer,
    documents: [{ exchange: 3, url: 'https://shop.example/p/1', type: 'text/html', text }],
    params: { id: 'ask-77' },
    absent: new Set(more.absent ?? []),
    withExcerpts: more.withExcerpts ?? false,
  })
  return found as Record<string, ValueSource | undefined>
}

describe('the sources of an answer', () => {
  it('are next to the other values of their row', () => {
    const found = sourcesIn(JSON_PAGE, { name: 'Blue Shoe', price: 12 })
    expect(found['/name']).toMatchObject({
      kind: 'json',
      pointer: '/product/title',
      exchange: 3,
      exact: true,
    })
    expect(found['/price']).toMatchObject({ kind: 'json', pointer: '/product/price' })
  })

  it('are elements, attributes, or JSON in scripts', () => {
    const answer = {
      name: 'Blue Shoe',
      amount: 1299,
      image: 'https://shop.example/pictures/1.jpg',
      sku: 'BS-1',
    }
    const found = sourcesIn(HTML_PAGE, answer)
    expect(found['/name']).toMatchObject({ kind: 'element', element: 'h1#top', exact: true })
    expect(found['/amount']).toMatchObject({ kind: 'element', exact: false })
    expect(found['/image']).toMatchObject({ kind: 'element', attribute: 'src', exact: false })
    expect(found['/sku']).toMatchObject({ kind: 'json', pointer: '/product/sku' })
    expect(found['/sku']?.script).toContain('script')
  })

  it('are a parameter, the URL of the page, or nowhere', () => {
    const found = sourcesIn(HTML_PAGE, { id: 'ask-77', url: 'https://shop.example/p/1', state: 'available' })
    expect(found['/id']).toMatchObject({ kind: 'parameter', parameter: 'id' })
    expect(found['/url']).toMatchObject({ kind: 'address' })
    expect(found['/state']).toEqual({ value: 'available', kind: 'computed' })
  })

  it('need a matching name for a value that occurs everywhere by chance', () => {
    const found = sourcesIn(HTML_PAGE, { stock: 0, left: 0 })
    expect(found['/stock']).toMatchObject({ kind: 'json', pointer: '/product/stock' })
    expect(found['/left']).toMatchObject({ kind: 'computed' })
  })

  it('are given only for values from the shop', () => {
    const found = sourcesIn(JSON_PAGE, { name: '', brand: 'Blue Shoe', gone: null }, { absent: ['/brand'] })
    expect(found).toEqual({})
  })

  it('include an excerpt of the document on request', () => {
    const { '/name': name } = sourcesIn(JSON_PAGE, { name: 'Blue Shoe' }, { withExcerpts: true })
    expect(name?.excerpt).toContain('"title": "Blue Shoe"')
    expect(sourcesIn(JSON_PAGE, { name: 'Blue Shoe' })['/name']).not.toHaveProperty('excerpt')
  })
})

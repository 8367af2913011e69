// Every kind of rule on a small page, and rules from outside that must not cost time or match by pattern.
import { describe, expect, it } from 'vitest'
import type { TaughtField, TaughtRule } from './taught-rule.ts'
import { openTaughtPage } from './open-page.ts'
import { readRule, readTaughtField, valuesAt } from './read-rule.ts'

const URL = 'https://shop.example/p/7'
const HTML = `<html lang="de"><head><title>Oak lamp | Example shop</title>
<meta property="product:price:amount" content="12.345">
<script type="application/ld+json">{"@graph":[{"@type":"WebPage"},{"@type":"Product","name":"Oak lamp","offers":[{"price":"166.00","availability":"https://schema.org/InStock"}]}]}</script>
<script id="state" type="application/json">{"catalog":{"p-12345":{"brandName":"Acme","available":true}}}</script>
<script>window.pageData = {"item":{"code":"X-9"}}</script></head>
<body><h1>Oak lamp</h1>
<div class="buy" data-product='{"price":{"now":166},"id":"77"}'><span class="amount"><b>166</b><sup>00</sup> €</span></div>
<table><tr><td>Order no.</td><td>OL-7</td></tr><tr><td>Weight</td><td>2 kg</td></tr></table>
<p>EAN: 4006381333931</p><p class="hint">Delivery €24.90</p>
<p class="stock">Sofort auf Lager</p><p class="state">Verschickt der Nachbar</p></body></html>`

const page = openTaughtPage(HTML, URL)
const read = (field: TaughtField, rule: TaughtRule) => readRule(field, rule, page)?.value

describe('a rule reads', () => {
  it.each<[TaughtField, TaughtRule, string]>([
    ['price', { json: '@Product', at: '/offers/price' }, '166.00'],
    ['availability', { json: '@Product', at: '/offers/availability' }, 'in_stock'],
    ['brand', { json: 'script#state', at: '/catalog/*/brandName' }, 'Acme'],
    ['availability', { json: 'script#state', at: '/catalog/*/available' }, 'in_stock'],
    ['sku', { json: 'pageData', at: '/item/code' }, 'X-9'],
    ['price', { css: '.amount' }, '166.00'],
    ['currency', { css: '.amount' }, 'EUR'],
    ['price', { css: '.buy', attr: 'data-product', at: '/price/now' }, '166'],
    ['sku', { label: 'order NO' }, 'OL-7'],
    ['gtin', { label: 'EAN' }, '4006381333931'],
    ['name', { css: 'title', before: ' | ' }, 'Oak lamp'],
    ['price', { css: '.hint', after: 'Delivery' }, '24.90'],
    ['availability', { css: '.stock' }, 'in_stock'],
    ['availability', { css: '.state', after: 'Verschickt', is: 'limited' }, 'limited'],
    // In data, a point is a decimal point.
    ['price', { css: 'meta[property="product:price:amount"]', attr: 'content' }, '12.345'],
  ])('%s by %j', (field, rule, value) => expect(read(field, rule)).toBe(value))

  it.each<[TaughtField, TaughtRule]>([
    ['price', { css: '.gone' }],
    ['gtin', { css: 'h1' }],
    ['availability', { css: '.state' }],
    ['availability', { css: '.state', after: 'Ausverkauft', is: 'out_of_stock' }],
    ['sku', { label: 'Order' }],
    ['sku', { json: 'script#none', at: '/a' }],
    ['name', { css: 'title', before: ' – ' }],
  ])('nothing for %s by %j', (field, rule) => expect(read(field, rule)).toBeUndefined())

  it('the first of several that finds something', () => {
    const rules = [{ css: '.sale' }, { css: '.amount' }, { css: '.hint' }]
    expect(readTaughtField('price', { price: rules }, page)).toMatchObject({
      value: '166.00',
      rule: rules[1],
    })
    expect(readTaughtField('price', { price: { css: '.sale' } }, page)).toEqual({ value: null })
    expect(readTaughtField('gtin', { gtin: null }, page)).toEqual({ value: null })
  })
})

describe('rules of a stranger', () => {
  it('have labels without patterns', () => {
    for (const label of ['.*', '(a+)+$', 'Order n[o]', '[', '^Order no'])
      expect(read('sku', { label })).toBeUndefined()
  })

  it('are read in bounded time on a deep page of many elements', () => {
    const deep = openTaughtPage(`<body>${'<div class="a"><p>x</p>'.repeat(30_000)}</body>`, URL)
    const css = `${'.a '.repeat(40)}> p:has(+ .a:not(.b .a)) ~ .c`
    const startedMs = performance.now()
    expect(readRule('price', { css }, deep)).toBeUndefined()
    expect(readRule('sku', { label: 'x'.repeat(300) }, deep)).toBeUndefined()
    expect(performance.now() - startedMs).toBeLessThan(2_000)
  })

  it('visit a bounded number of values', () => {
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_one, at) => [`k${at}`, { a: 1, b: 2 }]))
    const deep = Object.fromEntries(Array.from({ length: 300 }, (_one, at) => [`k${at}`, wide]))
    expect(valuesAt(deep, '/*/*/*')).toEqual([])
    expect(valuesAt(wide, '/*/a')).toHaveLength(300)
  })
})

// The price that a page prints for people: which element is it, and which texts are something else.
import { describe, expect, it } from 'vitest'
import { pageOf } from '#kit/page/page-fixture'
import { printedStatement } from './page-claims.ts'

function read(html: string, isOwn = (heading: string) => heading === 'Lamp') {
  return printedStatement(pageOf(html), isOwn)
}
const priced = (...texts: string[]) =>
  `<h1>Lamp</h1>${texts.map(text => `<p class="price">${text}</p>`).join('')}`
const amountOf = (html: string) => read(html)?.amounts[0]

describe('the printed price', () => {
  it.each<[string, string | undefined, string | undefined]>([
    ['129,00 €', '129', 'EUR'],
    ['€ 12.50', '12.5', 'EUR'],
    ['US$ 99', '99', 'USD'],
    // Signs of several currencies.
    ['$99', '99', undefined],
    ['from 99 €', undefined, undefined],
    ['9 € a month', undefined, undefined],
    ['0,00 €', undefined, undefined],
    ['99', undefined, undefined],
    ['€', undefined, undefined],
  ])('%j is %j %j', (text, amount, currency) => {
    const found = read(priced(text))
    expect([found?.amounts[0], found?.currencies[0]]).toEqual([amount, currency])
  })

  it('is the first one behind the heading', () => {
    expect(amountOf(`<p class="price">5 €</p>${priced('10 €', '20 €')}`)).toBe('10')
    expect(amountOf(priced('soon', '10 €'))).toBe('10')
    expect(amountOf(priced('a', 'b', 'c', '10 €'))).toBe('10')
    expect(amountOf(priced('a', 'b', 'c', 'd', '10 €'))).toBeUndefined()
  })

  it.each(['price old', 'price-was', 'price unit', 'price monthly', 'related price'])(
    'is not that of class "%s"',
    name => {
      expect(amountOf(`<h1>Lamp</h1><p class="${name}">99 €</p><p class="price">10 €</p>`)).toBe('10')
    },
  )

  it('is no element with other text', () => {
    expect(amountOf(priced(`10 €${' '.repeat(50)}`, '20 €'))).toBe('10')
    expect(amountOf(priced(`10 €${'.'.repeat(50)}`, '20 €'))).toBe('20')
  })
})

it.each<[string, string]>([
  ['no heading', '<p class="price">10 €</p>'],
  ['another heading', '<h1>Sale</h1><p class="price">10 €</p>'],
  ['two headings', '<h1>Lamp</h1><h1>Lamp</h1><p class="price">10 €</p>'],
])('says nothing on a page with %s', (_, html) => {
  expect(read(html)).toBeUndefined()
})

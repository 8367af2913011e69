// Printed prices: a match passes, no printed price passes, a factor of ten is `upstream_changed`.
import { describe, expect, it } from 'vitest'
import { pageOf } from './page-fixture.ts'
import { checkPrintedPrices, mustBeInUnitsOf } from './printed-prices.ts'

const FIELDS = [{ amount: '/price', currency: '/currency' }]

function check(price: number, body: string, currency = 'EUR') {
  return () => checkPrintedPrices(FIELDS, { price, currency }, [pageOf(body)])
}

const shown = (price: string) => `<main><h1>Shirt 1</h1><p class="product-price">${price}</p></main>`

describe('a price', () => {
  it.each([
    [34.99, shown('34,99 €'), 'EUR'],
    [34.99, shown('&euro;&nbsp;34.99 €34.99'), 'EUR'],
    [1234, shown('1.234,00 €'), 'EUR'],
    [1234, shown('$1,234'), 'USD'],
    [1750, shown('1750&nbsp;€'), 'EUR'],
    [59000, shown('₩59,000'), 'KRW'],
    [890, '<script>{"formattedFinalPrice":"£890"}</script>', 'GBP'],
    [890, '<script>{"formattedFinalPrice":"\\u00a3890"}</script>', 'GBP'],
  ])('%d passes when the page prints it', (price, body, currency) => {
    expect(check(price, body, currency)).not.toThrow()
  })

  it.each([
    ['cents as units', 3499, '34,99 €'],
    ['units as cents', 0.3499, '34,99 €'],
    ['a thousands separator read as a decimal point', 1.234, '1.234,00 €'],
    ['a decimal comma dropped', 3499, '€ 34,99'],
    ['ten times the price', 349.9, '34,99 €'],
    ['a thousand times the price', 34990, '34,99 €'],
  ])('%s is upstream_changed', (_what, price, text) => {
    expect(check(price, shown(text))).toThrow(
      expect.objectContaining({ code: 'upstream_changed', field: '/price' }),
    )
  })

  it.each([
    ['the page prints no price', '<main><h1>Shirt</h1></main>'],
    ['the page prints another price', shown('12,00 €')],
    ['the number printed is not a price', shown('No. 3499')],
    ['the factor is not a power of ten', shown('6,998 €')],
    ['the page prints it in another currency', shown('349,90 zł')],
    ['only prose on the page mentions such a price', '<main><p>Free delivery from 3,50 €</p></main>'],
    ['the cents are in an element of their own', shown('€349<sup>90</sup>')],
    ['the price element is inside a script', '<script>"<p class=price>349,90 €</p>"</script>'],
    ['the exact price is printed too', `${shown('349,90 €')}<p>now 34,99 €</p>`],
  ])('passes when %s', (_what, body) => {
    expect(check(34.99, body)).not.toThrow()
  })

  it('is not compared with prices of other products further down', () => {
    const others = Array.from({ length: 5 }, (_, index) => shown(`${index + 1},11 €`)).join('')
    expect(check(34.99, others + shown('349,90 €'))).not.toThrow()
    expect(check(34.99, others.slice(0, -shown('5,11 €').length) + shown('349,90 €'))).toThrow('349,90')
  })

  it('that is absent is not checked', () => {
    expect(check(0, shown('34,99 €'))).not.toThrow()
  })
})

describe('several prices', () => {
  const fields = [{ amount: '/sizes/*/price' }]
  const answer = (...prices: number[]) => ({ sizes: prices.map(price => ({ price })) })

  it('pass when one of them is printed', () => {
    expect(() => checkPrintedPrices(fields, answer(10, 100), [pageOf(shown('10 €'))])).not.toThrow()
    expect(() => checkPrintedPrices(fields, answer(1000, 500), [pageOf(shown('10 €'))])).toThrow('1000')
  })

  it('in hundredths, and as strings, are compared in units', () => {
    const cents = [{ amount: '/cents', inHundredths: true }]
    expect(() => checkPrintedPrices(cents, { cents: 18_500 }, [pageOf(shown('$185'))])).not.toThrow()
    expect(() => checkPrintedPrices(cents, { cents: 185 }, [pageOf(shown('$185'))])).toThrow('1.85')
    expect(() =>
      checkPrintedPrices([{ amount: '/price' }], { price: '1730.00' }, [pageOf(shown('$17.30'))]),
    ).toThrow('1730')
  })

  it('in a description are ignored', () => {
    const json = pageOf('{"price":100,"body_html":"Free with orders over $10"}', 'application/json')
    expect(() => checkPrintedPrices([{ amount: '/price' }], { price: 100 }, [json])).not.toThrow()
  })

  it('in JSON are compared with the formatted prices next to them', () => {
    const json = pageOf('{"sale":1490,"formattedSale":"\\u00a314.90"}', 'application/json')
    expect(() => checkPrintedPrices(fields, answer(1490), [json])).toThrow('1490')
    expect(() => checkPrintedPrices(fields, answer(14.9), [json])).not.toThrow()
  })
})

describe('a price beside the regular price', () => {
  it.each([
    [100, 100],
    [5, 100],
    [120, 100],
    [undefined, 100],
    [100, undefined],
    [100, 0],
  ])('%j beside %j is in the same units', (price, regular) => {
    expect(() => mustBeInUnitsOf(price, regular, '/price')).not.toThrow()
  })

  it.each([
    [8000, 100],
    [800, 100],
    [0.8, 100],
    [201, 100],
    [4.9, 100],
  ])('%j beside %j is in other units', (price, regular) => {
    expect(() => mustBeInUnitsOf(price, regular, '/price')).toThrow('regular price')
  })
})

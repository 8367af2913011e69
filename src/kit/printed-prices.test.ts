// Prices compared with what the page prints: equal is fine, none says nothing, ten times as much is a change.
import { describe, expect, it } from 'vitest'
import { makePage } from './page.ts'
import { checkPrintedPrices } from './printed-prices.ts'

const FIELDS = [{ amount: '/price', currency: '/currency' }]

function pageOf(body: string, contentType = 'text/html') {
  return makePage({
    url: new URL('https://shop.example/p'),
    status: 200,
    headers: { 'content-type': contentType },
    body: Buffer.from(body),
    charset: 'utf-8',
  })
}

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
  ])('%d as the page prints it is right', (price, body, currency) => {
    expect(check(price, body, currency)).not.toThrow()
  })

  it.each([
    ['cents as units', 3499, '34,99 €'],
    ['units as cents', 0.3499, '34,99 €'],
    ['a dot that groups taken for a decimal one', 1.234, '1.234,00 €'],
    ['a comma that parts decimals taken for nothing', 3499, '€ 34,99'],
    ['ten times as much', 349.9, '34,99 €'],
    ['a thousand times as much', 34990, '34,99 €'],
  ])('%s is a change', (_what, price, text) => {
    expect(check(price, shown(text))).toThrow(
      expect.objectContaining({ code: 'upstream_changed', field: '/price' }),
    )
  })

  it.each([
    ['the page prints none', '<main><h1>Shirt</h1></main>'],
    ['the page prints another', shown('12,00 €')],
    ['a number is no price', shown('No. 3499')],
    ['it is off by another factor', shown('6,998 €')],
    ['the page prints it in another currency', shown('349,90 zł')],
    ['only a text of the page has such a price', '<main><p>Free delivery from 3,50 €</p></main>'],
    ['the cents stand by themselves', shown('€349<sup>90</sup>')],
    ['a price element of a script does not count', '<script>"<p class=price>349,90 €</p>"</script>'],
    ['it is also printed as it is', `${shown('349,90 €')}<p>now 34,99 €</p>`],
  ])('says nothing where %s', (_what, body) => {
    expect(check(34.99, body)).not.toThrow()
  })

  it('of other products, further down, is not held against it', () => {
    const others = Array.from({ length: 5 }, (_, index) => shown(`${index + 1},11 €`)).join('')
    expect(check(34.99, others + shown('349,90 €'))).not.toThrow()
    expect(check(34.99, others.slice(0, -shown('5,11 €').length) + shown('349,90 €'))).toThrow('349,90')
  })

  it('that is absent is not looked for', () => {
    expect(check(0, shown('34,99 €'))).not.toThrow()
  })
})

describe('several prices', () => {
  const fields = [{ amount: '/sizes/*/price' }]
  const answer = (...prices: number[]) => ({ sizes: prices.map(price => ({ price })) })

  it('are right when one of them is printed', () => {
    expect(() => checkPrintedPrices(fields, answer(10, 100), [pageOf(shown('10 €'))])).not.toThrow()
    expect(() => checkPrintedPrices(fields, answer(1000, 500), [pageOf(shown('10 €'))])).toThrow('1000')
  })

  it('in hundredths, and as texts, are held against units', () => {
    const cents = [{ amount: '/cents', inHundredths: true }]
    expect(() => checkPrintedPrices(cents, { cents: 18_500 }, [pageOf(shown('$185'))])).not.toThrow()
    expect(() => checkPrintedPrices(cents, { cents: 185 }, [pageOf(shown('$185'))])).toThrow('1.85')
    expect(() =>
      checkPrintedPrices([{ amount: '/price' }], { price: '1730.00' }, [pageOf(shown('$17.30'))]),
    ).toThrow('1730')
  })

  it('in the words of a merchant are none of the answer', () => {
    const json = pageOf('{"price":100,"body_html":"Free with orders over $10"}', 'application/json')
    expect(() => checkPrintedPrices([{ amount: '/price' }], { price: 100 }, [json])).not.toThrow()
  })

  it('of data are held against the texts beside them', () => {
    const json = pageOf('{"sale":1490,"formattedSale":"\\u00a314.90"}', 'application/json')
    expect(() => checkPrintedPrices(fields, answer(1490), [json])).toThrow('1490')
    expect(() => checkPrintedPrices(fields, answer(14.9), [json])).not.toThrow()
  })
})

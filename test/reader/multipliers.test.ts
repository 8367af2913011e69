// Prices and counts in words that multiply the number before them.
import { describe, expect, it } from 'vitest'
import { generalFromReader } from '../../src/extract/merge/reader-product.ts'
import { readProduct } from '#reader'
import { parsePrice } from '#reader/values/price'
import { parseReviewCount } from '#reader/values/rating'

const PRICES: readonly (readonly [
  text: string,
  amount: string | null,
  currency: string,
  language: string,
])[] = [
  ['₹1.5 lakh', '150000', 'INR', 'en-IN'],
  ['₹ 2 lakhs', '200000', 'INR', 'en-IN'],
  ['Rs. 1.25 crore', '12500000', 'INR', 'en-IN'],
  ['¥1.2万', '12000', 'CNY', 'zh-CN'],
  ['3.5万円', '35000', 'JPY', 'ja'],
  ['1万2900円', '12900', 'JPY', 'ja'],
  ['1만 2900원', '12900', 'KRW', 'ko'],
  ['5천원', '5000', 'KRW', 'ko'],
  ['2億3500万円', '235000000', 'JPY', 'ja'],
  ['12 Euro 50', '12.50', 'EUR', 'de'],
  ['12 EUR 50 Cent', '12.50', 'EUR', 'de'],
  ['12 Euro', '12', 'EUR', 'de'],
  ['1,2 Tsd. €', '1200', 'EUR', 'de'],
  // A thousand in one language, a million in another.
  ['$ 1.5 mil', null, 'USD', 'es-US'],
  ['1,5 mln zł', null, 'PLN', 'pl'],
  ['2 тыс. ₽', null, 'RUB', 'ru'],
]

describe.each(PRICES)('%s', (text, amount, currency, language) => {
  const numberOf = (value: string | null | undefined) => (value == null ? null : Number(value))

  it('as a text', () => expect(numberOf(parsePrice(text)?.amount)).toBe(numberOf(amount)))

  it('printed', () => {
    const url = 'https://shop.example/p/lamp'
    const html = `<html lang="${language}"><head><title>Oak lamp</title></head><body><main><h1>Oak lamp</h1><p class="price">${text}</p><button type="submit" name="add">Add to cart</button></main></body></html>`
    const { price, iso_currency: code } = readProduct(html, url)
    expect(numberOf(price)).toBe(numberOf(amount))
    if (amount !== null) expect(code).toBe(currency)
  })

  it('in data', () => {
    const url = 'https://shop.example/p/lamp'
    const data = { '@type': 'Product', name: 'Oak lamp', offers: { price: text, priceCurrency: currency } }
    const html = `<html lang="${language}"><head><title>Oak lamp</title><script type="application/ld+json">${JSON.stringify(data)}</script></head><body><main><h1>Oak lamp</h1><button type="submit" name="add">Add to cart</button></main></body></html>`
    const { price } = generalFromReader(
      { read: readProduct(html, url), url, shop: 'shop.example', fetchedAtMs: 0 },
      true,
    )
    expect(numberOf(price?.amount)).toBe(numberOf(amount))
  })
})

it.each([
  ['12,50 Euro', '12.50'],
  ['Euro 12 50 ml', '12'],
  ['12 € 50', '12.50'],
])('%s is %s', (text, amount) => {
  expect(parsePrice(text)?.amount).toBe(amount)
})

it.each([
  ['2,5 Tsd.', 2500],
  ['5千', 5000],
  ['1.2万', 12_000],
  ['3 lakh', 300_000],
  ['1 mil', undefined],
])('a count of %s is %s', (text, count) => {
  expect(parseReviewCount(text)).toBe(count)
})

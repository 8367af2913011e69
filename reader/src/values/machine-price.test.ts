// Prices in structured data: what is an amount, and what only has digits in it.
import { describe, expect, it } from 'vitest'
import { readProduct } from '../index.ts'
import { parseMachinePrice } from './machine-price.ts'

describe('a text in data that is no amount', () => {
  it.each([
    '-5',
    '-1',
    '- 5',
    '−5,00',
    '-5,00 €',
    '€ -5,00',
    '-$5.00',
    'EUR -5.00',
    '1e3',
    '5e-7',
    '1E+3',
    'Call 0800 555',
    'Price for 3 pieces on request',
    'see 3 offers',
    'Art. 12345',
    '12.5.3',
    '1,2,3',
    '12.05.2026',
  ])('%s is no price', text => {
    expect(parseMachinePrice(text, 'EUR')).toBeUndefined()
  })

  it.each([[-5], [5e-7], [1e-9], [1e21], [Number.NaN]])('nor is the number %s', number => {
    expect(parseMachinePrice(number, 'EUR')).toBeUndefined()
  })
})

describe('an amount in data', () => {
  it.each([
    ['1.234.56', '1234.56'],
    ['1,23,456.00', '123456.00'],
    ['1.299,00', '1299.00'],
    ['1,299', '1299'],
    ["1'299.50", '1299.50'],
    ['from 12.50', '12.50'],
    ['12,50 inkl. MwSt.', '12.50'],
    ['From £12', '12'],
    ['12 EUR', '12'],
    ['12.00 - 15.00', '12.00'],
    ['49,-', '49'],
    ['Rs. 2,300', '2300'],
    ['free', '0'],
  ])('%s is %s', (text, amount) => {
    expect(parseMachinePrice(text)).toBe(amount)
  })

  it('is the number 1e3', () => expect(parseMachinePrice(1e3, 'EUR')).toBe('1000'))

  it.each([
    [0.30000000000000004, 'EUR', '0.30'],
    ['0.30000000000000004', 'EUR', '0.30'],
    [0.8333, 'EUR', '0.83'],
    [0.9999999, undefined, '1.00'],
    // A price per screw: rounding would change it.
    [0.0042, 'EUR', '0.0042'],
    [0.004200000000000001, 'EUR', '0.0042'],
    [0.125, 'EUR', '0.125'],
    [0.125, 'KWD', '0.125'],
    [19.900000000000002, 'EUR', '19.90'],
  ])('%s %s is rounded to %s', (amount, currency, expected) => {
    expect(parseMachinePrice(amount, currency)).toBe(expected)
  })
})

const page = (head: string, body = '') =>
  `<html lang="de"><head><title>Oak lamp</title>${head}</head><body><main><h1>Oak lamp</h1>${body}<button>In den Warenkorb</button></main></body></html>`
const priceOf = (html: string) => readProduct(html, 'https://shop.example.de/p/oak-lamp').price

describe('a negative amount', () => {
  it.each([
    ['meta', page('<meta property="product:price:amount" content="-5">')],
    [
      'meta, labelled',
      page('<meta name="twitter:label1" content="Price"><meta name="twitter:data1" content="-5 €">'),
    ],
    [
      'microdata',
      page(
        '',
        '<div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Oak lamp</b><span itemprop="price" content="-5"></span><meta itemprop="priceCurrency" content="EUR"></div>',
      ),
    ],
    ['a printed price', page('', '<p class="price">-5,00 €</p>')],
    ['a printed price with a minus sign', page('', '<p class="price">−5,00 €</p>')],
    [
      'a telephone number with the label of a price',
      page('<meta name="twitter:label1" content="Price"><meta name="twitter:data1" content="Call 0800 555">'),
    ],
  ])('in %s is no price', (_where, html) => {
    expect(priceOf(html)).toBeNull()
  })
})

// The price of a listing: the text beside it counts only if it is short enough to be about the price.
import { expect, it } from 'vitest'
import { makePage } from '#kit/page/page'
import { readPrice } from './listing-price.ts'

function priceWith(beside: string) {
  const html = `<!doctype html><div><span class="wt-detail-page-price">$6,000</span><span>${beside}</span></div>`
  const page = makePage({
    url: new URL('https://watchmarket.example/a--id1.htm'),
    status: 200,
    headers: {},
    body: Buffer.from(html),
    charset: 'utf-8',
  })
  return readPrice(page, { price: 6000, priceCurrency: 'USD' }, undefined)
}

it('reads a remark beside the price', () => {
  expect(priceWith('[Negotiable]')).toEqual({ amount: 6000, currency: 'USD', negotiable: true })
  expect(priceWith('Fixed price').negotiable).toBe(false)
  expect(priceWith('not negotiable').negotiable).toBe(false)
})

it.each([
  [80, true],
  [81, false],
])('treats %d characters beside the price as a remark: %s', (length, isRemark) => {
  expect(priceWith('negotiable'.padEnd(length, '.')).negotiable).toBe(isRemark)
})

it.each(['Verhandlungsbasis', 'Prix négociable', '(trattabile)', 'onderhandelbaar', 'do negocjacji'])(
  'recognises "%s" as negotiable',
  words => {
    expect(priceWith(words).negotiable).toBe(true)
  },
)

it.each(['nicht verhandelbar', 'non négociable', 'no negociable', 'niet onderhandelbaar'])(
  'recognises "%s" as a fixed price',
  words => {
    expect(priceWith(words).negotiable).toBe(false)
  },
)

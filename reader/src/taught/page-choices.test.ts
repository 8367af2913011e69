// What is said about the place of a value: the words that a person would find it by.
import { describe, expect, it } from 'vitest'
import { pageChoices } from './page-choices.ts'

const whereOf = (price: string, box: string) => {
  const html = `<html><body><nav><a href="/">Home</a></nav><main><h1>Oak lamp</h1>${box}
    <button>Add to basket</button></main></body></html>`
  return pageChoices(html, 'https://shop.example/p/1').price?.find(one => one.value === price)?.where
}

describe('a value is said to stand', () => {
  it.each<[string, string, string, string]>([
    [
      'its label, not the price before it',
      '4.90',
      '<p>€1,099.00</p><p>Shipping <b>€4.90</b></p>',
      'next to “Shipping”',
    ],
    [
      'a label after it, in its own row',
      '4.90',
      '<p><b>€1,099.00</b> <i>incl. VAT</i></p><p><b>€4.90</b> <i>delivery</i></p>',
      'next to “delivery”',
    ],
    [
      'the words of its own text',
      '4.90',
      '<p>€1,099.00</p><p>plus €4.90 delivery</p>',
      'in “plus €4.90 delivery”',
    ],
    [
      'the words of its row',
      '1099.00',
      '<p>Our offer</p><p>€1,099.00</p><p>Shipping <b>€4.90</b></p>',
      'next to “Our offer”',
    ],
  ])('%s', (_, price, box, label) => {
    expect(whereOf(price, box)).toBe(label)
  })
})

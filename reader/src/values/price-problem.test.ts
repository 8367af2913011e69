// The sentence for people, and the command in it: what it proposes must read the page.
import { describe, expect, it } from 'vitest'
import { readProduct } from '../read-product.ts'
import {
  currencyProblem,
  priceProblemText,
  rivalsProblem,
  signOfProblem,
  usualCode,
} from './price-problem.ts'

const page = (price: string) => `<!doctype html><html lang="en"><head><title>Blue mug</title></head><body>
<h1>Blue mug</h1><div class="css-9x1"><span class="kk2">${price}</span></div><form><button type="submit">Add to cart</button></form>
<p>A mug of 300 ml for tea and coffee, made by hand.</p></body></html>`

it.each([
  [currencyProblem('48.50', '$'), 'Price found: $48.50. The page does not say which dollar.'],
  [currencyProblem('48.50', '£'), 'Price found: £48.50. The page does not say which currency.'],
  [currencyProblem('48.50', 'kr.'), 'Price found: 48.50 kr. The page does not say which currency.'],
  [currencyProblem('48.50', null), 'Price found: 48.50. The page does not say which currency.'],
  [
    rivalsProblem([
      { amount: '2.50', sign: '£' },
      { amount: '4.00', sign: '£' },
    ]),
    'Price found: £2.50 or £4.00. Which of them is the price is not clear.',
  ],
])('%s, for people', (problem, text) => {
  expect(priceProblemText(problem)).toBe(text)
})

describe('the currency that a message proposes', () => {
  it.each(['$48.50', '48.50 kr', '448,50 kr.', 'Bs. 48,50', 'K 48.50', 'L 48.50', '48.50'])(
    'reads the page that prints %s',
    printed => {
      const { problems } = readProduct(page(printed), 'https://shop.example/p/1')
      const lacking = signOfProblem(problems.price ?? '')
      expect(lacking).toBeDefined()
      const currency = usualCode(lacking?.sign)
      const read = readProduct(page(printed), 'https://shop.example/p/1', { currency })
      expect([read.price, read.iso_currency]).toEqual([expect.stringMatching(/^4/), currency])
    },
  )
})

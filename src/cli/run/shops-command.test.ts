// What `wares shops` says of a shop's list.
import { expect, it } from 'vitest'
import { listText } from './shops-command.ts'

const LIST = {
  source: 'platform',
  price: true,
  availability: true,
  products: 1000,
  requests: 6,
  complete: true,
} as const

it.each([
  ['all of it', LIST, 'price, stock: 6 requests a check, single watches 1000'],
  [
    'addresses',
    { ...LIST, price: false, availability: false },
    'addresses: 6 requests a check, single watches 1000',
  ],
  [
    'a part',
    { ...LIST, products: 250, requests: 3, complete: false },
    'price, stock: 3+ requests a check, single watches 250+',
  ],
  ['nothing', null, '-'],
])('a list of which %s is known', (_what, list, text) => {
  expect(listText(list)).toBe(text)
})

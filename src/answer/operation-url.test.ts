// The address of an operation's answer: readable, without what is the default.
import { expect, it } from 'vitest'
import { param } from '#kit'
import { addressOf } from './run-operation.ts'
import type { SiteEntry } from './request/registry.ts'

const entry = {
  path: '/api/v1/scraper/shop/search',
  operation: { id: 'shop.search', params: { q: param.words('words'), page: param.page() } },
} as unknown as SiteEntry

it.each([
  [{ q: 'hat', page: 2 }, '/api/v1/scraper/shop/search?q=hat&page=2'],
  [{ q: ['a', 'b'], page: 1 }, '/api/v1/scraper/shop/search?q=a&q=b'],
  [{ q: undefined, page: 1 }, '/api/v1/scraper/shop/search'],
])('with %j is readable', (params, address) => {
  expect(addressOf(entry, params)).toBe(address)
})

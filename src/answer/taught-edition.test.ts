// Answers made under other rules are other answers: the rules of the shop are a part of the key, also for a shared cache.
import { expect, it } from 'vitest'
import type { TaughtFields } from '#reader/taught/taught-rule'
import { shopDirectoryOf } from '../settings/shop-directory.ts'
import { createRegistry, type CompositeEntry } from './request/registry.ts'
import { prepareComposite } from './request/prepare-request.ts'
import { sites } from '../../adapters/sites/index.ts'

const limits = { requestsPerSecond: 1, concurrency: 1, timeoutMs: 1000, render: 'none' } as const
const entry = createRegistry(sites).byId.get('general.product') as CompositeEntry

function keyWith(fields: TaughtFields | undefined): { cacheKey: string; requestKey: string } {
  const reader = {
    hosts: [{ host: 'shop.example', ...limits, ...(fields ? { fields } : {}) }],
    sandboxOrigins: [],
    ...limits,
    breaker: { failures: 8, openMs: 1000 },
  }
  const shops = shopDirectoryOf({ sites: {}, reader })
  const given = [{ name: 'url', value: 'https://shop.example/p/1', in: 'query' as const }]
  return prepareComposite(entry, given, shops, () => {
    throw new Error('no segment is asked')
  })
}

it('the key of an answer depends on the rules, that of the request does not', () => {
  const [bare, one, other] = [undefined, { price: { css: '.a' } }, { price: { css: '.b' } }].map(keyWith)
  expect(new Set([bare?.cacheKey, one?.cacheKey, other?.cacheKey]).size).toBe(3)
  expect(keyWith({ price: { css: '.a' } }).cacheKey).toBe(one?.cacheKey)
  // A watch is the same watch, whatever was taught since.
  expect(new Set([bare?.requestKey, one?.requestKey, other?.requestKey]).size).toBe(1)
})

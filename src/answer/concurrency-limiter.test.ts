// The limit of requests in flight: in total, and half of it per site.
import { expect, it } from 'vitest'
import { createConcurrencyLimiter } from './cache/in-flight-requests.ts'

const overloaded = expect.objectContaining({ code: 'overloaded', retryAfterMs: 1_000 }) as Error

it('one site may use half of the limit, and released slots are free again', () => {
  const limiter = createConcurrencyLimiter(4)
  const [leave] = [limiter.enter('a'), limiter.enter('a')]
  expect(() => limiter.enter('a')).toThrow(overloaded)
  limiter.enter('b')
  leave?.()
  limiter.enter('a')
  expect(Object.fromEntries(limiter.bySite)).toEqual({ a: 2, b: 1 })
})

it('all sites together may use the whole limit, and released slots are free again', () => {
  const limiter = createConcurrencyLimiter(4)
  const leaves = ['a', 'b', 'c', 'd'].map(site => limiter.enter(site))
  expect(() => limiter.enter('e')).toThrow(overloaded)
  for (const leave of leaves) leave()
  expect([...limiter.bySite.values()]).toEqual([0, 0, 0, 0])
  for (const site of ['a', 'b', 'c', 'd']) limiter.enter(site)
  expect(() => limiter.enter('e')).toThrow(overloaded)
})

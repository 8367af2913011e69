// The caches count the bytes that they really hold: the heap of a full cache has grown by no more than was counted.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { LRUCache } from 'lru-cache'
import { describe, expect, it } from 'vitest'
import { type Answer, makeAnswer, sizeOf } from '../../src/answer/cache/answer.ts'
import type { PreparedRequest } from '../../src/answer/index.ts'
import { serialiseResult } from '../../src/extract/read-result.ts'
import { parseQueryParams, sizeOfPrepared } from '../../src/serve/http/answer/operation-handler.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

function heldBytes(): number {
  collect()
  collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

describe('bytes counted against bytes held', () => {
  it.each([
    ['small answers', 40_000, 2, 'finder'],
    ['answers of 2 KB', 10_000, 2_000, 'search'],
  ])('%s', (_what, count, bytes, query) => {
    const before = heldBytes()
    const cache = new LRUCache<string, Answer>({ maxSize: 2 ** 30, sizeCalculation: sizeOf })
    for (let place = 0; place < count; place++) {
      const complete = { value: 'x'.repeat(bytes), absent: [], absentAt: [], dropped: {} }
      cache.set(
        `watchmarket.filters ${JSON.stringify([['query', `${query} ${place}`]])}`,
        makeAnswer(serialiseResult(complete), '', 60, 0),
      )
    }
    const held = heldBytes() - before
    expect(cache.size).toBe(count)
    expect(cache.calculatedSize).toBeGreaterThan(held)
    // But not much more: overcounted bytes are memory that stays unused.
    expect(cache.calculatedSize).toBeLessThan(held * 3)
  })

  it('long URLs', () => {
    const before = heldBytes()
    const cache = new LRUCache<string, PreparedRequest>({ maxSize: 2 ** 30, sizeCalculation: sizeOfPrepared })
    for (let place = 0; place < 4_000; place++) {
      const url = Buffer.from(`/api/v1/scraper/x/y?query=${place}${'z'.repeat(8_000)}`).toString('latin1')
      const params = Object.fromEntries(parseQueryParams(url).map(({ name, value }) => [name, value]))
      const cacheKey = `x.y ${JSON.stringify(Object.entries(params))}`
      cache.set(url, { entry: {}, params, cacheKey } as unknown as PreparedRequest)
    }
    const held = heldBytes() - before
    expect(cache.calculatedSize).toBeGreaterThan(held)
    expect(cache.calculatedSize).toBeLessThan(held * 3)
  })
})

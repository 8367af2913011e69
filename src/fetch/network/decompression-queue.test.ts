// The decompression queue: a few pages at a time, one result per turn of the event loop.
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createDecompressionQueue } from './inflate.ts'

it('resolves one page per turn of the event loop', async () => {
  const turnstile = createDecompressionQueue()
  let turn = 0
  const count = (): void => {
    turn++
    if (turn < 50) setImmediate(count)
  }
  setImmediate(count)
  const turns: number[] = []
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      await turnstile.run(async () => {})
      turns.push(turn)
    }),
  )
  expect(new Set(turns).size).toBe(4)
})

it('decompresses a few pages at a time, and all of them in the end', async () => {
  const turnstile = createDecompressionQueue()
  let open = 0
  let most = 0
  const unpack = async (page: number): Promise<number> => {
    open++
    most = Math.max(most, open)
    await sleep(1)
    open--
    if (page % 7 === 0) throw new Error(`page ${page} is broken`)
    return page
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, (_, page) => turnstile.run(() => unpack(page))),
  )
  expect(outcomes.filter(one => one.status === 'fulfilled')).toHaveLength(85)
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThanOrEqual(8)
})

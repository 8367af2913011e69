import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createPoolQueue } from './pool-queue.ts'

const MB = 1024 * 1024

function createTestQueue() {
  const queue = createPoolQueue<{ job: { name: string; bytes: number } }>()
  const add = (name: string, bytes = 1) => {
    const one = { job: { name, bytes } }
    queue.add(one)
    return one
  }
  return { queue, add }
}

describe('the pool queue', () => {
  it('is first come, first served', () => {
    const { queue, add } = createTestQueue()
    for (const name of ['a', 'b', 'c']) add(name)
    expect([1, 2, 3, 4].map(() => queue.take()?.job.name)).toEqual(['a', 'b', 'c', undefined])
  })

  it('holds 32 MB of waiting jobs, and signals when there is room again', async () => {
    const { queue, add } = createTestQueue()
    add('a', 32 * MB)
    expect(queue.waitForRoom()).toBeUndefined()
    const last = add('a', 1)
    const room = queue.waitForRoom()
    expect(room).toBeInstanceOf(Promise)
    queue.remove(last)
    await room
    expect(queue.waitForRoom()).toBeUndefined()
    expect(queue.length()).toBe(1)
  })

  it('signals no room while it still holds more', async () => {
    const { queue, add } = createTestQueue()
    const [last] = [add('a', 1), add('a', 33 * MB)]
    const hasRoom = queue.waitForRoom()?.then(() => true)
    queue.remove(last)
    expect(await Promise.race([hasRoom, setImmediate(false)])).toBe(false)
    queue.take()
    expect(await hasRoom).toBe(true)
  })

  it('returns all jobs when drained, and then has none to take', async () => {
    const { queue, add } = createTestQueue()
    add('a', 40 * MB)
    const room = queue.waitForRoom()
    expect(queue.drain()).toHaveLength(1)
    await room
    expect(queue.take()).toBeUndefined()
  })
})

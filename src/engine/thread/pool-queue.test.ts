import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createPoolQueue } from './pool-queue.ts'

const MB = 1024 * 1024

function createTestQueue(size: number, ready = size) {
  let nowMs = 0
  let up = ready
  const queue = createPoolQueue({ size, ready: () => up }, () => nowMs)
  return {
    queue,
    pass: (ms: number) => void (nowMs += ms),
    setReady: (count: number) => void (up = count),
    add: (group: string, bytes = 1) => {
      const one = { job: { group, bytes } }
      queue.add(one)
      return one
    },
    takeAll: () => {
      const groups: string[] = []
      for (let one = queue.take(); one; one = queue.take()) groups.push(one.job.group)
      return groups
    },
  }
}

describe('the pool queue', () => {
  it('is first come, first served', () => {
    const { add, takeAll } = createTestQueue(4)
    for (const group of ['a', 'b', 'a']) add(group)
    expect(takeAll()).toEqual(['a', 'b', 'a'])
  })

  it('limits a slow group to half of the workers for a minute', () => {
    const { queue, add, takeAll, pass } = createTestQueue(4)
    queue.markSlow('slow')
    for (const group of ['slow', 'slow', 'slow', 'other']) add(group)
    expect(takeAll()).toEqual(['slow', 'slow', 'other'])
    queue.done('slow')
    expect(takeAll()).toEqual(['slow'])
    add('slow')
    pass(59_999)
    expect(takeAll()).toEqual([])
    pass(1)
    expect(takeAll()).toEqual(['slow'])
  })

  it('counts only ready workers: a slow group never gets the last one', () => {
    const { queue, add, takeAll, setReady } = createTestQueue(2, 1)
    queue.markSlow('slow')
    add('slow')
    expect(takeAll()).toEqual([])
    setReady(2)
    expect(takeAll()).toEqual(['slow'])
  })

  it('serves a slow group when there is only one worker', () => {
    const { queue, add, takeAll } = createTestQueue(1)
    queue.markSlow('slow')
    add('slow')
    expect(takeAll()).toEqual(['slow'])
  })

  it('holds 32 MB of waiting jobs, and signals when there is room again', async () => {
    const { queue, add } = createTestQueue(1)
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
    const { queue, add } = createTestQueue(1)
    const [last] = [add('a', 1), add('a', 33 * MB)]
    const hasRoom = queue.waitForRoom()?.then(() => true)
    queue.remove(last)
    expect(await Promise.race([hasRoom, setImmediate(false)])).toBe(false)
    queue.take()
    expect(await hasRoom).toBe(true)
  })

  it('returns all jobs when drained, and then has none to take', async () => {
    const { queue, add } = createTestQueue(1)
    add('a', 40 * MB)
    const room = queue.waitForRoom()
    expect(queue.drain()).toHaveLength(1)
    await room
    expect(queue.take()).toBeUndefined()
  })
})

// The order in which waiting callers are served, and their removal.
import { expect, it } from 'vitest'
import { createCallerQueues, type Waiter } from './caller-queues.ts'
import { BACKGROUND_CALLER } from '../layer.ts'
import { requestWith } from '../request-fixture.ts'

const waiterOf = (caller: string): Waiter => ({ request: requestWith({ caller }), grant() {}, refuse() {} })

it('removing a waiter that no longer waits affects no other waiter', () => {
  const queues = createCallerQueues()
  const [first, second, third] = ['a', 'a', 'b'].map(waiterOf)
  if (!first || !second || !third) throw new Error('three are needed')
  for (const waiter of [first, second]) queues.add(waiter)
  expect(queues.takeNext()).toBe(first)
  queues.remove(first)
  queues.remove(third)
  expect(queues.all()).toEqual([second])
  expect(queues.size()).toBe(1)
  queues.remove(second)
  queues.remove(second)
  expect([queues.size(), queues.all(), queues.takeNext()]).toEqual([0, [], undefined])
})

it('a request waits behind one request of each other caller, a background request behind all', () => {
  const queues = createCallerQueues()
  for (const caller of ['a', 'a', 'a', 'b', BACKGROUND_CALLER]) queues.add(waiterOf(caller))
  expect(queues.aheadOf('c')).toBe(2)
  expect(queues.aheadOf('b')).toBe(3)
  expect(queues.aheadOf('a')).toBe(4)
  expect(queues.aheadOf(BACKGROUND_CALLER)).toBe(5)
})

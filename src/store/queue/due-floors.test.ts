// When the oldest due times of all sites are read, and when only from what is known.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createDueFloors, type SiteDue } from './due-floors.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

/** `took`: milliseconds that a read of all sites takes. */
function play(took: number) {
  const calls: string[] = []
  const due: SiteDue[] = [{ site: 'a', dueAtMs: 100 }]
  const state = { took, due }
  const floors = createDueFloors({
    async readAll() {
      calls.push('all')
      vi.advanceTimersByTime(state.took)
      return state.due
    },
    async readFrom(known) {
      calls.push(known.map(({ site, dueAtMs }) => `${site} ${dueAtMs}`).join())
      return state.due
    },
  })
  return { floors, calls, state }
}

it('reads all sites each time while that is fast, and has no floors', async () => {
  const { floors, calls } = play(50)
  await floors.read()
  await floors.read()
  expect(calls).toEqual(['all', 'all'])
  expect(floors.of('a')).toBe(0)
})

it('reads from the floors while it is slow, for twenty times as long as it took', async () => {
  const { floors, calls, state } = play(51)
  await floors.read()
  expect([floors.of('a'), floors.of('b')]).toEqual([100, 0])
  state.due = [{ site: 'a', dueAtMs: 200 }]
  await floors.read()
  expect(floors.of('a')).toBe(200)
  vi.advanceTimersByTime(20 * 51 - 1)
  await floors.read()
  expect(calls).toEqual(['all', 'a 100', 'a 200'])
  vi.advanceTimersByTime(1)
  await floors.read()
  expect(calls.at(-1)).toBe('all')
})

it('reads all sites after a minute at the latest', async () => {
  const { floors, calls } = play(3_001)
  await floors.read()
  vi.advanceTimersByTime(59_999)
  await floors.read()
  expect(calls).toEqual(['all', 'a 100'])
  vi.advanceTimersByTime(1)
  await floors.read()
  expect(calls.at(-1)).toBe('all')
})

it('reads from the floors after a read that failed, and all sites while nothing is known', async () => {
  const { floors, calls, state } = play(2_000)
  const answer = state.due
  state.due = undefined as unknown as SiteDue[]
  await expect(floors.read()).rejects.toThrow()
  state.due = answer
  await floors.read()
  await floors.read()
  expect(calls).toEqual(['all', 'all', 'a 100'])
})

// Waits that end at the deadline or when the callers leave.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Fault } from '#kit/fault'
import { abortFault, withinDeadline } from './deadline.ts'
import { requestWith } from './request-fixture.ts'
import { upstreamFailureOf } from './upstream-failure.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const never = new Promise<never>(() => {})
const gone = new Fault('internal', 'nobody waits')

it('an abort counts as a failure of the site after the deadline, with some timer slack', () => {
  const abortedWith = (reason: unknown, inMs: number) =>
    abortFault(requestWith({ signal: AbortSignal.abort(reason), deadlineMs: performance.now() + inMs }))
  expect(abortedWith(gone, 6)).toBe(gone)
  for (const inMs of [5, 0, -1]) {
    const fault = abortedWith(gone, inMs)
    expect(upstreamFailureOf(fault)).toMatchObject({ kind: 'late', error: gone })
    expect(fault).toMatchObject({ message: gone.message })
  }
  const other = new Error('no fault')
  expect(abortedWith(other, 0)).toBe(other)
})

it('a wait returns the awaited value and leaves no timer or listener behind', async () => {
  const caller = new AbortController()
  const removed = vi.spyOn(caller.signal, 'removeEventListener')
  expect(await withinDeadline(requestWith({ signal: caller.signal }), Promise.resolve('page'))).toBe('page')
  expect(vi.getTimerCount()).toBe(0)
  expect(removed).toHaveBeenCalledOnce()
})

it('a wait ends at the deadline, not earlier', async () => {
  const ended = vi.fn<(error: unknown) => void>()
  const request = requestWith({ deadlineMs: performance.now() + 500 })
  const wait = withinDeadline(request, never).catch(ended)
  await vi.advanceTimersByTimeAsync(499)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  await wait
  expect(upstreamFailureOf(ended.mock.calls[0]?.[0])).toMatchObject({ kind: 'late' })
})

it('a wait ends when the callers leave or have already left', async () => {
  const caller = new AbortController()
  const wait = withinDeadline(requestWith({ signal: caller.signal }), never)
  caller.abort(gone)
  await expect(wait).rejects.toBe(gone)
  await expect(withinDeadline(requestWith({ signal: caller.signal }), never)).rejects.toBe(gone)
})

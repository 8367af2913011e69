// Retries: which failures, how often, and after which delay.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { UpstreamRequest, UpstreamResponse } from '../layer.ts'
import { requestWith, responseWith } from '../request-fixture.ts'
import { retry } from './retry.ts'
import { upstreamFailure, type UpstreamFailureKind } from '../upstream-failure.ts'

const slept = vi.fn(async (_ms: number, _signal: AbortSignal): Promise<void> => {})

beforeEach(() => void slept.mockClear())
afterEach(() => void vi.useRealTimers())

const failure = (kind: UpstreamFailureKind, retryAfterMs?: number) =>
  upstreamFailure(kind, kind, retryAfterMs === undefined ? {} : { retryAfterMs })

/** Sends through the layer to a shop that returns these outcomes in order. */
async function send(
  outcomes: readonly (Error | UpstreamResponse)[],
  request: UpstreamRequest = requestWith(),
  random = () => 0.5,
) {
  const rest = [...outcomes]
  const result = retry(
    random,
    slept,
  )(async () => {
    const outcome = rest.shift()
    if (outcome === undefined) throw new Error('asked more often than expected')
    if (outcome instanceof Error) throw outcome
    return outcome
  })(request)
  const settled = await result.catch((error: unknown) => error)
  return { settled, asked: outcomes.length - rest.length, waits: slept.mock.calls.map(([ms]) => ms) }
}

it('tries three times in total, with a longer delay each time', async () => {
  const page = responseWith()
  const failures = [failure('reset'), failure('server_error')]
  expect(await send([...failures, page])).toEqual({ settled: page, asked: 3, waits: [150, 300] })
  slept.mockClear()
  const last = failure('truncated')
  expect(await send([...failures, last, page])).toMatchObject({ settled: last, asked: 3 })
})

it.each([
  [0, 100],
  [1, 200],
])('waits between half a step and a whole one: random %d', async (chance, ms) => {
  const { waits } = await send([failure('reset'), responseWith()], requestWith(), () => chance)
  expect(waits).toEqual([ms])
})

it('waits for Retry-After if it is longer than the back-off', async () => {
  expect(await send([failure('unavailable', 5_000), responseWith()])).toMatchObject({ waits: [5_000] })
  slept.mockClear()
  expect(await send([failure('unavailable', 1), responseWith()])).toMatchObject({ waits: [150] })
})

it('does not start a delay that would end after the deadline', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const first = failure('unavailable', 1_000)
  const due = (ms: number) => requestWith({ deadlineMs: performance.now() + ms })
  expect(await send([first], due(1_000))).toEqual({ settled: first, asked: 1, waits: [] })
  expect(await send([first, responseWith()], due(1_001))).toMatchObject({ asked: 2, waits: [1_000] })
})

it.each(['missing', 'refused', 'slow_down', 'late'] as const)('does not retry after: %s', async kind => {
  const error = failure(kind)
  expect(await send([error])).toEqual({ settled: error, asked: 1, waits: [] })
})

it('does not retry an error that is not a failure of the site', async () => {
  const error = new TypeError('our own mistake')
  expect(await send([error])).toEqual({ settled: error, asked: 1, waits: [] })
})

it('does not retry after the caller has left', async () => {
  const error = failure('reset')
  expect(await send([error], requestWith({ signal: AbortSignal.abort() }))).toMatchObject({ asked: 1 })
})

it('retries a POST only if it was never sent', async () => {
  const post = requestWith({ method: 'POST', body: '{}' })
  expect(await send([failure('reset')], post)).toMatchObject({ asked: 1 })
  expect(await send([failure('not_connected'), responseWith()], post)).toMatchObject({ asked: 2 })
})

it('reports the first failure when the retry got no permit', async () => {
  const first = failure('reset')
  expect(await send([first, failure('no_permit')])).toMatchObject({ settled: first, asked: 2 })
  const alone = failure('no_permit')
  expect(await send([alone])).toMatchObject({ settled: alone, asked: 1 })
})

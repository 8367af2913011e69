// Recognising an upstream failure by the cause of its fault.
import { expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import { upstreamFailure, upstreamFailureOf } from './upstream-failure.ts'

it('an upstream failure is recognised by the cause of its fault, with its traits', () => {
  const fault = upstreamFailure('unavailable', 'busy', { status: 503, retryAfterMs: 7 })
  expect(fault).toMatchObject({ code: 'upstream_busy', retryAfterMs: 7 })
  expect(upstreamFailureOf(fault)).toEqual({
    kind: 'unavailable',
    status: 503,
    error: undefined,
    code: 'upstream_busy',
    retryable: true,
    health: 'failing',
  })
})

it.each([undefined, null, 'text', {}, new Error('kind')])(
  'a fault with the cause %o is not an upstream failure',
  cause => {
    expect(upstreamFailureOf(new Fault('internal', 'ours', { cause }))).toBeUndefined()
  },
)

it('an error that is not a fault is not an upstream failure', () => {
  expect(upstreamFailureOf(Object.assign(new Error('x'), { cause: { kind: 'reset' } }))).toBeUndefined()
})

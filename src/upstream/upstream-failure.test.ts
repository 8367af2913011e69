// A failure of the upstream, and what is none.
import { expect, it } from 'vitest'
import { Fault } from '../kit/fault.ts'
import { upstreamFailure, upstreamFailureOf } from './upstream-failure.ts'

it('is known by the cause of its fault, with its traits', () => {
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

it.each([undefined, null, 'text', {}, new Error('kind')])('is not made up of a cause that is %o', cause => {
  expect(upstreamFailureOf(new Fault('internal', 'ours', { cause }))).toBeUndefined()
})

it('is not made up of another error', () => {
  expect(upstreamFailureOf(Object.assign(new Error('x'), { cause: { kind: 'reset' } }))).toBeUndefined()
})

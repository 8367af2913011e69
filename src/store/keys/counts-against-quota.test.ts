// Which outcomes count against a key's quota.
import { expect, it } from 'vitest'
import { countsAgainstQuota } from './admission.ts'

it('counts an answer', () => {
  expect(countsAgainstQuota(undefined)).toBe(true)
})

it.each([
  ['invalid_parameter', true],
  ['not_found', true],
  ['quota_exceeded', false],
  ['upstream_failed', false],
  ['upstream_blocked', false],
  ['upstream_changed', false],
  ['internal', false],
] as const)('%s counts: %s', (code, counts) => {
  expect(countsAgainstQuota({ code })).toBe(counts)
})

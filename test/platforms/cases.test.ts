// Replays every case of every platform and compares the answer with the reviewed expectation.
import { describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/platforms/index.ts'
import { findPlatformCases } from './find-cases.ts'
import { runPlatformCase } from './run-case.ts'

const cases = findPlatformCases()

describe.each(cases)('$name', one => {
  it('gives every field as expected, out of the recorded documents', async () => {
    const { outcome, unrecorded } = await runPlatformCase(one)
    expect(outcome).toEqual(one.expected)
    expect(unrecorded).toEqual([])
    if ('product' in one.expected) expect(one.expected.product).toMatchObject({ platform: one.platform })
  })
})

describe('every platform', () => {
  it.each(platforms.map(one => one.name))('%s has cases', name => {
    expect(cases.filter(one => one.platform === name).length).toBeGreaterThan(1)
  })
})

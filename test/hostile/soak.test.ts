// The short version of `npm run soak`.
import { expect, it } from 'vitest'
import { soak } from './soak.ts'

it('a soak run leaks nothing: descriptors, handles and heap return to their initial level', async () => {
  const report = await soak(10_000)
  expect(report.failures, JSON.stringify(report)).toEqual([])
  expect(report.calls).toBeGreaterThan(200)
  expect(Object.keys(report.byStatus)).toEqual(
    expect.arrayContaining(['200', '401', '404', '405', '502', '503', 'left']),
  )
}, 90_000)

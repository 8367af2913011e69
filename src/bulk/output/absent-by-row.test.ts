// Absent fields per row of a table.
import { expect, it } from 'vitest'
import { ABSENT_AT_MAX } from '#kit/schema/apply-defaults'
import { absentByRow } from './absent-by-row.ts'

it('names a field only in the rows that lack it, and a field outside the rows in all of them', () => {
  const absent = ['/*/price', '/*/sizes/*/stock', '/*']
  const absentAt = ['/0/price', '/2/sizes/1/stock', '/2/sizes/3/stock']
  const ofRow = absentByRow({ absent, absentAt }, undefined)
  expect([0, 1, 2].map(ofRow)).toEqual([['/*/price', '/*'], ['/*'], ['/*/sizes/*/stock', '/*']])
})

it('finds the rows in a named list', () => {
  const absent = ['/results/*/price', '/stats/mean', '/results/*/seller']
  const absentAt = ['/results/10/price', '/stats/mean', '/results/1/seller']
  const ofRow = absentByRow({ absent, absentAt }, 'results')
  expect([0, 1, 10].map(ofRow)).toEqual([
    ['/stats/mean'],
    ['/stats/mean', '/results/*/seller'],
    ['/results/*/price', '/stats/mean'],
  ])
})

it('names every absent field in every row when the list of positions was truncated', () => {
  const absentAt = Array.from({ length: ABSENT_AT_MAX }, (_, row) => `/${row}/price`)
  expect(absentByRow({ absent: ['/*/price'], absentAt }, undefined)(9_999)).toEqual(['/*/price'])
})

// When an equal request is counted again.
import { expect, it } from 'vitest'
import { createRepeatFilter } from './create-drift.ts'

it('an equal request counts once a day, and again when other fields are absent or it fails', () => {
  const filter = createRepeatFilter()
  const answers: [string, string, { absent: string[]; failed?: string }, boolean][] = [
    ['a', '2027-01-01', { absent: [] }, true],
    ['a', '2027-01-01', { absent: [] }, false],
    ['b', '2027-01-01', { absent: [] }, true],
    ['a', '2027-01-01', { absent: ['/price'] }, true],
    ['a', '2027-01-01', { absent: ['/price'] }, false],
    ['a', '2027-01-01', { absent: [], failed: 'price' }, true],
    ['a', '2027-01-01', { absent: [], failed: 'price' }, false],
    ['a', '2027-01-02', { absent: [], failed: 'price' }, true],
  ]
  for (const [key, day, answer, expected] of answers) expect(filter.isNew(key, day, answer)).toBe(expected)
})

it('it counts again after 20,000 others, so that the memory has a bound', () => {
  const filter = createRepeatFilter()
  const ask = (key: string) => filter.isNew(key, '2027-01-01', { absent: [] })
  ask('first')
  for (let other = 0; other < 19_999; other++) ask(`other ${other}`)
  expect(ask('first')).toBe(false)
  for (let other = 0; other < 20_000; other++) ask(`another ${other}`)
  expect(ask('first')).toBe(true)
})

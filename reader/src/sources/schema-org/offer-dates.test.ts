// Dates as pages write them.
import { expect, test } from 'vitest'
import { parseDate } from './offer-dates.ts'

test.each<[string | number, string | undefined]>([
  ['2024-02-29', '2024-02-29'],
  ['2023-02-29', undefined],
  ['2024-05-01T10:20+0200', '2024-05-01T10:20:00+02:00'],
  ['1.5.2024', '2024-05-01'],
  ['03/04/2024', undefined],
  ['13/04/2024', '2024-04-13'],
  ['3 March 2024', '2024-03-03'],
  ['Mar 3rd, 2024', '2024-03-03'],
  ['12 de febrero de 2024', '2024-02-12'],
  ['5 мая 2024', '2024-05-05'],
  ['2024年3月5日', '2024-03-05'],
  [1700000000, '2023-11-14T22:13:20Z'],
  ['1700000000000', '2023-11-14T22:13:20Z'],
  ['soon', undefined],
])('date %j', (value, wanted) => expect(parseDate(value)).toBe(wanted))

test('a given order resolves all-number dates', () => {
  expect(parseDate('03/04/2024', { order: 'day-first' })).toBe('2024-04-03')
  expect(parseDate('03/04/2024', { order: 'month-first' })).toBe('2024-03-04')
})

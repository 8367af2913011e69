// Which errors of a database are trouble with it, and which are refusals of a statement.
import { expect, it } from 'vitest'
import { isDatabaseTrouble, isPostgresTrouble, markTrouble } from './database-trouble.ts'

const refusal = (code: string) => Object.assign(new Error('refused'), { severity: 'ERROR', code })

it.each([
  new Error('Connection terminated unexpectedly'),
  Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  ...['08006', '28P01', '3D000', '40P01', '53100', '57P01', '57014', '58030', '55P03', '25006'].map(refusal),
])('%s is trouble', error => {
  expect(isPostgresTrouble(error)).toBe(true)
})

it.each([
  // A text with U+0000, a duplicate key, an unknown column.
  ...['22021', '23505', '42703', '55000', '25001'].map(refusal),
  new TypeError('a bug'),
  'no error',
])('%s is not', error => {
  expect(isPostgresTrouble(error)).toBe(false)
})

it('is recognised by its mark, whatever the database', () => {
  const error = new Error('locked')
  expect(isDatabaseTrouble(error)).toBe(false)
  expect(markTrouble(error)).toBe(error)
  expect(isDatabaseTrouble(error)).toBe(true)
  expect(isDatabaseTrouble(markTrouble('text'))).toBe(false)
})

// Flags that name a company are left out; the flags that the contract names are always there.
import { expect, test } from 'vitest'
import { readFlags } from './detail.ts'

test('known flags are kept, others may name a company', () => {
  const flags = readFlags(
    { isNew: true, hasWarranty: false, ordelle: true, payvaneEligible: true },
    undefined,
  )
  expect(flags).toMatchObject({ isNew: true, hasWarranty: false, giftCard: undefined })
  expect(flags).not.toHaveProperty('ordelle')
  expect(flags).not.toHaveProperty('payvaneEligible')
})

test('a flag of the contract that is not there is undefined, so that it is reported as absent', () => {
  expect(Object.keys(readFlags({}, undefined) ?? {})).toHaveLength(10)
})

test('the operator can add flags by name', () => {
  const source = { isQuillable: true, isMonogrammed: false }
  expect(readFlags(source, 'isQuillable  isOther')).toMatchObject({ isQuillable: true })
  expect(readFlags(source, 'isQuillable  isOther')).not.toHaveProperty('isMonogrammed')
})

test('no flags at all are no answer', () => {
  expect(readFlags(undefined, undefined)).toBeUndefined()
})

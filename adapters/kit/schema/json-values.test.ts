// Reading typed values: numeric strings and numbers given as text are accepted; ambiguous values are not.
import { expect, it } from 'vitest'
import { t } from './schema.ts'
import { asLooseInteger, asLooseText, camelCase, readBySchema } from './json-values.ts'

it.each([
  [12, 12],
  ['12', 12],
  [' -3 ', -3],
  ['187.00', undefined],
  [1.5, undefined],
  ['twelve', undefined],
  ['', undefined],
  [null, undefined],
  [true, undefined],
])('%j as an integer is %j', (given, expected) => {
  expect(asLooseInteger(given)).toBe(expected)
})

it.each([
  ['38', '38'],
  [38.5, '38.5'],
  [Number.NaN, undefined],
  [null, undefined],
  [{}, undefined],
])('%j as text is %j', (given, expected) => {
  expect(asLooseText(given)).toBe(expected)
})

it("reads objects by the contract's types, however the site spells them", () => {
  const schema = t.object({
    item_id: t.text(),
    count: t.integer(),
    price: t.number(),
    is_new: t.flag(),
    sizes: t.list(t.text()),
    badge: t.orNull(t.text()),
  })
  const given = { itemId: 7, count: '3', price: '14.90', isNew: 'true', sizes: [38, '39', {}], badge: null }
  expect(readBySchema(schema, given, camelCase)).toEqual({
    item_id: '7',
    count: 3,
    price: 14.9,
    is_new: undefined,
    sizes: ['38', '39', undefined],
    badge: null,
  })
})

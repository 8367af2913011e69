// Every leaf once, by its pointer, in the order of the document.
import { expect, it } from 'vitest'
import { anyRow, jsonLeaves } from './json-leaves.ts'

const pairsOf = (value: unknown, enters?: (pointer: string) => boolean) =>
  Array.from(jsonLeaves(value, enters), ({ pointer, value: one }) => [pointer, one])

it('has values, nulls and empty branches', () => {
  expect(pairsOf({ a: [1, { b: null }], c: [], d: {}, 'e/f~': '' })).toEqual([
    ['/a/0', 1],
    ['/a/1/b', null],
    ['/c', []],
    ['/d', {}],
    ['/e~1f~0', ''],
  ])
  expect(pairsOf('x')).toEqual([['', 'x']])
})

it('leaves out what is not entered', () => {
  expect(pairsOf({ a: { b: 1 }, c: 2 }, pointer => pointer !== '/a')).toEqual([['/c', 2]])
})

it('is not limited by the depth of the value', () => {
  let deep: unknown = 1
  for (let n = 0; n < 20_000; n++) deep = [deep]
  expect([...jsonLeaves(deep)]).toHaveLength(1)
})

it('has a place for any row', () => {
  expect(['/0/price', '/rows/12', '/a1/b'].map(anyRow)).toEqual(['/*/price', '/rows/*', '/a1/b'])
})

// CSV: every record that is written reads back the same.
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseCells, writeCells } from './csv.ts'

it.each([
  [['a', 'b'], 'a,b'],
  [['a,b'], '"a,b"'],
  [['say "x"'], '"say ""x"""'],
  [['a\nb'], '"a\nb"'],
  [['a\rb'], '"a\rb"'],
  [['', ''], ','],
])('%j is written as %j', (cells, record) => {
  expect(writeCells(cells)).toBe(record)
})

it('reads back every record that it writes', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\r', '\n', 'é') })
  fc.assert(
    fc.property(fc.array(cell, { minLength: 1 }), cells => {
      expect(parseCells(writeCells(cells))).toEqual(cells)
    }),
  )
})

it.each(['"open', '"closed" and more,b'])('rejects %j', record => {
  expect(parseCells(record)).toBeUndefined()
})

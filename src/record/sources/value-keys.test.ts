// keysOf: the spellings under which a value is found.
import { describe, expect, it } from 'vitest'
import { keysOf } from './value-keys.ts'

/** Whether a value of an answer would be found where the page writes `printed`. */
function isFound(value: string | number | boolean, printed: string | number | boolean): boolean {
  const there = new Set(keysOf(printed).map(({ key }) => key))
  return keysOf(value).some(({ key }) => there.has(key))
}

describe('the spellings of a value', () => {
  it.each([
    [1299, '£1,299.00'],
    [1299, '1.299,00 €'],
    [12_990, '12 990 kr'],
    [133.99, 'Save 21%: £133.99'],
    [5, '5'],
    [0.5, '0,5'],
    [true, true],
    ['Blue Shoe', '  Blue\n Shoe '],
    ['Fish & chips', 'Fish &amp; chips'],
    ['https://shop.example/a/b.jpg?w=400', '/a/b.jpg'],
    ['https://shop.example/a/b.jpg', '//other.example/a/b.jpg?w=80'],
  ])('%s is found where a page writes %s', (value, printed) => {
    expect(isFound(value, printed)).toBe(true)
  })

  it.each([
    [1299, '129900'],
    [
      12,
      'a text of more than a hundred and twenty characters in which a number such as 12 stands by chance and says nothing of itself',
    ],
    [3, '1 2 3 4 5 6 7'],
    [true, 'true'],
    [false, true],
    ['https://shop.example/', 'https://other.example/'],
    ['Blue', 'Blue Shoe'],
  ])('%s is not found where a page writes %s', (value, printed) => {
    expect(isFound(value, printed)).toBe(false)
  })

  it('distinguishes a verbatim match from another spelling', () => {
    const exact = (value: string | number) =>
      keysOf(value)
        .filter(one => one.isExact)
        .map(one => one.key)
    expect(exact(1299)).toEqual(['n1299', 't1299'])
    expect(exact('1299')).toEqual(['t1299', 'n1299'])
    expect(exact('£1,299.00')).toEqual(['t£1,299.00'])
  })
})

// The measures of an answer that the drift statistics use.
import { expect, it } from 'vitest'
import { measureAnswer } from './measure-answer.ts'

const measures = { fields: 0, silent: 0, price: undefined, rows: undefined, description: undefined }

it.each([
  ['fields at any depth', { a: 1, b: { c: 'x', d: true } }, [], { fields: 3 }],
  [
    'null, empty texts and lists as silent',
    { a: null, b: '', c: [], d: 0 },
    [],
    { fields: 4, silent: 3, rows: 0 },
  ],
  ['an empty object as a field that is not silent', { a: {} }, [], { fields: 1 }],
  ['what is named absent as no silence', { a: null, b: null }, ['/a'], { fields: 2, silent: 1 }],
  ['what was left out as a field', { a: 1 }, ['/b', '/c/d'], { fields: 3 }],
  ['absence by an escaped name', { 'a/b~c': null }, ['/a~1b~0c'], { fields: 1 }],
  ['absence below what is no object', { a: 1 }, ['/a/b'], { fields: 2 }],
  ['the longest list', { a: [1, 2], b: [[1, 2, 3]] }, [], { fields: 5, rows: 3 }],
  ['the first description', { description: 'four', story: 'eight ch' }, [], { fields: 2, description: 4 }],
  [
    'a description by its whole name only',
    { meta_description: 'four', descriptions: 'x' },
    [],
    { fields: 2 },
  ],
  ['a description that is text', { description: 4 }, [], { fields: 1 }],
  ['the median price', { price: [3, 1, 2] }, [], { fields: 3, rows: 3, price: 2 }],
  ['a price that no text would have', { price: 0.12345678 }, [], { fields: 1, price: 0.12345678 }],
  ['prices in texts', { price: { amount: '12.50' } }, [], { fields: 1, price: 12.5 }],
  ['prices below a name', { prices: [{ value: 7 }] }, [], { fields: 1, rows: 1, price: 7 }],
  ['no price that is none', { price: 'from 12.50' }, [], { fields: 1 }],
  ['no price with words behind it', { price: '12.50 EUR' }, [], { fields: 1 }],
  ['no price of zero or below', { price: [0, -1, '0'] }, [], { fields: 3, rows: 3 }],
  ['no price under another name', { cost: 5 }, [], { fields: 1 }],
])('counts %s', (_, value, absentAt, expected) => {
  expect(measureAnswer(value, absentAt)).toEqual({ ...measures, ...expected })
})

it('measures only the beginning of a large answer', () => {
  const { fields, price } = measureAnswer(
    { price: Array.from({ length: 6_000 }, (_, place) => place + 1) },
    [],
  )
  expect(fields).toBe(5_000)
  expect(price).toBe(251)
})

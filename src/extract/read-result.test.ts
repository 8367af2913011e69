// The measures of an answer that the drift statistics use.
import { expect, it } from 'vitest'
import { measureAnswer } from './read-result.ts'

it.each([
  ['fields at any depth', { a: 1, b: { c: 'x', d: true } }, [], { fields: 3, silent: 0 }],
  ['null, empty texts and lists as silent', { a: null, b: '', c: [], d: 0 }, [], { fields: 4, silent: 3 }],
  ['an empty object as a field that is not silent', { a: {} }, [], { fields: 1, silent: 0 }],
  ['what is named absent as no silence', { a: null, b: null }, ['/a'], { fields: 2, silent: 1 }],
  ['what was left out as a field', { a: 1 }, ['/b', '/c/d'], { fields: 3, silent: 0 }],
  ['absence by an escaped name', { 'a/b~c': null }, ['/a~1b~0c'], { fields: 1, silent: 0 }],
  ['absence below what is no object', { a: 1 }, ['/a/b'], { fields: 2, silent: 0 }],
])('counts %s', (_, value, absentAt, expected) => {
  expect(measureAnswer(value, absentAt)).toEqual(expected)
})

it('measures only the beginning of a large answer', () => {
  expect(measureAnswer(Array.from({ length: 6_000 }), []).fields).toBe(5_000)
})

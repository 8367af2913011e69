// What is removed from texts, and what is kept.
import { expect, it } from 'vitest'
import { storableJson } from './json-values.ts'

it.each([
  ['a\0b', 'ab'],
  ['\ud83d', ''],
  ['a\udc5fb', 'ab'],
  ['\u{1F45F}', '\u{1F45F}'],
  ['\\u0000', '\\u0000'],
  ['plain', 'plain'],
])('%j becomes %j', (text, expected) => {
  expect(JSON.parse(storableJson({ list: [text] }))).toEqual({ list: [expected] })
})

it('names of fields, too', () => {
  expect(JSON.parse(storableJson({ 'a\0': { '\ud83d': 'x' }, b: ['\0'] }))).toEqual({
    a: { '': 'x' },
    b: [''],
  })
})

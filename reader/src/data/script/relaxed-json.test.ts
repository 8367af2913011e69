// Lenient JSON and JavaScript literals: what can be read, and what is rejected.
import { describe, expect, test } from 'vitest'
import { parseRelaxedJson, readRelaxedJsonAt } from './relaxed-json.ts'

const readable: readonly [text: string, value: unknown][] = [
  ['{"a":1}', { a: 1 }],
  ['{a: 1, $b_2: 2, größe: 3, 4: 5}', { a: 1, $b_2: 2, größe: 3, 4: 5 }],
  ["{'a': 'it\\'s', \"b\": \"\\x41\\u{1F600}\\u00e9\\/\"}", { a: "it's", b: 'A😀é/' }],
  ['{"a": [1, 2,], }', { a: [1, 2] }],
  ['[1,,2]', [1, null, 2]],
  ['{"a": "line 1\nline\t2\u0001"}', { a: 'line 1\nline\t2\u0001' }],
  ['// note\n{"a": /* one */ 1} // end', { a: 1 }],
  ['{a: `text`, b: `line\nbreak`}', { a: 'text', b: 'line\nbreak' }],
  [
    '{a: 0x1F, b: .5, c: 5., d: -1e3, e: +2, f: 1_000, g: 0b11, h: 10n}',
    { a: 31, b: 0.5, c: 5, d: -1000, e: 2, f: 1000, g: 3, h: 10 },
  ],
  ['{a: !0, b: !1, c: !!1, d: void 0, e: undefined, f: NaN}', { a: true, b: false, c: true, f: null }],
  ["{a: 'x' + 'y' + 1, b: 'x' + name}", { a: 'xy1' }],
  ["{a: isDesktop ? 'large' : 'small', b: false ? 1 : 2, c: x ? y : 3}", { a: 'large', b: 2, c: 3 }],
  [
    '{a: b === 1 ? {c: 2} : null, d: x && [1], e: y || "z", f: 0 ?? 1}',
    { a: { c: 2 }, d: [1], e: 'z', f: 1 },
  ],
  [
    "{a: new Date('2024-01-02'), b: new Date(5), c: new Set([1, 2]), d: new Thing}",
    { a: '2024-01-02', b: 5, c: [1, 2] },
  ],
  [`{a: JSON.parse('{"b":[1]}'), c: JSON.parse("{\\"d\\":2}")}`, { a: { b: [1] }, c: { d: 2 } }],
  ["{a: decodeURIComponent('%C3%A9'), b: Object.freeze({c: 1})}", { a: 'é', b: { c: 1 } }],
  [
    '{a: call(1, "}"), b: function () { return "}" }, c: x => ({}), d: (a, b) => a, e: /[}/]"/g, f: 6}',
    { f: 6 },
  ],
  ['{a: window.x.y, b: list[0].c(), c: `a${b}`, method() { return 1 }, short, ["k" + 1]: 2}', { k1: 2 }],
  ['{a: [1, f(), 2], ...{b: 1}, ...rest}', { a: [1, null, 2], b: 1 }],
  ['{"__proto__": {"x": 1}}', JSON.parse('{"__proto__": {"x": 1}}')],
  ['{"a":1};', { a: 1 }],
  ["'text'", 'text'],
  ['x = y = {a: 1}', { a: 1 }],
]

const unreadable = [
  '',
  'hello world',
  '{"a":',
  '{"a":1',
  '[1',
  '{"a" 1}',
  '{"a":1 "b":2}',
  '"never ends',
  '{"a":{"b":1 "c":2}}',
  '<p>',
  'undefined',
]

describe('parseRelaxedJson', () => {
  test.each(readable)('%s', (text, value) => {
    expect(parseRelaxedJson(text)).toStrictEqual(value)
  })

  test.each(unreadable)('returns undefined for %j', text => {
    expect(parseRelaxedJson(text)).toBeUndefined()
  })

  test('preserves the backslash of an unknown escape in JSON syntax', () => {
    const text = String.raw`{"a": "c:\videos \'x\' \x41 \\n", }`
    expect(parseRelaxedJson(text, { syntax: 'json' })).toEqual({ a: String.raw`c:\videos 'x' A \n` })
    expect(parseRelaxedJson(text)).toEqual({ a: String.raw`c:${'\v'}ideos 'x' A \n` })
  })

  test('returns undefined for extreme depth instead of overflowing the stack', () => {
    expect(parseRelaxedJson(`${'['.repeat(100_000)},`)).toBeUndefined()
  })

  test('does not touch globals', () => {
    expect(parseRelaxedJson('{a: (globalThis.touched = 1), b: 2}')).toEqual({ a: 1, b: 2 })
    expect(globalThis).not.toHaveProperty('touched')
  })
})

test('readRelaxedJsonAt returns the end of the literal', () => {
  expect(readRelaxedJsonAt('var a = {b: 1}; var c', 8)).toEqual({ value: { b: 1 }, end: 14 })
})

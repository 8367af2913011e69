// readJsonPath: the same results and errors as a full parse.
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toBytes } from '../html/bytes.ts'
import { checkJson, followPath, type Path, readJsonPath } from './json-check.ts'

const examples: readonly [text: string, path: Path, value: unknown][] = [
  ['{"a":{"b":[10,20]}}', ['a', 'b', 1], 20],
  ['{"a":{"b":[10,20]}}', ['a', 'b', '1'], 20],
  ['{"a":1}', [], { a: 1 }],
  ['{"a":1}', ['b'], undefined],
  ['{"a":null}', ['a', 'b'], undefined],
  ['{"a":"text"}', ['a', 0], undefined],
  ['[1,2]', ['length'], undefined],
  ['[1,2]', [-1], undefined],
  ['{"a":{"b":1},"a":{"c":2}}', ['a', 'b'], undefined],
  ['{"a":1,"a":2}', ['a'], 2],
  ['{"\\u0061":3}', ['a'], 3],
  ['{"a\\"b":4}', ['a"b'], 4],
  ['{"größe":5}', ['größe'], 5],
  ['{"__proto__":{"x":6}}', ['__proto__', 'x'], 6],
  ['{}', ['toString'], undefined],
  ['{"0":7}', [0], 7],
  [' \n{ "a" : [ ] , "b" : { } } ', ['b'], {}],
  ['"text"', [], 'text'],
]

describe('readJsonPath', () => {
  test.each(examples)('%s at %j', (text, path, value) => {
    expect(readJsonPath(text, path)).toEqual(value)
    expect(readJsonPath(Buffer.from(text), path)).toEqual(value)
  })

  test.each([
    '',
    '{',
    '{"a":1',
    '{"a":1}}',
    '{"a":1,}',
    '[1,]',
    '{"b":01,"a":1}',
    '{"b":1.,"a":1}',
    '{"b":-,"a":1}',
    '{"b":1e,"a":1}',
    '{"b":"\n","a":1}',
    '{"b":"\\x","a":1}',
    '{"b":"\\u12","a":1}',
    '{"b":tru,"a":1}',
    '{"b":undefined,"a":1}',
    '{"b":[1 2],"a":1}',
    '{b:1,"a":1}',
    '{"a":1} x',
    '\ufeff{"a":1}',
  ])('rejects %j although the wanted part is valid', text => {
    expect(() => readJsonPath(text, ['a'])).toThrow(SyntaxError)
  })

  test('reads bytes as UTF-8 and skips a byte order mark', () => {
    expect(readJsonPath(Buffer.from('\ufeff{"a":1}'), ['a'])).toBe(1)
  })

  test('reads as deep as JSON.parse', () => {
    const depth = 100_000
    const text = `{"deep":${'['.repeat(depth)}${']'.repeat(depth)},"a":1}`
    expect(readJsonPath(text, ['a'])).toBe(1)
  })
})

const space = fc.constantFrom('', '', '', ' ', '\n', '\t \r')
const nameText = fc.constantFrom(
  '"a"',
  '"b"',
  '"c"',
  '"0"',
  '"__proto__"',
  '"\\u0061"',
  '"é"',
  '"a\\\\"',
  '"\\ud83d"',
  '""',
)
const scalar = fc.oneof(
  fc.constantFrom(
    'true',
    'false',
    'null',
    '0',
    '-0',
    '1.5e3',
    '1E-2',
    '12345678901234567890',
    '"\\n"',
    '"]}"',
    '"\\""',
    '"é😀"',
  ),
  fc.string().map(text => JSON.stringify(text)),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(number => JSON.stringify(number)),
)
const { value: jsonText } = fc.letrec<{ value: string }>(tie => ({
  value: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    scalar,
    fc
      .array(fc.tuple(space, tie('value'), space), { maxLength: 4 })
      .map(items => `[${items.map(item => item.join('')).join(',')}]`),
    fc
      .array(fc.tuple(space, nameText, space, tie('value'), space), { maxLength: 4 })
      .map(
        members =>
          `{${members.map(([a, name, b, value, c]) => `${a}${name}${b}:${b}${value}${c}`).join(',')}}`,
      ),
  ),
}))
/** Half of the documents get one character changed, added or removed. */
const maybeBroken = fc
  .tuple(
    jsonText,
    fc.boolean(),
    fc.nat(),
    fc.constantFrom('', '"', '\\', ',', '}', ']', '{', '0', '-', '.', ' ', '\u0001', 'e'),
    fc.nat(1),
  )
  .map(([text, broken, place, added, removed]) => {
    const at = place % (text.length + 1)
    return broken ? text.slice(0, at) + added + text.slice(at + removed) : text
  })
const path = fc.array(
  fc.constantFrom<string | number>('a', 'b', 'c', '0', 0, 1, 2, '__proto__', 'é', 'a\\', '\ud83d', ''),
  { maxLength: 3 },
)

function outcome(run: () => unknown): unknown {
  try {
    return { value: run() }
  } catch (error) {
    return error instanceof SyntaxError ? 'refused' : error
  }
}

describe('fuzz', () => {
  test('10,000 documents: the same result or error as a full parse', () => {
    fc.assert(
      fc.property(maybeBroken, path, (text, path) => {
        const expected = outcome(() => followPath(JSON.parse(text), path))
        expect(outcome(() => readJsonPath(text, path))).toEqual(expected)
      }),
      { numRuns: 10_000 },
    )
  })

  test('10,000 documents: the checker accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(maybeBroken, text => {
        const bytes = toBytes(text)
        const end = checkJson(bytes, 0, bytes.data.length)?.end ?? -1
        const accepted = end >= 0 && bytes.data.toString('utf8', end).trim() === ''
        expect(accepted).toBe(outcome(() => JSON.parse(text)) !== 'refused')
      }),
      { numRuns: 10_000 },
    )
  })
})

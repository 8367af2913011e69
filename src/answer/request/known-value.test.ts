// Values of a closed set: which are found, and which are suggested for a value that is not in it.
import { expect, it } from 'vitest'
import { findKnown, unknownValue } from './known-value.ts'

const known = [
  { code: 'UK', label: 'United Kingdom' },
  { code: 'AE', label: 'United Arab Emirates' },
  { code: 'polished', label: 'Shiny finish' },
  { code: 'CI', label: "Côte d'Ivoire" },
  { code: 'SX', label: 'Silver grey' },
  { code: 'SY', label: 'Silver' },
  { code: 'or', label: 'Gold' },
  { code: 'abc', label: 'Plum' },
  { code: 'XA', label: 'Reunited Arabia' },
]

it.each([
  ['uk', 'UK'],
  [' UK ', 'UK'],
  ['gb', 'UK'],
  ['POLISHED', 'polished'],
  ['GBR', undefined],
])('finds %j: %s', (text, code) => {
  expect(findKnown(known, text)?.code).toBe(code)
})

it.each<[string, string[]]>([
  // The whole label before words of it.
  ['silver', ['SY']],
  ['SILVER-GREY', ['SX']],
  ["cote d'ivoire", ['CI']],
  // A word, or the first words.
  ['emirates', ['AE']],
  ['united', ['UK', 'AE']],
  ['united arab', ['AE']],
  // A part of the label, or the label as a part.

  ['lve', ['SX', 'SY']],
  ['light gold', ['or']],
  // Two letters are a part of too much.
  ['in', []],
  // The spelling of the label, then of a code of more than three letters.
  ['golt', ['or']],
  ['polisht', ['polished']],
  ['ux', []],
  ['abd', []],
  ['!', []],
])('suggests for %j: %j', (text, codes) => {
  const { message, accepted } = unknownValue(known, text)
  const labels = known
    .filter(({ code }) => codes.includes(code))
    .map(({ code, label }) => `${code} (${label})`)
  const hint = labels.length > 0 ? `; did you mean ${labels.join(', ')}?` : ''
  expect(message).toBe(`has no value ${JSON.stringify(text)}${hint}`)
  expect(accepted).toEqual(codes.length > 0 ? codes : known.map(({ code }) => code))
})

it('suggests at most five values, and shows at most 64 characters', () => {
  const many = Array.from({ length: 6 }, (_, place) => ({ code: `c${place}`, label: `Blue ${place}` }))
  expect(unknownValue(many, 'blue').accepted).toEqual(['c0', 'c1', 'c2', 'c3', 'c4'])
  expect(unknownValue(many, 'y'.repeat(65)).message).toBe(`has no value "${'y'.repeat(64)}"`)
})

it('lists the whole of a small set, and no label that repeats its code', () => {
  const parts = ['sources', 'absent'].map(code => ({ code, label: code }))
  expect(unknownValue(parts, 'source')).toEqual({
    message: 'has no value "source"; did you mean sources?',
    accepted: ['sources', 'absent'],
  })
})

// Terminal text: truncated by columns, and safe for any text of a shop.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  fitText,
  fitTextEnd,
  padText,
  plainLine,
  terminalWidth,
  textWidth,
  wrapText,
} from './terminal-text.ts'

it.each<[string, number, string]>([
  ['plain', 5, 'plain'],
  ['plains', 5, 'plai…'],
  ['two words', 5, 'two…'],
  ['漢字漢字', 8, '漢字漢字'],
  ['漢字漢字', 7, '漢字漢…'],
  ['漢字漢字', 6, '漢字…'],
  ['é́é', 2, 'é́é'],
  ['👩‍🚀 coat', 4, '👩‍🚀…'],
  ['x', 0, ''],
])('%j in %i columns is %j', (text, width, wanted) => {
  expect(fitText(text, width)).toBe(wanted)
})

it.each<[string, number, string]>([
  ['plain', 5, 'plain'],
  ['plains', 5, '…ains'],
  ['two words', 6, '…words'],
  ['漢字漢字', 6, '…漢字'],
  ['x', 0, ''],
])('the end of %j in %i columns is %j', (text, width, wanted) => {
  expect(fitTextEnd(text, width)).toBe(wanted)
})

it('fits and pads text to the given width', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 1, max: 30 }), (text, width) => {
      for (const fit of [fitText, fitTextEnd]) {
        const fitted = fit(plainLine(text), width)
        expect(textWidth(fitted)).toBeLessThanOrEqual(width)
        expect(textWidth(padText(fitted, width))).toBe(width)
      }
    }),
  )
})

it('removes control characters', () => {
  expect(plainLine('a\u001b[31mred\u001b]0;title\u0007\r\nb\u202eright\u009b2J')).toBe(
    'a [31mred ]0;title b right 2J',
  )
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', ' ', '\u001b', '\n', '\u009b', '\u202e', '\u2067', '\u2028') }),
      text => {
        expect(plainLine(text)).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      },
    ),
  )
})

it('wraps between words', () => {
  expect(wrapText('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrapText('one two three', 6)).toEqual(['one', 'two', 'three'])
  expect(wrapText('exceptionally', 5)).toEqual(['exceptionally'])
})

it('has a default width in a pipe and on a terminal of unknown width', () => {
  expect(terminalWidth({})).toBe(160)
  expect(terminalWidth({ columns: 0 })).toBe(160)
  expect(terminalWidth({ columns: 72 })).toBe(72)
})

// Finds the currency in a text, as written, and maps it to its ISO code.
import {
  CODES_THAT_ARE_WORDS,
  CURRENCY_CODES,
  DOLLAR_CODES,
  MINOR_UNITS,
  SIGNS,
  SIGNS_WITH_A_SPACE,
  SIGNS_WITH_LETTERS,
} from './currency-data.ts'
import { UNAMBIGUOUS_STEMS, UNAMBIGUOUS_WORDS, WORD_CURRENCIES } from './currency-words.ts'

type Finder = (text: string) => string | undefined

const codes = [...CURRENCY_CODES]
const codesThatAreNotWords = codes.filter(code => !CODES_THAT_ARE_WORDS.has(code))

const findUnambiguous = firstMatch(
  new RegExp(
    [
      // "CAD$1.23": a code joined to the symbol is one symbol, as written.
      bounded(DOLLAR_CODES) + '\\$',
      spacedSigns(),
      `(?<!\\p{L})(?:${alternatives(Object.keys(SIGNS_WITH_LETTERS).filter(sign => /^\p{L}/u.test(sign)))})`,
      `(?:${alternatives(Object.keys(SIGNS_WITH_LETTERS).filter(sign => !/^\p{L}/u.test(sign)))})(?!\\p{L})`,
      alternatives(Object.keys(SIGNS)),
      `${bounded(Object.keys(UNAMBIGUOUS_WORDS))}(?!\\p{L})`,
      bounded(Object.keys(UNAMBIGUOUS_STEMS)),
    ].join('|'),
    'u',
  ),
)

// Many currencies share the dollar sign, so a dollar code next to one is more specific.
const dollarCode = firstMatch(new RegExp(`(?<!\\p{L})(?:${alternatives(DOLLAR_CODES)})(?![\\p{L}$])`, 'u'))
const plainCode = firstMatch(new RegExp(`${bounded(codesThatAreNotWords)}(?!\\p{L})`, 'u'))

const adjacentWords = [...WORD_CURRENCIES.keys(), ...codes].filter(word => word.length > 1)
const adjacentWord = matchAdjacentToNumber(alternatives(adjacentWords), 'u')
const adjacentWordAnyCase = matchAdjacentToNumber(
  alternatives([
    ...codesThatAreNotWords,
    ...adjacentWords.filter(word => /^\p{L}{3,}$/u.test(word) && !codes.includes(word)),
  ]),
  'iu',
)
const unspaced = [...WORD_CURRENCIES.keys()].filter(isUnspaced)
// Chinese, Japanese and Korean put no space after a word, so only the number marks its boundary.
const afterNumber = firstMatch(new RegExp(`(?<=\\d[.,]?\\s?)(?:${alternatives(unspaced)})`, 'u'))
const singleLetters = [...WORD_CURRENCIES.keys()].filter(word => word.length === 1 && !isUnspaced(word))
const loneLetter = new RegExp(
  `^(?:(?:${alternatives(singleLetters)})(?=\\s?\\d[\\d\\s.,]*$)|(?:${alternatives(singleLetters)})$)`,
  'u',
)
const loneLetterAfter = new RegExp(`^\\d[\\d\\s.,]*(${alternatives(singleLetters)})$`, 'u')

const findAmbiguous: Finder = text =>
  earliest(text, [plainCode, adjacentWord, adjacentWordAnyCase, afterNumber, findLoneLetter])

/**
 * The currency as written: certain matches in the price first, then in the hint, then uncertain ones in the same order.
 * A hint is only text near the price on the page.
 */
export function findCurrency(text: string, hint = ''): string | undefined {
  const sign = findUnambiguous(text)
  if (sign === '$') return dollarCode(text) ?? dollarCodeBesideSign(hint) ?? sign
  return (
    sign ?? dollarCodeBesideSign(hint) ?? findUnambiguous(hint) ?? findAmbiguous(text) ?? findAmbiguous(hint)
  )
}

/** The ISO code of a symbol, word or code; undefined when several currencies share it. */
export function currencyFromSymbol(symbol: string): string | undefined {
  const written = symbol.trim().replace(/ (?=\$)|(?<=\$) /g, '')
  const upper = written.toUpperCase()
  if (/^\p{Lu}{2,3}\p{Ll}$/u.test(written) && WORD_CURRENCIES.has(written) && MINOR_SPELLINGS.has(written))
    return undefined
  if (CURRENCY_CODES.has(upper)) return upper
  if (/^[A-Z]{3}\$$/.test(upper) && CURRENCY_CODES.has(upper.slice(0, 3))) return upper.slice(0, 3)
  return (
    SIGNS[written] ??
    SIGNS_WITH_LETTERS[written] ??
    UNAMBIGUOUS_WORDS[written] ??
    UNAMBIGUOUS_STEMS[written] ??
    WORD_CURRENCIES.get(written) ??
    undefined
  )
}

/** How many decimals a currency has (2 for most, 0 for yen, 3 for Gulf dinars). */
export function minorUnits(currency: string): number {
  return MINOR_UNITS[currency.toUpperCase()] ?? 2
}

// A price in pence is not a price in pounds: better no ISO code than a price a hundred times too high.
const MINOR_SPELLINGS: ReadonlySet<string> = new Set(['GBp', 'GBX'])

function dollarCodeBesideSign(hint: string): string | undefined {
  return hint.includes('$') ? dollarCode(hint) : undefined
}

/** "US $" and "$ CA", as written; symbols joined to their letters are matched elsewhere. */
function spacedSigns(): string {
  const before = SIGNS_WITH_A_SPACE.filter(sign => sign.endsWith('$')).map(sign => sign.slice(0, -1))
  const after = SIGNS_WITH_A_SPACE.filter(sign => sign.startsWith('$')).map(sign => sign.slice(1))
  return `${bounded(before)} \\$|\\$ (?:${alternatives(after)})(?!\\p{L})`
}

function isUnspaced(word: string): boolean {
  return /^[\p{Script=Han}\p{Script=Hangul}\p{Script=Katakana}\p{Script=Hiragana}]/u.test(word)
}

function findLoneLetter(text: string): string | undefined {
  const trimmed = text.trim()
  return loneLetter.exec(trimmed)?.[0] ?? loneLetterAfter.exec(trimmed)?.[1]
}

function earliest(text: string, finders: readonly Finder[]): string | undefined {
  const words = finders.map(find => find(text)).filter(word => word !== undefined)
  words.sort((a, b) => text.indexOf(a) - text.indexOf(b) || b.length - a.length)
  return words[0]
}

function firstMatch(pattern: RegExp): Finder {
  return text => pattern.exec(text)?.[0]
}

// Short words ("Ft", "din") mean money only next to a number, or alone.
function matchAdjacentToNumber(words: string, flags: string): Finder {
  const before = `(?<!\\p{L})(?:${words})(?=[\\s.:]{0,4}\\d)`
  const after = `(?<=\\d[.,]?[-–—]?\\s?)(?:${words})(?!\\p{L})`
  const alone = `^(?:${words})$`
  const pattern = new RegExp(`${alone}|${before}|${after}`, flags)
  return text => pattern.exec(text.trim())?.[0]
}

function bounded(words: readonly string[]): string {
  return `(?<!\\p{L})(?:${alternatives(words)})`
}

function alternatives(words: readonly string[]): string {
  return [...words]
    .sort((a, b) => b.length - a.length)
    .map(word => word.replace(/[$().*+?[\\\]^{|}/]/g, '\\$&'))
    .join('|')
}

/** A symbol, a code or a word that means nothing but money, wherever it stands. */
export function isCertainSign(sign: string): boolean {
  return findUnambiguous(sign) === sign || plainCode(sign) === sign
}

// Finds the amounts that stand next to a currency sign in a document's bytes, without decoding the document.
import { type Bytes, decodeUtf8, pageData, type PageData } from '../html/bytes.ts'

export interface PrintedMoney {
  /** The number as written. */
  readonly number: string
  /** The number with its sign, if a JSON string holds nothing else. */
  readonly quoted: string | undefined
}

const CODES = 'USD EUR GBP CHF JPY KRW PLN SEK DKK NOK TRY CZK HUF CAD AUD CNY INR BRL'.split(' ')
const SIGN = String.raw`(?:[$€£¥₩₹₺₽]|zł|kr\b|TL\b|Kč|Ft\b|lei\b|\b(?:${CODES.join('|')})\b)`
const GAP = String.raw`(?:\s|&nbsp;|&#160;|&#xa0;|\\u00a0)?`
const NUMBER = String.raw`\d[\d.,'’\u00a0\u202f ]{0,14}`
const SIGN_AND_NUMBER = new RegExp(`${SIGN}(?:${GAP}(${NUMBER}))?`, 'uy')
const NUMBER_BEFORE = new RegExp(`(${NUMBER})${GAP}$`, 'u')
const QUOTE_BEFORE = /"\s*$/
const QUOTE_AFTER = /^\s*"/
/** Signs as scripts escape them. */
const ESCAPED_SIGN = /\\u(20ac|00a3|00a5|20a9|0142)/gi

/**
 * The first bytes of every sign, the frequent signs first: a search ends at the first amount that is wanted.
 * `\xe2\x82` begins all currency symbols from U+2080 on.
 */
const SIGN_STARTS = (
  '\xe2\x82 $ \xc2\xa3 \xc2\xa5 \\u20 \\u00a \\u00A z\xc5\x82 z\\u0142 kr TL K\xc4\x8d Ft lei ' +
  CODES.join(' ')
)
  .split(' ')
  .map(start => pageData(Uint8Array.from(start, letter => letter.charCodeAt(0))))

/** Bytes decoded on each side of a sign: more than a number, its gap and a quote take. */
const REACH = 72
/** Bytes after the start of a sign within which a number begins: an escaped sign and an escaped space take 12. */
const NUMBER_WITHIN = 13
/** No page prints more. A document that consists of signs would take seconds. */
const SIGNS_MAX = 10_000
/** What may stand before a sign that follows a number: digits, separators, spaces and ends of character references. */
const MAY_PRECEDE = /[\d\s.,';\x80-\xff]/

/** Lists the amounts of one sign after the other, not in document order. */
export function* findPrintedMoney(bytes: Bytes): Generator<PrintedMoney> {
  const { data } = bytes
  let signs = 0
  for (const start of SIGN_STARTS) {
    for (let at = data.indexOf(start); at >= 0; at = data.indexOf(start, at + 1)) {
      if (++signs > SIGNS_MAX) return
      if (hasNumberNear(data, at)) yield* moneyAt(bytes, at)
    }
  }
}

function hasNumberNear(data: PageData, at: number): boolean {
  if (at > 0 && MAY_PRECEDE.test(data.toString('latin1', at - 1, at))) return true
  return /\d/.test(data.toString('latin1', at + 1, Math.min(data.length, at + NUMBER_WITHIN)))
}

function* moneyAt(bytes: Bytes, at: number): Generator<PrintedMoney> {
  const before = unescapeSigns(decodeUtf8(bytes, Math.max(0, at - REACH), at))
  const text = before + unescapeSigns(decodeUtf8(bytes, at, Math.min(bytes.length, at + REACH)))
  SIGN_AND_NUMBER.lastIndex = before.length
  const match = SIGN_AND_NUMBER.exec(text)
  if (!match) return
  const [shown, number] = match
  const isLast = QUOTE_AFTER.test(text.slice(before.length + shown.length))
  if (number !== undefined) {
    yield { number, quoted: isLast && QUOTE_BEFORE.test(before) ? shown : undefined }
  }
  const earlier = NUMBER_BEFORE.exec(before)
  if (earlier?.[1] === undefined) return
  const isAlone = number === undefined && isLast && QUOTE_BEFORE.test(before.slice(0, earlier.index))
  yield { number: earlier[1], quoted: isAlone ? earlier[0] + shown : undefined }
}

function unescapeSigns(text: string): string {
  return text.replace(ESCAPED_SIGN, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

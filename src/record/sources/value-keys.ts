// The keys under which a value is looked up: verbatim, as a number in any notation, as a URL with or without its host.
import { htmlToText } from '#reader/values/text'

export interface ValueKey {
  readonly key: string
  /** Whether equal keys mean that the value occurs verbatim. */
  readonly isExact: boolean
}

/** Longer texts contain many numbers, none of which is their value. */
const NUMBER_TEXT_MAX = 120
const NUMBERS_MAX = 6
const KEY_MAX_CHARS = 4_000

export function keysOf(value: string | number | boolean): ValueKey[] {
  if (typeof value === 'boolean') return [{ key: `b${value}`, isExact: true }]
  if (typeof value === 'number') {
    return [
      { key: `n${value}`, isExact: true },
      { key: `t${value}`, isExact: true },
    ]
  }
  const text = folded(value)
  const keys: ValueKey[] = [{ key: `t${text}`, isExact: true }]
  if (/[<&]/.test(value)) keys.push({ key: `t${folded(htmlToText(value))}`, isExact: false })
  for (const number of numbersIn(text)) keys.push({ key: `n${number}`, isExact: String(number) === text })
  const address = addressIn(text)
  if (address !== undefined) keys.push({ key: `a${address}`, isExact: false })
  return keys
}

function folded(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, KEY_MAX_CHARS)
}

/** `£1,299.00`, `1.299,00 €`, `12 990`, `Save 21%: £133.99`. */
function numbersIn(text: string): number[] {
  if (text.length > NUMBER_TEXT_MAX) return []
  const numbers = text.match(/\d[\d.,'\u00a0\u202f ]*/g) ?? []
  return numbers.length > NUMBERS_MAX ? [] : [...new Set(numbers.map(toNumber))]
}

function toNumber(printed: string): number {
  const digits = printed.replace(/[^\d.,]/g, '').replace(/(?<![.,])[.,]+$/, '')
  const [, whole = digits, decimals = ''] = /^(.*)[.,](\d{1,2})$/.exec(digits) ?? []
  return Number(`${whole.replace(/[.,]/g, '')}.${decimals || '0'}`)
}

/** A URL without host and query: pages write relative URLs, and images in many sizes. */
function addressIn(text: string): string | undefined {
  if (!/^(?:https?:)?\/[^\s]+$/.test(text)) return undefined
  const url = URL.parse(text, 'https://any.example')
  return url && url.pathname.length > 1 ? url.pathname : undefined
}

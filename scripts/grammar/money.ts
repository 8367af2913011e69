// Amounts as shops print them: digits, grouping, the currency's sign and the cents in markup of their own.
import type { Place } from './languages.ts'
import type { Random } from './random.ts'

export interface MoneyStyle {
  readonly cents: 'plain' | 'raised' | 'raised-point' | 'apart'
  readonly sign: 'text' | 'own' | 'none'
  readonly space: string
  readonly form: string
  readonly footnote: string
}

/** What one euro is in amounts of the currency, roughly, and whether it has cents. */
const SCALES: Readonly<Record<string, number>> = {
  JPY: 150, KRW: 1500, VND: 27000, IDR: 17000, HUF: 400, CLP: 1000, COP: 4500, INR: 90, RUB: 90, UAH: 45, THB: 38,
  CZK: 25, SEK: 11, DKK: 7.5, NOK: 11, PLN: 4.3, TRY: 40, CNY: 7.5, TWD: 34, MXN: 20, BRL: 6, ARS: 1000, ZAR: 20,
  RON: 5, ILS: 4, AED: 4, SAR: 4, EGP: 50, KZT: 500, PHP: 60, IRR: 45000, IRT: 4500, RSD: 117, MDL: 19, BYN: 3.5, BAM: 2, BGN: 2, HKD: 8, MAD: 11, ISK: 145,
} // biome-ignore format: a table
export const scaleOf = (currency: string): number => SCALES[currency] ?? 1
export const hasCents = (place: Place): boolean => /[.,٫][\d٠-٩۰-۹]{2}$/.test(place.number)

/** A decimal such as "1299.90"; without cents where the country has none. */
export const roundTo = (value: number, place: Place): string => {
  if (hasCents(place)) return Math.max(value, 0.01).toFixed(2)
  const step = scaleOf(place.currency) >= 100 ? 10 : 1
  return `${Math.max(Math.round(value / step) * step, step)}`
}

/** Currencies that shops of other countries print beside their own. */
const FOREIGN: readonly Place[] = [
  { domain: '', currency: 'EUR', number: '1.234,56', forms: ['# €', '€ #', '€#', 'EUR #', '# EUR'] },
  {
    domain: '',
    currency: 'USD',
    number: '1,234.56',
    forms: ['$#', 'US$ #', 'US$#', 'USD #', '# USD', '$ #'],
  },
  { domain: '', currency: 'GBP', number: '1,234.56', forms: ['£#', '£ #', 'GBP #', '# GBP'] },
  { domain: '', currency: 'CHF', number: "1'234.56", forms: ['CHF #', '# CHF'] },
]
export const foreignPlaces = (own: Place): Place[] =>
  FOREIGN.filter(({ currency }) => currency !== own.currency)
export const convert = (amount: string, own: Place, other: Place): string =>
  roundTo((Number(amount) / scaleOf(own.currency)) * scaleOf(other.currency), other)

const DIGITS = ['0123456789', '٠١٢٣٤٥٦٧٨٩', '۰۱۲۳۴۵۶۷۸۹']
const inDigitsOf = (text: string, place: Place): string => {
  const digits = DIGITS.find(row => row[1] === place.number[0]) ?? DIGITS[0]
  return text.replace(/\d/g, digit => digits?.[Number(digit)] ?? digit)
}
const groupOf = (whole: string, place: Place): string => {
  const lakh = place.number.startsWith('1,23,')
  const group = place.number[1] ?? ''
  if (/[\d٠-٩۰-۹]/.test(group)) return whole
  return lakh
    ? whole.replace(/(\d)(?=(\d\d)+\d$)/g, `$1${group}`)
    : whole.replace(/(\d)(?=(\d{3})+$)/g, `$1${group}`)
}
const pointOf = (place: Place): string => (hasCents(place) ? (place.number.at(-3) ?? '.') : '.')

interface Digits {
  readonly whole: string
  readonly point: string
  readonly cents: string
}
const digitsOf = (amount: string, place: Place, random: Random): Digits => {
  const [whole = '', cents = ''] = amount.split('.')
  const bare = cents === '00' && random.chance(0.5)
  const wide = Number(whole) >= 1000 && (groupOf('1000', place).includes(' ') || random.chance(0.9))
  return {
    whole: inDigitsOf(wide ? groupOf(whole, place) : whole, place),
    point: pointOf(place),
    cents: bare ? '' : inDigitsOf(cents, place),
  }
}

const withCents = ({ whole, point, cents }: Digits, style: MoneyStyle): string => {
  if (cents === '') return whole
  if (style.cents === 'raised') return `${whole}<sup>${cents}</sup>`
  if (style.cents === 'raised-point') return `${whole}<span>${point}</span><sup>${cents}</sup>`
  if (style.cents === 'apart') return `<span>${whole}</span><span>${point}</span><span>${cents}</span>`
  return `${whole}${point}${cents}`
}

const SMALL_SIGNS: Readonly<Record<string, string>> = { GBP: 'p', USD: '¢' }

/** The markup of one amount. The form of a whole number, such as "#,-", serves only an amount without cents. */
export const printMoney = (amount: string, place: Place, style: MoneyStyle, random: Random): string => {
  const small = SMALL_SIGNS[place.currency]
  if (small !== undefined && Number(amount) < 1 && random.chance(0.6))
    return `${Math.round(Number(amount) * 100)}${small}`
  const value = Number(amount)
  if (place.currency === 'JPY' && value > 10999 && value % 10000 > 999 && random.chance(0.15))
    return `${Math.floor(value / 10000)}万${(value % 10000).toLocaleString('en')}円`
  const ends = /[.,:][-–—]/.test(style.form)
  const isWhole = !amount.includes('.') || amount.endsWith('.00')
  const form = ends && !isWhole ? (place.forms[0] ?? '#') : style.form
  const digits = digitsOf(amount, place, random)
  const number = ends && form === style.form ? digits.whole : withCents(digits, style)
  if (style.sign === 'none') return `${number.replaceAll(' ', style.space || ' ')}${style.footnote}`
  const [before = '', after = ''] = form.split('#')
  const own = (sign: string): string => {
    const bare = sign.trim()
    const markup =
      bare !== '' && style.sign === 'own' && /[\p{L}\p{Sc}]/u.test(bare) ? `<span>${bare}</span>` : bare
    const space = style.space
    return `${/^\s/.test(sign) ? space : ''}${markup}${/\s$/.test(sign) ? space : ''}`
  }
  return `${own(before)}${number.replaceAll(' ', style.space || ' ')}${own(after)}${style.footnote}`
}

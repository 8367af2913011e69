// Which currency a shared symbol means, by the shop's domain or the page's language.
import { CURRENCIES } from './country-currency.ts'
import { currencyFromSymbol, findCurrency } from './currency.ts'
import { plainDigits } from './number.ts'

/** Where a price is printed: the address of its page, and the language that the page states. */
export interface PriceLocale {
  readonly url: string
  /** `en-AU`, in any case. */
  readonly language: string | undefined
}

/** The currency of the country in the URL: its top-level domain, a path such as /gb/en/, or the language's region. */
export function currencyFromLocation(url: string, language: string | undefined): string | undefined {
  return currenciesOfPlace({ url, language })[0]
}

/** All of them, the most certain first. */
export function currenciesOfPlace(place: PriceLocale): string[] {
  return countriesOf(place).flatMap(code => CURRENCIES[code] ?? [])
}

function countriesOf({ url, language }: PriceLocale): string[] {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  const country = host.split('.').at(-1)
  const path = /^https?:\/\/[^/]+\/(?:[a-z]{2}[-_/])?([a-z]{2}|[A-Z]{2})(?:[-_/][a-z]{2})?\//
    .exec(url)?.[1]
    ?.toLowerCase()
  const subdomain = /^(?:[a-z]{2}-)?([a-z]{2})\./.exec(host)?.[1]
  const region = language?.toLowerCase().split(/[-_]/)[1]
  return [country, path, subdomain, region].filter(code => code !== undefined)
}

/** Symbols that several countries share. */
export const SHARED_SIGN = /^(?:\$|kr\.?|Rs\.?|Bs\.?|¥|￥|£|L|R|K)$/i

/** Languages of one country, whose shops mean its currency by a shared symbol wherever they are. */
const BY_LANGUAGE: Readonly<Record<string, string>> = {
  sv: 'SEK',
  da: 'DKK',
  fo: 'DKK',
  nb: 'NOK',
  nn: 'NOK',
  no: 'NOK',
  is: 'ISK',
  ja: 'JPY',
  zh: 'CNY',
  hi: 'INR',
  ur: 'PKR',
  si: 'LKR',
  ne: 'NPR',
}

/**
 * The ISO code of a printed symbol. A shared one means the currency of the first country that uses it: of the address, of
 * the language's region, of the language; undefined where nothing tells which one of several it is.
 */
export function currencyOfSign(written: string, place: PriceLocale): string | undefined {
  const sign = written === '￥' ? '¥' : written
  const plain = currencyFromSymbol(sign)
  const own = currenciesOfPlace(place)
  const isCode = plain === sign.toUpperCase()
  if (!SHARED_SIGN.test(sign)) return (isCode ? undefined : sharedName(plain, sign, place)) ?? plain ?? own[0]
  const language = BY_LANGUAGE[place.language?.toLowerCase().split(/[-_]/)[0] ?? '']
  const candidates = [...own, ...(language === undefined ? [] : [language])]
  return candidates.find(code => isSignOf(sign, code)) ?? plain
}

/** The same of what data states as its currency: a code, or, against the rules, a symbol. */
export function statedCurrency(written: string, place: PriceLocale): string | undefined {
  const sign = written.trim()
  const isKnown = SHARED_SIGN.test(sign) || currencyFromSymbol(sign) !== undefined
  return isKnown ? currencyOfSign(sign, place) : undefined
}

/** Two currencies with one name: francs CFA of the west and of the centre, lei of Moldova and of Romania, yuan and Taiwan dollars. */
const SHARED_NAMES: readonly {
  readonly code: string
  readonly other: string
  readonly countries: readonly string[]
  /** The only sign that is shared. */
  readonly sign?: string
}[] = [
  { code: 'XAF', other: 'XOF', countries: ['sn', 'ci', 'ml', 'bf', 'ne', 'tg', 'bj', 'gw'] },
  { code: 'XOF', other: 'XAF', countries: ['cm', 'ga', 'td', 'cg', 'cf', 'gq'] },
  { code: 'RON', other: 'MDL', countries: ['md'] },
  { code: 'CNY', other: 'TWD', countries: ['tw'], sign: '元' },
  { code: 'CNY', other: 'HKD', countries: ['hk'], sign: '元' },
]

function sharedName(code: string | undefined, written: string, place: PriceLocale): string | undefined {
  const countries = countriesOf(place)
  return SHARED_NAMES.find(
    shared =>
      shared.code === code &&
      (shared.sign ?? written) === written &&
      shared.countries.some(country => countries.includes(country)),
  )?.other
}

/** Whether shops call two currencies by one name. */
export function haveOneName(code: string, other: string): boolean {
  return SHARED_NAMES.some(
    shared => [code, other].includes(shared.code) && [code, other].includes(shared.other),
  )
}

/** The ISO code of the currency in a printed price. */
export function currencyInText(text: string | undefined, place: PriceLocale): string | undefined {
  const sign = text === undefined ? undefined : findCurrency(plainDigits(text))
  return sign === undefined ? undefined : currencyOfSign(sign, place)
}

/** The same, if the symbol belongs to one currency only. */
export function certainCurrency(text: string | undefined): string | undefined {
  const sign = text === undefined ? undefined : findCurrency(plainDigits(text))
  return sign === undefined || SHARED_SIGN.test(sign) ? undefined : currencyFromSymbol(sign)
}

/** Whether a printed sign, word or code may stand for a currency. */
export function mayMean(written: string, code: string): boolean {
  return SHARED_SIGN.test(written) ? isSignOf(written, code) : currencyFromSymbol(written) === code
}

/** What a printed sign means in most shops, of all that it may mean. */
export function likelyCurrency(sign: string): string | undefined {
  return Object.keys(SIGNS).find(code => mayMean(sign, code)) ?? currencyFromSymbol(sign)
}

function isSignOf(sign: string, code: string): boolean {
  const usual = usualCurrencySymbol(code)?.toLowerCase()
  const plain = sign.replace(/\.$/, '').toLowerCase()
  return usual === plain || (plain === 'rs' && code === 'INR')
}

const SIGNS: Readonly<Record<string, string>> = {
  EUR: '€',
  USD: '$',
  GBP: '£',
  JPY: '¥',
  CNY: '¥',
  RUB: '₽',
  UAH: '₴',
  TRY: 'TL',
  INR: '₹',
  KRW: '₩',
  ILS: '₪',
  VND: '₫',
  THB: '฿',
  PLN: 'zł',
  CZK: 'Kč',
  HUF: 'Ft',
  RON: 'Lei',
  BGN: 'лв',
  SEK: 'kr',
  NOK: 'kr',
  DKK: 'kr',
  ISK: 'kr',
  HRK: 'kn',
  RSD: 'RSD',
  BRL: 'R$',
  AUD: '$',
  CAD: '$',
  NZD: '$',
  SGD: '$',
  HKD: '$',
  TWD: '$',
  MXN: '$',
  ARS: '$',
  CLP: '$',
  COP: '$',
  UYU: '$',
  PHP: '₱',
  IDR: 'Rp',
  MYR: 'RM',
  ZAR: 'R',
  NGN: '₦',
  KZT: '₸',
  GEL: '₾',
  PKR: 'Rs',
  LKR: 'Rs',
  NPR: 'Rs',
  BWP: 'P',
  GTQ: 'Q',
  HNL: 'L',
  BOB: 'Bs',
  VES: 'Bs',
  ZMW: 'K',
  EGP: '£',
  LBP: '£',
}

/** The symbol that shops print for a currency in its country. */
export function usualCurrencySymbol(currency: string): string | undefined {
  return SIGNS[currency]
}

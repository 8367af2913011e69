// Which currency a shared symbol means, by the shop's domain or the page's language.
import { CURRENCIES } from '../../kit/values/country-currency.ts'

/** The currency of the country in the URL: its top-level domain, a path such as /gb/en/, or the language's region. */
export function currencyFromLocation(url: string, language: string | undefined): string | undefined {
  const host = /^https?:\/\/([^/:?#]+)/i.exec(url)?.[1]?.toLowerCase() ?? ''
  const country = host.split('.').at(-1) ?? ''
  const path = /^https?:\/\/[^/]+\/(?:[a-z]{2}[-_/])?([a-z]{2}|[A-Z]{2})(?:[-_/][a-z]{2})?\//
    .exec(url)?.[1]
    ?.toLowerCase()
  const subdomain = /^(?:[a-z]{2}-)?([a-z]{2})\./.exec(host)?.[1]
  const region = language?.split(/[-_]/)[1]
  return (
    CURRENCIES[country] ?? CURRENCIES[path ?? ''] ?? CURRENCIES[subdomain ?? ''] ?? CURRENCIES[region ?? '']
  )
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
  EGP: '£',
  LBP: '£',
}

/** The symbol that shops print for a currency in its country. */
export function usualCurrencySymbol(currency: string): string | undefined {
  return SIGNS[currency]
}

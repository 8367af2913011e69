// The sandbox's prices in other currencies: fixed exchange rates and the usual notations.

export interface Currency {
  readonly code: string
  readonly symbol: string
  readonly perDollar: number
  /** Digits after the decimal separator. */
  readonly digits: number
  readonly locale: string
}

export const currencies = {
  USD: { code: 'USD', symbol: '$', perDollar: 1, digits: 2, locale: 'en-US' },
  EUR: { code: 'EUR', symbol: '€', perDollar: 0.9, digits: 2, locale: 'fr-FR' },
  GBP: { code: 'GBP', symbol: '£', perDollar: 0.8, digits: 2, locale: 'en-GB' },
  JPY: { code: 'JPY', symbol: '¥', perDollar: 150, digits: 0, locale: 'ja-JP' },
} as const satisfies Readonly<Record<string, Currency>>

export type CurrencyCode = keyof typeof currencies

const COUNTRIES: Readonly<Record<string, CurrencyCode>> = {
  US: 'USD',
  UK: 'GBP',
  GB: 'GBP',
  FR: 'EUR',
  DE: 'EUR',
  ES: 'EUR',
  IT: 'EUR',
  JP: 'JPY',
}

/** US dollars for a country that is not one of the sandbox's markets. */
export function currencyOf(country: string): CurrencyCode {
  return COUNTRIES[country.toUpperCase()] ?? 'USD'
}

/** Hundredths of the currency's unit, also for currencies without minor units. */
export function convertCents(dollarCents: number, code: CurrencyCode): number {
  const { perDollar, digits } = currencies[code]
  const step = digits === 0 ? 100 : 1
  return Math.round((dollarCents * perDollar) / step) * step
}

/** In units: 129.99, or 19500 for a currency without minor units. */
export function convertAmount(dollarCents: number, code: CurrencyCode): number {
  return convertCents(dollarCents, code) / 100
}

/** As printed by a shop in the currency's country: `$1,299.00`, `1 299,00 €`. */
export function formatPrice(
  dollarCents: number,
  code: CurrencyCode,
  locale: string = currencies[code].locale,
): string {
  return new Intl.NumberFormat(locale, { style: 'currency', currency: code }).format(
    convertAmount(dollarCents, code),
  )
}

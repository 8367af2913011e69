// Money is exact: however the shop writes an amount, no digit is lost.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareAmounts, money, moneyFromMinor, moneyFromText } from './money.ts'

const digits = (min: number, max: number) =>
  fc.stringMatching(new RegExp(`^\\d{${min},${max}}$`)).filter(text => text.length >= min)

describe('money', () => {
  it.each([
    ['119.99', 'GBP', '119.99'],
    ['129', 'EUR', '129.00'],
    ['129.000', 'EUR', '129.00'],
    ['0129.5', 'eur', '129.50'],
    [24.990000000000002, 'EUR', '24.99'],
    [0.1 + 0.2, 'EUR', '0.30'],
    [14.9, 'GBP', '14.90'],
    [1e21, 'USD', '1000000000000000000000.00'],
    [1.5e-7, 'USD', '0.00000015'],
    ['15000', 'JPY', '15000'],
    ['1.25', 'KWD', '1.250'],
    [0, 'USD', '0.00'],
  ])('%s %s is %s', (amount, currency, exact) => {
    expect(money(amount, currency)).toEqual({ amount: exact, currency: currency.toUpperCase() })
  })

  it.each([
    ['119.99', undefined],
    ['119.99', ''],
    ['119.99', '$'],
    ['119.99', 'XYZ'],
    ['1,299.00', 'USD'],
    ['-5', 'USD'],
    ['', 'USD'],
    [Number.NaN, 'USD'],
    [Number.POSITIVE_INFINITY, 'USD'],
    [-1, 'USD'],
    [undefined, 'USD'],
    [null, 'USD'],
    ['1'.repeat(31), 'USD'],
  ])('%s %s is not a price', (amount, currency) => {
    expect(money(amount, currency)).toBeUndefined()
  })

  it('preserves every digit of a decimal string', () => {
    fc.assert(
      fc.property(digits(1, 20), digits(0, 8), (whole, fraction) => {
        const { amount = '' } = money(fraction === '' ? whole : `${whole}.${fraction}`, 'EUR') ?? {}
        const [units = '', cents = ''] = amount.split('.')
        expect(BigInt(units)).toBe(BigInt(whole))
        expect(cents.padEnd(8, '0')).toBe(fraction.padEnd(8, '0'))
      }),
    )
  })

  it('writes a number as its shortest decimal string, which parses back to the same number', () => {
    const written = fc.double({ min: 0, max: 1e15, noNaN: true }).map(one => Number(one.toPrecision(15)))
    fc.assert(
      fc.property(written, number => {
        const exact = money(number, 'EUR')
        // Numbers too small to be a price are rejected.
        fc.pre(exact !== undefined)
        expect(Number(exact.amount)).toBe(number)
        expect(exact.amount).not.toMatch(/e/)
      }),
    )
  })

  it('only places the decimal point when converting minor units', () => {
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom('USD', 'JPY', 'KWD'), (minor, currency) => {
        const { amount = '' } = moneyFromMinor(minor, currency) ?? {}
        expect(Number(amount.replace('.', ''))).toBe(minor)
        expect(amount.split('.')[1]?.length ?? 0).toBe({ USD: 2, JPY: 0, KWD: 3 }[currency])
        expect(moneyFromMinor(String(minor), currency)).toEqual(moneyFromMinor(minor, currency))
      }),
    )
  })

  it.each([[1.5], ['1.5'], [-3], ['x'], [2 ** 53]])('rejects %s as minor units', amount => {
    expect(moneyFromMinor(amount, 'USD')).toBeUndefined()
  })

  it.each([
    ['£1,299.00', undefined, { amount: '1299.00', currency: 'GBP' }],
    ['14,90 €', undefined, { amount: '14.90', currency: 'EUR' }],
    ['14.90', 'CHF', { amount: '14.90', currency: 'CHF' }],
    ['14.90', undefined, undefined],
    // A printed symbol that several currencies share is ambiguous; the given currency must not replace it.
    ['kr 199', 'SEK', undefined],
  ])('reads %s', (text, currency, wanted) => {
    expect(moneyFromText(text, currency)).toEqual(wanted)
  })

  it('is equal whether read from cents, a decimal string, a number or printed text', () => {
    const grouped = (units: string, sign: string) => units.replaceAll(/\B(?=(?:\d{3})+$)/g, sign)
    // As many digits as a double holds exactly.
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999_999 }), minor => {
        const padded = String(minor).padStart(3, '0')
        const [units, cents] = [padded.slice(0, -2), padded.slice(-2)]
        const wanted = { amount: `${units}.${cents}`, currency: 'EUR' }
        expect(moneyFromMinor(minor, 'EUR')).toEqual(wanted)
        expect(money(`${units}.${cents}`, 'EUR')).toEqual(wanted)
        expect(money(Number(`${units}.${cents}`), 'EUR')).toEqual(wanted)
        expect(moneyFromText(`€${grouped(units, ',')}.${cents}`)).toEqual(wanted)
        expect(moneyFromText(`${grouped(units, '.')},${cents} €`)).toEqual(wanted)
        expect(moneyFromText(`${grouped(units, '\u202F')},${cents} EUR`)).toEqual(wanted)
      }),
    )
  })

  it('orders amounts by value, not as text', () => {
    const amount = fc.tuple(fc.bigInt({ min: 0n, max: 10n ** 18n }), fc.integer({ min: 0, max: 6 }))
    fc.assert(
      fc.property(amount, amount, ([a, placesA], [b, placesB]) => {
        const written = (value: bigint, places: number) => {
          const text = String(value).padStart(places + 1, '0')
          return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`
        }
        const order = compareAmounts(
          { amount: written(a, placesA), currency: 'EUR' },
          { amount: written(b, placesB), currency: 'EUR' },
        )
        const difference = a * 10n ** BigInt(6 - placesA) - b * 10n ** BigInt(6 - placesB)
        expect(order).toBe(difference < 0n ? -1 : difference > 0n ? 1 : 0)
      }),
    )
  })

  it.each([
    ['129000', '1290000.00'],
    ['12.5', '125.00'],
    ['0.05', '0.50'],
    ['12.34', '123.40'],
    [129_000, '1290000.00'],
  ])('has %s toman as rials', (toman, amount) => {
    expect(money(toman, 'IRT')).toEqual({ amount, currency: 'IRR' })
  })

  it('has printed toman, and hundredths of one, as rials', () => {
    expect(moneyFromText('۱۲۹٬۰۰۰ تومان')).toEqual({ amount: '1290000.00', currency: 'IRR' })
    expect(moneyFromText('۱۲۹٬۰۰۰ ریال')).toEqual({ amount: '129000.00', currency: 'IRR' })
    expect(moneyFromMinor('12900000', 'IRT')).toEqual({ amount: '1290000.00', currency: 'IRR' })
  })
})

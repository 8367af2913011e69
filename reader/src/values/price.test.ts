// Tables of price notations with the amount, currency and number text expected from each.
import { assert, constantFrom, integer, nat, property } from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { currencyFromSymbol, minorUnits } from './currency.ts'
import { CURRENCY_CODES, SIGNS, SIGNS_WITH_LETTERS } from './currency-data.ts'
import { UNAMBIGUOUS_STEMS, UNAMBIGUOUS_WORDS, WORD_CURRENCIES } from './currency-words.ts'
import { amount, parsePrice } from './price.ts'

type Row = [text: string, amount: string | null, currency: string | null, amountText: string | null]

const notations: Row[] = [
  ['$1,299.00', '1299.00', '$', '1,299.00'],
  ['1.299,00 €', '1299.00', '€', '1.299,00'],
  ['1\u00a0299,00\u00a0zł', '1299.00', 'zł', '1 299,00'],
  ["CHF 1'299.50", '1299.50', 'CHF', '1299.50'],
  ['Rs. 1,25,000.00', '125000.00', 'Rs', '1,25,000.00'],
  ['Rs.1450', '1450', 'Rs', '1450'],
  ['1.299,-', '1299', null, '1.299'],
  ['105. –', '105', null, '105.'],
  ['$119. 95', '119.95', '$', '119. 95'],
  ['$.75', '0.75', '$', '.75'],
  ['28 , 00 €', '28.00', '€', '28 , 00'],
  ['28 .00 €', '28.00', '€', '28 .00'],
  ['10 20 €', '10', '€', '10'],
  ['0,125 €', '0.125', '€', '0,125'],
  ['3.3900 ฿', '3.3900', '฿', '3.3900'],
  ['35€ 99', '35.99', '€', '35€99'],
  ['99 € 95 €', '99', '€', '99'],
  ['12.500 KD', '12.500', 'KD', '12.500'],
  ['12.500 ₫', '12500', '₫', '12.500'],
  ['١٢٣٫٤٥ ر.س', '123.45', 'ر.س', '123.45'],
  ['From 26 to 50 €', '26', '€', '26'],
  ['12 x $5.99', '5.99', '$', '5.99'],
  ['-20 % now $15.00', '15.00', '$', '15.00'],
  ['1128 рублей', '1128', 'руб', '1128'],
  ['AED 8000 (USD 2179)', '8000', 'AED', '8000'],
  ['$ SGD4.90', '4.90', 'SGD', '4.90'],
  ['CAD$1.23', '1.23', 'CAD$', '1.23'],
  ['US $12.50', '12.50', 'US $', '12.50'],
  ['AU $1,299', '1299', 'AU $', '1,299'],
  ['CAN$12.50', '12.50', 'CAN$', '12.50'],
  ['12,50 $ CA', '12.50', '$ CA', '12,50'],
  ['MXN $120', '120', 'MXN', '120'],
  ['S/.120', '120', 'S/.', '120'],
  ['61.858 L', '61858', 'L', '61.858'],
  ['148.50 Inc GST', '148.50', null, '148.50'],
  ['Free!', '0', null, '0'],
  ['R$', null, 'R$', null],
  ['Free Shipping on Orders $49+.', null, '$', null],
]

test.each(notations)('%s', (text, wanted, currency, amountText) => {
  expect(parsePrice(text)).toMatchObject({ amount: wanted, currency, amountText })
})

test.each(['', 'Call us', '50% OFF', 'July, 2004', 'min. order: 3', 'Free shipping', null, undefined])(
  'no price in %j',
  text => expect(parsePrice(text)).toBeUndefined(),
)

describe('hints', () => {
  it.each<[string, string, string | null]>([
    ['5 870', 'грн.', 'грн.'],
    ['$4.00', 'USD', '$'],
    ['3,20 €', '$', '€'],
    ['129.900', 'NOTEBOOKS', null],
    ['850', 'MX924 IX', null],
  ])('%s with the hint %s', (text, currency, wanted) => {
    expect(parsePrice(text, { currency })?.currency).toBe(wanted)
  })

  it.each<[string, string, string]>([
    ['$140.600', '.', '140.600'],
    ['$140.600', ',', '140600'],
    ['1250€ 600', '€', '1250'],
  ])('%s with separator %s', (text, decimalSeparator, wanted) => {
    expect(parsePrice(text, { decimalSeparator })?.amount).toBe(wanted)
  })
})

test.each<[string, string | undefined]>([
  ['€', 'EUR'],
  ['R$', 'BRL'],
  ['usd', 'USD'],
  ['CAD$', 'CAD'],
  ['US $', 'USD'],
  ['AU $', 'AUD'],
  ['CAN$', 'CAD'],
  ['$ CA', 'CAD'],
  ['руб.', 'RUB'],
  ['kr', undefined],
  ['GBp', undefined],
])('ISO code of %s', (symbol, code) => expect(currencyFromSymbol(symbol)).toBe(code))

test('every symbol and word maps to an existing currency, or to several', () => {
  const meant = [SIGNS, SIGNS_WITH_LETTERS, UNAMBIGUOUS_WORDS, UNAMBIGUOUS_STEMS].flatMap(table =>
    Object.values(table),
  )
  const codes = [...meant, ...WORD_CURRENCIES.values()].filter(code => code !== null)
  expect(codes.filter(code => !CURRENCY_CODES.has(code))).toEqual([])
})

test.each<[string, number]>([
  ['EUR', 2],
  ['JPY', 0],
  ['kwd', 3],
])('decimals of %s', (code, digits) => expect(minorUnits(code)).toBe(digits))

test.each<[string | number | null | undefined, number | undefined]>([
  [19.9, 19.9],
  [0, 0],
  ['1 299,90 Kč', 1299.9],
  ['n/a', undefined],
  ['', undefined],
  [null, undefined],
  [Number.NaN, undefined],
])('amount of %j', (value, wanted) => expect(amount(value)).toBe(wanted))

test('any amount in cents, in any usual grouping, is read exactly', () => {
  const grouping = constantFrom<[string, string]>([',', '.'], ['.', ','], [' ', ','], ["'", '.'], ['', '.'])
  assert(
    property(nat(9_999_999), integer({ min: 0, max: 99 }), grouping, (whole, cents, [group, point]) => {
      const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/g, group)
      const decimals = String(cents).padStart(2, '0')
      expect(parsePrice(`${grouped}${point}${decimals} EUR`)?.amount).toBe(`${whole}.${decimals}`)
    }),
  )
})

// Scores parsePrice on the price suite: amount, currency and amount text must all agree.
import { parsePrice } from '#reader/values/price'
import { type Score, compareDecimals, readRows } from './score.ts'

type Row = {
  id: string | number
  xfail: boolean
  input: { price: string | null; currency_hint: string | null; decimal_separator: string | null }
  expected: { amount: string | null; currency: string | null; amount_text: string | null }
}

export function scorePrices(peers: string): Score[] {
  const rows = readRows<Row>(peers, 'price-parser.json')
  const failures = rows.flatMap(({ id, xfail, input, expected }) => {
    const ours = parsePrice(input.price, {
      currency: input.currency_hint,
      decimalSeparator: input.decimal_separator,
    })
    const agrees =
      compareDecimals(ours?.amount ?? null, expected.amount) &&
      (ours?.currency ?? null) === expected.currency &&
      (ours?.amountText ?? null) === expected.amount_text
    const mark = xfail ? ' (known failure of the origin)' : ''
    return agrees
      ? []
      : [
          `${id}${mark} ${JSON.stringify(input)} wanted ${JSON.stringify(expected)} got ${JSON.stringify(ours)}`,
        ]
  })
  return [
    {
      suite: 'price strings',
      passed: rows.length - failures.length,
      total: rows.length,
      peers: '88.7 %',
      goal: 0.97,
      failures,
    },
  ]
}

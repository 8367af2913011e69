// A history as a table: prices in two columns, and no text of a shop that a spreadsheet would run.
import { expect, it } from 'vitest'
import { historyCsv } from './view.ts'

it('is CSV without formulas', () => {
  const facts = {
    name: '=HYPERLINK("http://x.example")',
    price: '119.00 GBP',
    'variant/-1+1/price': '5.00 GBP',
  }
  const csv = historyCsv({
    segments: [{ firstSeenMs: 0, lastSeenMs: 60_000, untilMs: 60_000, facts }],
    gaps: [],
    isThinned: false,
    stats: {},
  })
  expect(csv).toBe(
    'first_seen,last_seen,name,price,price_currency,variant/-1+1/price,variant/-1+1/price_currency\r\n' +
      '1970-01-01T00:00:00.000Z,1970-01-01T00:01:00.000Z,"\'=HYPERLINK(""http://x.example"")",119.00,GBP,5.00,GBP\r\n',
  )
})

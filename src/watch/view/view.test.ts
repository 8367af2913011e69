// A history as a table: prices in two columns, and no text of a shop that a spreadsheet would run; why a change is an alert.
import { describe, expect, it } from 'vitest'
import type { StoredChange } from '../store/history-store.ts'
import type { MergedHistory } from '../history/history.ts'
import { csvLine } from '../../answer/table/table-file.ts'
import { changeView, historyCells } from './view.ts'

function historyCsv(history: MergedHistory): string {
  const { columns, rows } = historyCells(history)
  return [columns, ...rows].map(csvLine).join('')
}

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

it('has empty cells where a price was not read', () => {
  const segment = (atMs: number, facts: Record<string, string>) => ({
    firstSeenMs: atMs,
    lastSeenMs: atMs,
    untilMs: atMs,
    facts,
  })
  const segments = [segment(0, { name: 'Lamp', price: '5.00 EUR' }), segment(1, { availability: 'in_stock' })]
  expect(historyCsv({ segments, gaps: [], isThinned: false, stats: {} }).split('\r\n')).toEqual([
    'first_seen,last_seen,availability,name,price,price_currency',
    '1970-01-01T00:00:00.000Z,1970-01-01T00:00:00.000Z,,Lamp,5.00,EUR',
    '1970-01-01T00:00:00.001Z,1970-01-01T00:00:00.001Z,in_stock,,,',
    '',
  ])
})

describe('changeView', () => {
  const change = (changes: Partial<StoredChange>) =>
    changeView({
      id: 7,
      atMs: 0,
      type: 'price.changed',
      watchId: 'w1',
      watchName: 'Lamp',
      watchUrl: null,
      before: {},
      after: {},
      alert: true,
      requestId: 'r1',
      ...changes,
    })

  it('says why: the conditions with what they compare with, since when, and which checks saw it', () => {
    const baseline = { is: 'last_alert', value: '5.00 EUR', atMs: 1_000 }
    const explanation = {
      reasons: [
        { when: 'price drops 10% in 7d', baseline, window: { ms: 604_800_000, seenMs: 1_499 } },
        { when: 'back in stock', baseline: { ...baseline, value: 'out_of_stock', atMs: null } },
        { when: 'price < 5' },
      ],
      sinceMs: 2_000,
      times: 2,
      requestIds: ['', 'r1'],
    } as unknown as NonNullable<StoredChange['explanation']>
    expect(change({ explanation }).why).toEqual({
      conditions: [
        {
          when: 'price drops 10% in 7d',
          baseline: {
            is: 'last_alert',
            value: { amount: '5.00', currency: 'EUR' },
            at: '1970-01-01T00:00:01.000Z',
          },
          window: { seconds: 604_800, seen_seconds: 1 },
        },
        {
          when: 'back in stock',
          baseline: { is: 'last_alert', value: 'out_of_stock', at: null },
          window: undefined,
        },
        { when: 'price < 5', baseline: undefined, window: undefined },
      ],
      since: '1970-01-01T00:00:02.000Z',
      times_seen: 2,
      request_ids: ['r1'],
    })
    expect(change({}).why).toBeNull()
  })
})

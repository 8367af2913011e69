// What the message of an alert says: the headline, what differs, why, and where.
import { describe, expect, it } from 'vitest'
import { alertMessage } from './alert-message.ts'
import type { StoredChange } from '../store/history-store.ts'

function change(changes: Partial<StoredChange>): StoredChange {
  return {
    id: 1,
    type: 'price.changed',
    watchId: 'w1',
    watchName: 'Lamp',
    watchUrl: 'https://shop.example/lamp',
    before: {},
    after: {},
    ...changes,
  } as StoredChange
}

const titleOf = (changes: Partial<StoredChange>) => alertMessage(change(changes), null).title
const linesOf = (changes: Partial<StoredChange>) => alertMessage(change(changes), null).text.split('\n')

describe('the title', () => {
  it.each<[Partial<StoredChange>, string]>([
    [{ before: { price: '128.80 GBP' }, after: { price: '96.60 GBP' } }, 'price 128.80 → 96.60 GBP'],
    [{ before: { price: '5 EUR' }, after: { price: '6 USD' } }, 'price 5 EUR → 6 USD'],
    [{ after: { price: '6.00 USD' } }, 'price 6.00 USD'],
    [{ before: { price: '6.00 USD' }, after: {} }, 'a price changed'],
    [
      {
        type: 'availability.changed',
        before: { availability: 'in_stock' },
        after: { availability: 'out_of_stock' },
      },
      'out of stock',
    ],
    [{ type: 'availability.changed' }, 'availability changed'],
    [{ type: 'product.gone' }, 'no longer listed'],
    [{ type: 'product.back' }, 'listed again'],
    [{ type: 'product.replaced' }, 'another product is at this address'],
    [
      { type: 'watch.failing', after: { outcome: 'upstream_timeout' } },
      'checks fail: Upstream too slow (upstream_timeout)',
    ],
    [{ type: 'watch.failing' }, 'checks fail (unknown)'],
    [{ type: 'watch.recovered' }, 'checks work again'],
  ])('of %j', (changes, headline) => {
    expect(titleOf(changes)).toBe(`Lamp: ${headline}`)
  })

  it('names the program where there is no watch', () => {
    expect(titleOf({ watchName: null, type: 'product.gone' })).toBe('Wares: no longer listed')
  })
})

describe('the text', () => {
  it('of a watch that fails says which field, since when, and the command that shows it', () => {
    const after = { outcome: 'upstream_changed', field: 'price', last_ok_at: '2026-03-02T09:15:25.868Z' }
    expect(linesOf({ type: 'watch.failing', watchId: 'w_1', after })).toEqual([
      'Missing on the page: price',
      'Last successful check: 2026-03-02 09:15 UTC',
      'Until it recovers, nothing is reported. Details: wares watch show w_1',
      'If the page still shows it: wares teach https://shop.example/lamp price=VALUE',
      'Shop: shop.example',
    ])
    const fault = { outcome: 'upstream_timeout' }
    expect(linesOf({ type: 'watch.failing', watchId: 'w_1', after: fault })).toEqual([
      'No check has succeeded yet',
      'Until it recovers, nothing is reported. Details: wares watch show w_1',
      'Shop: shop.example',
    ])
  })

  it('of a watch that recovers says that alerts are sent again', () => {
    const recovered = { type: 'watch.recovered', after: { outcome: 'ok' } } as const
    expect(linesOf(recovered)).toEqual(['Alerts are sent again', 'Shop: shop.example'])
  })

  it.each([
    [0, '3 prices changed', 3],
    [1, '1 price changed', 1],
  ])('of a list where %i of three meet the condition', (matched, headline, lines) => {
    const sample = ['a', 'b', 'c'].map(name => ({ url: `https://shop.example/${name}`, name, image: null }))
    const after = { '@catalog': JSON.stringify({ run: 1, count: 3, matched, sample }) }
    expect(titleOf({ type: 'catalog.price_changed', after })).toBe(`Lamp: ${headline}`)
    expect(linesOf({ type: 'catalog.price_changed', after })).toHaveLength(lines + 1)
  })

  it('of a list says how the price and the stock of each product moved', () => {
    const row = (name: string | null, before: object, after: object) => ({
      url: 'https://shop.example/p',
      name,
      image: null,
      before,
      after,
    })
    const sample = [
      row(
        'Lamp',
        { price: '9.00 EUR', availability: 'in_stock' },
        { price: '8.00 EUR', availability: 'out_of_stock' },
      ),
      row('Desk', { availability: 'in_stock' }, { availability: 'limited' }),
      row(null, {}, {}),
    ]
    const after = { '@catalog': JSON.stringify({ run: 1, count: 3, matched: 3, sample }) }
    expect(linesOf({ type: 'catalog.price_changed', after }).slice(0, 3)).toEqual([
      '9.00 → 8.00 EUR, in stock → out of stock: Lamp (https://shop.example/p)',
      'in stock → limited: Desk (https://shop.example/p)',
      'https://shop.example/p',
    ])
  })

  it.each([
    ['https://shop.example/lamp', ['Shop: shop.example']],
    ['not an address', []],
    [null, []],
  ])('of a watch of %j names its shop', (watchUrl, lines) => {
    expect(linesOf({ type: 'product.gone', watchUrl }).filter(Boolean)).toEqual(lines)
  })

  it('has a line for each difference, eight at most, and the shop', () => {
    const after = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`variant/s_${n}/price`, `${n}.00 EUR`]))
    const eight = linesOf({ after: after(8) })
    expect(eight).toHaveLength(9)
    expect([eight[0], eight.at(-1)]).toEqual(['variant s 0 price: 0.00 EUR', 'Shop: shop.example'])
    expect(linesOf({ after: after(10) }).slice(-2)).toEqual(['and 2 more', 'Shop: shop.example'])
  })

  it('has no shop without an address, and nothing for what is no longer stated', () => {
    expect(alertMessage(change({ watchUrl: null, before: { price: '5 EUR' } }), null)).toMatchObject({
      text: '',
      url: null,
      imageUrl: null,
    })
  })

  it('says why: the condition, what it is compared with, how long that was seen, and which checks saw it', () => {
    const explanation = {
      reasons: [
        { when: 'price < 100', baseline: undefined, window: undefined },
        {
          when: 'price drops 10% in 7d',
          baseline: { is: 'highest_price', value: '128.80 GBP', atMs: Date.UTC(2027, 0, 1, 8, 30) },
          window: { ms: 604_800_000, seenMs: 3_600_400 },
        },
        { when: 'back in stock', baseline: { is: 'last_stock', value: 'out_of_stock', atMs: null } },
      ],
      sinceMs: Date.UTC(2027, 0, 2),
      times: 1,
      requestIds: ['a', '', 'b'],
    } as unknown as NonNullable<StoredChange['explanation']>
    expect(linesOf({ explanation }).slice(0, -1)).toEqual([
      'Condition: price < 100',
      'Condition: price drops 10% in 7d (highest price 128.80 GBP since 2027-01-01 08:30 UTC; seen 1h of 7d)',
      'Condition: back in stock (last stock out of stock)',
      'Seen once, first 2027-01-02 00:00 UTC',
      'Checks: a, b',
    ])
    expect(linesOf({ explanation: { ...explanation, times: 3, requestIds: [''] } }).slice(3, -1)).toEqual([
      'Seen 3 times, first 2027-01-02 00:00 UTC',
    ])
  })
})

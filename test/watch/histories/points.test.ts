// Histories that once alerted falsely, twice or never, each as it was found, on both databases.
import { beforeAll, describe, expect, it } from 'vitest'
import { onBothDatabases, type TwoConnections } from '../../two-stores.ts'
import { dueOf } from './compare.ts'
import { play } from './play.ts'
import { type Script, script, settings } from './script.ts'
import { ANY, BACK, bound, chance, DAY, HOUR, lowest, move, OUT } from './seed.ts'
import { makeProduct, restate, withPrice, withStock } from './shop.ts'
import type { History, Offer, Product, Row, Settings } from './truth.ts'

const luck = chance(1)
const boot = makeProduct(luck, { codes: 'real', variants: 0, nth: 0, cents: 10_000 })
const at = (cents: number) => withPrice(boot, cents)
const out = withStock(boot, 'out_of_stock')
let seed = 1_000_000

/** What a history is made of; the oracle must agree with what a person expects of it. */
function historyOf(
  wanted: Settings,
  write: (story: Script) => void,
  operation: History['operation'] = 'general.product',
): History {
  const story = script()
  write(story)
  return {
    kind: 'point',
    seed: seed++,
    operation,
    settings: wanted,
    madeBy: 'api',
    steps: story.steps,
    open: [],
  }
}

onBothDatabases(open => {
  let connections: TwoConnections
  beforeAll(async () => {
    connections = await open()
  })

  /** `5 price.changed price < 100`: the number of the check, and what alerts. */
  async function alertsOf(history: History): Promise<string[]> {
    const due = dueOf(history).flatMap((check, nth) =>
      check.alerts.map(one => `${nth} ${one.types[0]} ${one.when}`),
    )
    const played = await play(connections.database, history)
    const alerts = played.flatMap((changes, nth) =>
      changes.flatMap(one =>
        one.alert ? (one.explanation?.reasons ?? []).map(({ when }) => `${nth} ${one.type} ${when}`) : [],
      ),
    )
    expect(alerts.toSorted(), 'as the oracle says').toEqual(due.toSorted())
    return alerts
  }
  const shown = (wanted: Settings, ...pages: Product[]) =>
    alertsOf(historyOf(wanted, story => pages.forEach(page => story.show(page))))

  describe('1: a narrowed watch', () => {
    const shoe = makeProduct(luck, { codes: 'real', variants: 3, nth: 2, cents: 9_000 })
    const only = (...sizes: string[]) =>
      restate({ ...shoe, variants: (shoe.variants ?? []).filter(each => sizes.includes(each.size)) })

    it('sees its variant go and come back when one other is left', async () => {
      const wanted = settings([BACK, OUT], { variant: { size: '9' } })
      expect(await shown(wanted, shoe, only('7'), only('7'), shoe)).toEqual([
        '1 availability.changed out of stock',
        '3 availability.changed back in stock',
      ])
    })

    it('sees the price of its variant when that is the only one left', async () => {
      const wanted = settings([move('drops', { percent: 10 })], { variant: { size: '9' } })
      expect(await shown(wanted, shoe, withPrice(only('9'), 7_000))).toEqual([
        '1 price.changed price drops 10%',
      ])
    })

    it('of a whole product hears of a variant that goes, and of its return', async () => {
      expect(await shown(settings([ANY]), shoe, only('7', '8'), shoe)).toEqual([
        '1 price.changed any change',
        '1 availability.changed any change',
        '2 price.changed any change',
        '2 availability.changed any change',
      ])
    })
  })

  describe('2: a product', () => {
    it.each(['N/A', 'None', '0', '1', 'Does not apply', 'default', '000000', '-'])(
      'is another one, though both have the code %s',
      async code => {
        const coded = (nth: number, cents: number): Product => ({
          ...makeProduct(luck, { codes: 'none', variants: 0, nth, cents }),
          mpn: code,
          sku: code,
        })
        const history = historyOf(settings([move('drops', { percent: 10 }), bound('<', 5_000)]), story => {
          story.show(coded(0, 10_000))
          story.show(coded(3, 900))
        })
        expect(await alertsOf(history)).toEqual([])
        const [, second] = await play(connections.database, { ...history, seed: seed++ })
        expect(second?.map(change => change.type)).toEqual(['product.replaced'])
      },
    )

    it('has no other code because its variants are in another order', async () => {
      const shoe = makeProduct(luck, { codes: 'real', variants: 3, nth: 2, cents: 9_000 })
      const turned = restate({ ...shoe, variants: (shoe.variants ?? []).toReversed() })
      expect(turned.sku).not.toBe(shoe.sku)
      expect(await shown(settings([ANY]), shoe, turned, shoe)).toEqual([])
    })
  })

  describe('3: a condition that was removed and is added again', () => {
    /** Removed after the first pages, added again after the others, then one more. */
    const again = (
      conditions: Settings['when'],
      first: Product[],
      between: Product[],
      last: Product[],
      more: Partial<Settings> = {},
    ) =>
      alertsOf(
        historyOf(settings(conditions, more), story => {
          for (const page of first) story.show(page)
          story.edit({ when: [bound('>', 99_900)] })
          for (const page of between) story.show(page)
          story.edit({ when: conditions })
          for (const page of last) story.show(page)
        }),
      )

    it('is not back in stock because of what was before', async () => {
      expect(await again([BACK], [out], [boot], [boot])).toEqual([])
    })

    it('is not the lowest price because of what was before', async () => {
      const first = [at(10_000), at(9_000)]
      expect(await again([lowest(null)], first, [at(8_000)], [at(8_000), at(8_500)])).toEqual([
        '1 price.changed price lowest ever',
      ])
    })

    it('has not dropped because of what was before', async () => {
      expect(
        await again([move('drops', { percent: 10 })], [at(10_000)], [at(8_000)], [at(8_000), at(7_000)]),
      ).toEqual(['3 price.changed price drops 10%'])
    })

    it('alerts if it is met, as one that is added', async () => {
      expect(await again([bound('<', 9_000)], [at(8_000)], [at(8_000)], [at(8_000), at(8_000)])).toEqual([
        '0 price.changed price < 90',
        '2 price.changed price < 90',
      ])
      // Also without a check in between.
      expect(await again([bound('<', 9_000)], [at(8_000)], [], [at(8_000)])).toEqual([
        '0 price.changed price < 90',
        '1 price.changed price < 90',
      ])
    })

    it('does not send what an old cooldown held back', async () => {
      const pages = [at(10_000), at(8_000), out]
      expect(
        await again([move('drops', null), OUT], pages, [out], [out, out, out, out], { cooldownMs: 3 * HOUR }),
      ).toEqual(['1 price.changed price drops'])
    })

    it.each([
      ['any change', ANY],
      ['price lowest ever', lowest(null)],
      ['price drops 10%', move('drops', { percent: 10 })],
    ])('PATCH of confirm from 1 to 2 keeps the next alert: %s', async (when, condition) => {
      const history = historyOf(settings([condition]), story => {
        story.show(at(10_000), 2)
        story.edit({ confirm: 2 })
        story.show(at(8_000), 2)
      })
      expect(await alertsOf(history)).toEqual([`3 price.changed ${when}`])
    })
  })

  describe('4: all that is watched', () => {
    it('includes the last of many variants', async () => {
      const many = makeProduct(luck, { codes: 'real', variants: 260, nth: 1, cents: 9_000 })
      const variants = many.variants ?? []
      const [nth, old] = [99, variants[99]]
      const changed = { ...many, variants: old ? variants.with(nth, { ...old, cents: 12_345 }) : variants }
      expect(await shown(settings([ANY]), many, changed)).toEqual(['1 price.changed any change'])
    })

    const list = (...ids: number[]): Row[] =>
      ids.map(n => ({ key: `r${n}`, name: `Article ${n}`, cents: 1_000 + n }))
    const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, n) => from + n)
    const rows = (...pages: Row[][]) =>
      historyOf(
        settings([ANY]),
        story => pages.forEach(page => story.check({ shows: 'rows', rows: page })),
        'native',
      )

    it('includes the last row of a long list, and a row in front moves none', async () => {
      const long = list(...range(1, 400))
      expect(
        await alertsOf(
          rows(
            long,
            long.map(each => (each.key === 'r400' ? { ...each, cents: 5 } : each)),
          ),
        ),
      ).toEqual(['1 product.changed any change'])
      const played = await play(connections.database, rows(long, [...list(999), ...long]))
      expect(Object.keys(played[1]?.[0]?.after ?? {}).every(name => name.includes('r999'))).toBe(true)
      expect(played[1]?.[0]?.before['/items/id=r999/id']).toBeNull()
    })

    it('has the same names when a row is listed twice', async () => {
      const short = list(1, 2, 3)
      expect(await alertsOf(rows(short, [...short, ...list(2)], short))).toEqual([])
    })
  })

  it('5: the outage of one shop of general.search is no change', async () => {
    const row = (n: number): Row => ({ key: `r${n}`, name: `Article ${n}`, cents: 1_000 })
    const shops = { alder: [row(1), row(2)], birch: [row(3)] }
    const history = historyOf(
      settings([ANY]),
      story => {
        story.check({ shows: 'search', shops })
        story.check({ shows: 'search', shops: { ...shops, birch: 'upstream_timeout' } })
        story.check({ shows: 'search', shops })
        story.check({ shows: 'search', shops: { ...shops, birch: [row(3), row(4)] } })
      },
      'general.search',
    )
    expect(await alertsOf(history)).toEqual(['3 product.changed any change'])
    const played = await play(connections.database, { ...history, seed: seed++ })
    expect(played.map(changes => changes.length)).toEqual([0, 0, 0, 1])
  })

  describe('6: a window survives', () => {
    const other = makeProduct(luck, { codes: 'real', variants: 0, nth: 4, cents: 900 })
    const abroad: Product = { ...boot, price: { cents: 9_000, currency: 'USD' } }
    const unpriced: Product = { ...out, price: null }

    it('another product in between', async () => {
      const wanted = settings([lowest(30 * DAY), move('drops', { percent: 10 }, 7 * DAY)])
      // 90 is ten percent below the 100 of before, and above the 80.
      expect(await shown(wanted, at(8_000), at(10_000), other, at(9_200), at(9_000))).toEqual([
        '4 price.changed price drops 10% in 7d',
      ])
    })

    it('another currency in between', async () => {
      expect(await shown(settings([lowest(null)]), at(10_000), abroad, at(9_000), abroad, at(9_500))).toEqual(
        ['2 price.changed price lowest ever'],
      )
    })

    it('no price, then another currency, then the old one', async () => {
      const soldOut = (one: Product) => withStock(one, 'out_of_stock')
      const pages = [soldOut(at(10_000)), unpriced, soldOut(abroad), soldOut(at(8_000))]
      expect(await shown(settings([ANY]), ...pages)).toEqual(['3 price.changed any change'])
      expect(await shown(settings([lowest(null)]), ...pages, soldOut(at(9_000)))).toEqual([
        '3 price.changed price lowest ever',
      ])
    })

    it('a new shop of general.offers', async () => {
      const offer = (key: string, cents: number): Offer[] => [
        { key, seller: key, price: { cents, currency: 'EUR' }, stock: 'in_stock' },
      ]
      const prices: (readonly [number, number | null])[] = [
        [7_000, null],
        [10_000, null],
        [10_000, 9_000],
        [10_000, 8_500],
        [10_000, 6_900],
      ]
      const history = historyOf(
        settings([lowest(30 * DAY), bound('<', 9_500)]),
        story => {
          for (const [alder, birch] of prices)
            story.check({
              shows: 'offers',
              shops: {
                alder: offer('alder', alder),
                birch: birch === null ? 'upstream_timeout' : offer('birch', birch),
              },
            })
        },
        'general.offers',
      )
      // 90 of the new shop is no alert, 85 is above the 70 of before, 69 is the lowest.
      expect(await alertsOf(history)).toEqual([
        '0 price.changed price < 95',
        '4 price.changed price lowest in 30d',
      ])
    })
  })

  describe('7: a cooldown', () => {
    const later = (...pages: Product[]) =>
      historyOf(settings([ANY], { cooldownMs: 3 * HOUR }), story => pages.forEach(page => story.show(page)))

    it('makes alerts of all that one check finds', async () => {
      expect(await alertsOf(later(at(10_000), withStock(at(9_000), 'out_of_stock')))).toEqual([
        '1 price.changed any change',
        '1 availability.changed any change',
      ])
    })

    it('ends with all that is true by then, each once', async () => {
      const both = withStock(at(8_000), 'out_of_stock')
      const history = later(at(10_000), at(9_000), both, both, both, both)
      expect(await alertsOf(history)).toEqual([
        '1 price.changed any change',
        '4 price.changed any change',
        '4 availability.changed any change',
      ])
      const played = await play(connections.database, { ...history, seed: seed++ })
      expect(played[4]?.map(({ type, before, after }) => [type, before, after])).toEqual([
        ['price.changed', { price: '90.00 EUR' }, { price: '80.00 EUR' }],
        ['availability.changed', { availability: 'in_stock' }, { availability: 'out_of_stock' }],
      ])
    })

    it.each([
      ['price < 95', bound('<', 9_500), [10_000, 9_000, 10_000, 9_000, 9_000, 9_000]],
      ['price lowest ever', lowest(null), [10_000, 9_000, 10_000, 9_000, 9_000, 9_000]],
      ['any change', ANY, [10_000, 9_000, 8_000, 9_000, 9_000, 9_000]],
    ])('does not tell the told value again: %s', async (when, condition, prices) => {
      const wanted = settings([condition], { cooldownMs: 3 * HOUR })
      expect(await shown(wanted, ...prices.map(at))).toEqual([`1 price.changed ${when}`])
    })

    it('is not "back in stock" for who was told that it is in stock', async () => {
      const wanted = settings([BACK, OUT], { cooldownMs: 3 * HOUR })
      expect(await shown(wanted, out, boot, out, out, boot, boot)).toEqual([
        '1 availability.changed back in stock',
      ])
    })
  })

  it('38, 7: with confirm the first values are compared with only once they count', async () => {
    const history = historyOf(settings([move('drops', { percent: 10 })], { confirm: 2 }), story => {
      story.show(at(10_000))
      story.show(at(8_000), 2)
      story.show(at(7_000), 2)
    })
    expect(await alertsOf(history)).toEqual(['4 price.changed price drops 10%'])
    const played = await play(connections.database, { ...history, seed: seed++ })
    expect(played.map(changes => changes.map(change => change.type))).toEqual([
      [],
      [],
      [],
      [],
      ['price.changed'],
    ])
  })
})

// The decision about a check, rule by rule. test/watch/histories holds it against 2,000 scripted histories.
import { describe, expect, it } from 'vitest'
import type { FaultCode } from '#kit/fault'
import { parseConditions } from '../../settings/watch-rules/condition.ts'
import { type Decision, decide } from './decide.ts'
import { type Facts, moneyOf } from '../facts/facts.ts'
import type { Identity } from '../facts/identity.ts'
import { type CheckResult, type LastKnown, NOTHING_KNOWN } from '../model/knowledge.ts'
import { factsOfOffers } from '../facts/offer-facts.ts'
import type { HeldPrice } from '../history/price-moves.ts'

const HOUR = 3_600_000
const BOOT: Identity = { sku: '55301', gtin: null, mpn: 'AB-1200', name: 'Hiking boot', codes: [] }
const POT: Identity = { sku: '99120', gtin: null, mpn: 'POT-7', name: 'Plant pot', codes: [] }

function play(
  when: string,
  results: readonly CheckResult[],
  more: { confirm?: number; cooldownMs?: number; needsPrice?: boolean } = {},
): Decision[] {
  const parsed = parseConditions(when)
  if ('error' in parsed) throw new Error(parsed.error)
  const rules = { conditions: parsed.conditions, confirm: 1, cooldownMs: 0, ...more }
  let known: LastKnown = NOTHING_KNOWN
  return results.map((result, index) => {
    const check = { ...result, requestId: `r${index}`, atMs: index * HOUR }
    const decision = decide(known, check, { price: pricesOf(results.slice(0, index)) }, rules)
    known = decision.knowledge
    return decision
  })
}

/** As the store has them: one check an hour, each price until the next. */
function pricesOf(results: readonly CheckResult[]): HeldPrice[] {
  return results.flatMap((result, index) => {
    const price = result.kind === 'facts' ? moneyOf(result.facts.price) : undefined
    return price ? [{ price, fromMs: index * HOUR, untilMs: (index + 1) * HOUR }] : []
  })
}

/** The indexes of the checks that alert. */
const alertsOf = (decisions: readonly Decision[]) =>
  decisions.flatMap(({ changes }, index) => (changes.some(change => change.alert) ? [index] : []))
const typesOf = (decisions: readonly Decision[]) =>
  decisions.map(({ changes }) => changes.map(change => change.type))
const boot = (facts: Facts, identity = BOOT): CheckResult => ({
  kind: 'facts',
  facts: { name: 'Hiking boot', ...facts },
  identity,
})
const priced = (...amounts: readonly number[]) =>
  amounts.map(amount => boot({ price: `${amount.toFixed(2)} EUR`, availability: 'in_stock' }))
const stock = (...all: readonly (string | undefined)[]) =>
  all.map(availability =>
    boot({ price: '10.00 EUR', ...(availability === undefined ? {} : { availability }) }),
  )
const fault = (code: FaultCode): CheckResult => ({ kind: 'fault', fault: code, detail: '' })

describe('a price', () => {
  it.each([
    ['price < 100', [120, 99, 98, 99, 101, 99], [1, 5]],
    ['price < 100', [90, 95], [0]],
    ['price <= 100', [120, 100], [1]],
    ['price > 100', [90, 100, 101], [2]],
    ['price < 100 EUR', [120, 90], [1]],
    ['price < 100 USD', [120, 90], []],
    ['price drops 10%', [100, 99, 98, 97, 96, 95, 94, 93, 92, 91, 90, 89], [10]],
    ['price drops 10%', [100, 90, 100, 90, 81], [1, 4]],
    ['price drops', [100, 99.99, 100, 99.99], [1]],
    ['price drops 5', [100, 95.01, 95], [2]],
    ['price rises 50%', [100, 149.99, 150], [2]],
    ['price lowest ever', [100, 90, 95, 90, 89.99], [1, 4]],
    ['price < 80 or price drops 10%', [100, 90, 79], [1, 2]],
    ['price drops 10% in 3h', [100, 98, 96, 95, 90], []],
    ['price drops 10% in 3h', [100, 99, 90, 89, 80], [2, 4]],
    ['price rises 10% in 3h', [100, 95, 105, 104], [2]],
    ['price lowest in 3h', [80, 100, 100, 100, 100, 90, 90], [5]],
  ])('%s over %j alerts at %j', (when, amounts, expected) => {
    expect(alertsOf(play(when, priced(...amounts)))).toEqual(expected)
  })

  it('in another currency is a change of the product, and compares with the last price in that currency', () => {
    const [home, abroad] = [boot({ price: '120.00 EUR' }), boot({ price: '90.00 USD' })]
    const decisions = play('price < 100 or price drops 5%', [
      home,
      abroad,
      home,
      abroad,
      boot({ price: '95.00 EUR' }),
    ])
    expect(alertsOf(decisions)).toEqual([4])
    expect(typesOf(decisions).slice(0, 4)).toEqual([
      [],
      ['product.changed'],
      ['product.changed'],
      ['product.changed'],
    ])
    expect(decisions[4]?.changes.find(change => change.alert)).toMatchObject({
      before: { price: '120.00 EUR' },
      after: { price: '95.00 EUR' },
    })
  })

  it('that is no longer read while the product can be bought is a failure of the watch', () => {
    const decisions = play('any change', [
      ...priced(100),
      boot({ availability: 'in_stock' }),
      ...priced(100, 90),
    ])
    expect(typesOf(decisions)).toEqual([[], ['watch.failing'], ['watch.recovered'], ['price.changed']])
    expect(decisions[1]).toMatchObject({
      outcome: 'upstream_changed',
      knowledge: { facts: { price: '100.00 EUR' } },
      changes: [{ after: { outcome: 'upstream_changed', field: 'price' }, alert: false }],
    })
    expect(alertsOf(decisions)).toEqual([3])
  })

  it('that was never read is a failure of a watch for it, told once, until it is read', () => {
    const [unread, shown] = [boot({ availability: 'in_stock' }), boot({ price: '90.00 EUR' })]
    const soldOut = boot({ availability: 'out_of_stock' })
    const decisions = play('price < 100', [unread, unread, soldOut, unread, shown], { needsPrice: true })
    expect(typesOf(decisions).map(types => types.filter(type => type.startsWith('watch')))).toEqual([
      ['watch.failing'],
      [],
      ['watch.recovered'],
      ['watch.failing'],
      ['watch.recovered'],
    ])
    expect(decisions.map(({ outcome }) => outcome)).toEqual([
      'upstream_changed',
      'upstream_changed',
      'ok',
      'upstream_changed',
      'ok',
    ])
    expect(alertsOf(decisions)).toEqual([4])
    expect(typesOf(play('any change', [unread, unread]))).toEqual([[], []])
  })

  it('that a shop hides while the product is out of stock is no alert, nor its return', () => {
    const [shown] = priced(100)
    const hidden = boot({ availability: 'out_of_stock' })
    expect(
      alertsOf(play('price < 110 or price drops', [shown as CheckResult, hidden, shown as CheckResult])),
    ).toEqual([0])
  })
})

describe('stock', () => {
  it.each([
    ['back in stock', ['in_stock', 'out_of_stock', 'limited', 'in_stock'], [2]],
    ['back in stock', ['in_stock', undefined, 'in_stock'], []],
    ['back in stock', ['out_of_stock', undefined, 'in_stock'], [2]],
    ['back in stock', ['out_of_stock', 'preorder', 'out_of_stock'], []],
    ['out of stock', ['in_stock', 'out_of_stock', 'discontinued'], [1]],
  ])('%s over %j alerts at %j', (when, all, expected) => {
    expect(alertsOf(play(when, stock(...all)))).toEqual(expected)
  })

  it('is told with the stock before, or with what it is the opposite of when that was not known', () => {
    const reasonsOf = (...all: (string | undefined)[]) =>
      play('back in stock', stock(...all)).flatMap(({ changes }) =>
        changes
          .filter(change => change.alert)
          .map(change => [change.before.availability, change.explanation]),
      )
    const why = { reasons: [{ baseline: { is: 'stock', value: 'out_of_stock' } }] }
    expect(reasonsOf('discontinued', 'in_stock')).toMatchObject([['discontinued', why]])
    expect(reasonsOf('out_of_stock', undefined, 'in_stock')).toMatchObject([['out_of_stock', why]])
  })

  it('is not known while the product is gone', () => {
    const [inStock, out] = stock('in_stock', 'out_of_stock') as [CheckResult, CheckResult]
    expect(alertsOf(play('back in stock', [inStock, fault('not_found'), out]))).toEqual([])
    expect(alertsOf(play('back in stock', [inStock, fault('not_found'), inStock]))).toEqual([])
    expect(alertsOf(play('back in stock', [out, fault('not_found'), inStock]))).toEqual([2])
    expect(typesOf(play('any change', [inStock, fault('not_found'), fault('not_found'), inStock]))).toEqual([
      [],
      ['product.gone'],
      [],
      ['product.back'],
    ])
  })
})

describe('a fault', () => {
  it.each(['upstream_failed', 'upstream_blocked', 'upstream_changed', 'upstream_timeout'] as const)(
    '%s is never an alert, and changes no fact',
    code => {
      const decisions = play('any change', [
        ...priced(100),
        fault(code),
        fault(code),
        fault(code),
        ...priced(100),
      ])
      expect(alertsOf(decisions)).toEqual([])
      expect(decisions[3]?.knowledge.facts).toEqual(decisions[0]?.knowledge.facts)
      expect(typesOf(decisions).flat()).toEqual(['watch.failing', 'watch.recovered'])
    },
  )

  it('that may pass is reported after the third in a row, any other at once', () => {
    const failed = fault('upstream_failed')
    expect(typesOf(play('any change', [failed, failed, ...priced(1), failed, failed, failed]))).toEqual([
      [],
      [],
      [],
      [],
      [],
      ['watch.failing'],
    ])
    expect(typesOf(play('any change', [fault('upstream_blocked')]))).toEqual([['watch.failing']])
  })
})

describe('another product under the same address', () => {
  const pot = boot({ price: '9.00 EUR', availability: 'in_stock', name: 'Plant pot' }, POT)

  it('is never an alert, is reported with both identities, and begins a new history', () => {
    const decisions = play('any change or price < 50 or price drops 10%', [...priced(100), pot, pot])
    expect(alertsOf(decisions)).toEqual([])
    expect(decisions[1]?.isReplaced).toBe(true)
    expect(decisions[1]?.changes).toEqual([
      {
        type: 'product.replaced',
        before: { sku: '55301', gtin: null, mpn: 'AB-1200', name: 'Hiking boot' },
        after: { sku: '99120', gtin: null, mpn: 'POT-7', name: 'Plant pot' },
        alert: false,
      },
    ])
  })

  it('that gives way to the first one again is compared with what was known of that', () => {
    const decisions = play('price drops 10%', [...priced(100), pot, ...priced(100, 90)])
    expect(typesOf(decisions)).toEqual([[], ['product.replaced'], ['product.replaced'], ['price.changed']])
    expect(alertsOf(play('price drops 10%', [...priced(100), pot, ...priced(80)]))).toEqual([2])
  })

  it('is not assumed because a code is missing or is that of another variant', () => {
    const codes = ['5530109', '5530110']
    const one = boot({ price: '100.00 EUR' }, { ...BOOT, mpn: null, sku: '55301-09', codes })
    const other = boot(
      { price: '80.00 EUR' },
      { ...BOOT, mpn: null, sku: '55301-10', codes, name: 'Hiking boot, size 10' },
    )
    const plain = boot(
      { price: '80.00 EUR' },
      { sku: null, gtin: null, mpn: null, name: 'Hiking Boot - Shop', codes: [] },
    )
    expect(alertsOf(play('price drops 10%', [one, other]))).toEqual([1])
    expect(alertsOf(play('price drops 10%', [one, plain]))).toEqual([1])
  })
})

describe('an answer without a document that fails', () => {
  const priceAt = (prices: readonly number[], partial: readonly number[]) => {
    const rules = { conditions: [{ kind: 'any', text: 'any change' } as const], confirm: 1, cooldownMs: 0 }
    let known: LastKnown = NOTHING_KNOWN
    return prices.map((price, index) => {
      const result = boot({ price: `${price}.00 EUR` })
      const isPartial = partial.includes(index)
      const decision = decide(
        known,
        { ...result, requestId: `r${index}`, atMs: index * HOUR, isPartial },
        { price: [] },
        rules,
      )
      known = decision.knowledge
      return decision
    })
  }

  it('changes nothing, until three in a row say the same, and is not asked again soon', () => {
    const passing = priceAt([20, 10, 10, 20, 20], [1, 2])
    expect(alertsOf(passing)).toEqual([])
    expect(passing.map(one => one.isUnconfirmed)).toEqual(passing.map(() => false))
    expect(alertsOf(priceAt([20, 10, 10, 10], [1, 2, 3]))).toEqual([3])
  })

  it('is confirmed by a whole one', () => {
    expect(alertsOf(priceAt([20, 10, 10], [1]))).toEqual([2])
  })
})

describe('confirm', () => {
  it('counts a change when so many checks in a row saw it, and asks to check again soon', () => {
    const decisions = play('price < 50', priced(100, 1, 100, 40, 40, 40), { confirm: 2 })
    expect(alertsOf(decisions)).toEqual([4])
    expect(decisions.map(one => one.isUnconfirmed)).toEqual([true, true, false, true, false, false])
    expect(decisions[4]?.changes.find(change => change.alert)?.explanation).toMatchObject({
      sinceMs: 3 * HOUR,
      times: 2,
      requestIds: ['r3', 'r4'],
    })
  })

  it('also holds for the first price', () => {
    expect(alertsOf(play('price < 50', priced(40, 40), { confirm: 2 }))).toEqual([1])
    expect(alertsOf(play('price < 50', priced(1, 100, 100), { confirm: 2 }))).toEqual([])
  })

  it('is not interrupted by a fault, which saw nothing', () => {
    const [before, after] = priced(100, 40) as [CheckResult, CheckResult]
    const results = [before, before, after, fault('upstream_failed'), after]
    expect(alertsOf(play('price < 50', results, { confirm: 2 }))).toEqual([4])
  })
})

describe('cooldown', () => {
  it('allows one alert in its time, then one with what is true by then', () => {
    const decisions = play('price drops 1%', priced(100, 90, 80, 70, 75), { cooldownMs: 3 * HOUR })
    expect(alertsOf(decisions)).toEqual([1, 4])
    expect(decisions[4]?.changes.filter(change => change.alert)).toMatchObject([
      { type: 'price.changed', before: { price: '70.00 EUR' }, after: { price: '75.00 EUR' } },
    ])
    expect(decisions[4]?.changes[0]?.explanation?.reasons).toMatchObject([
      { baseline: { is: 'last_alert', value: '90.00 EUR', atMs: HOUR } },
    ])
  })

  it('sends nothing at its end if all is as it was told', () => {
    expect(alertsOf(play('any change', priced(100, 90, 80, 90, 90), { cooldownMs: 3 * HOUR }))).toEqual([1])
    expect(alertsOf(play('any change', priced(100, 90, 80, 80, 80), { cooldownMs: 3 * HOUR }))).toEqual([
      1, 4,
    ])
  })
})

it('a failing watch names the field that is not read', () => {
  const unread = boot({ availability: 'in_stock' })
  const named: CheckResult = {
    kind: 'fault',
    fault: 'upstream_changed',
    detail: '',
    field: 'name',
  }
  const failing = (...results: CheckResult[]) =>
    play('any change', results).flatMap(({ changes }) => changes.map(({ after }) => after))
  expect(failing(...priced(100), unread)).toEqual([{ outcome: 'upstream_changed', field: 'price' }])
  expect(failing(...priced(100), named)).toEqual([{ outcome: 'upstream_changed', field: 'name' }])
  expect(failing(fault('upstream_blocked'))).toEqual([{ outcome: 'upstream_blocked' }])
})

describe('offers of several shops', () => {
  const offers = (prices: Readonly<Record<string, number | null | 'failed'>>): CheckResult => ({
    kind: 'facts',
    facts: factsOfOffers({
      product: { name: 'Boot' },
      offers: Object.entries(prices).flatMap(([site, price]) =>
        typeof price === 'number'
          ? [{ site, seller: null, price: { amount: price.toFixed(2), currency: 'EUR' } }]
          : [],
      ),
      sites: Object.entries(prices).map(([site, price]) => ({
        site,
        outcome: price === 'failed' ? 'upstream_blocked' : 'ok',
      })),
    }),
    failedSites: Object.keys(prices).filter(site => prices[site] === 'failed'),
  })

  it('keep the last values of a shop that failed', () => {
    const results = [offers({ a: 100, b: 80 }), offers({ a: 100, b: 'failed' }), offers({ a: 100, b: 80 })]
    const decisions = play('any change', results)
    expect(typesOf(decisions)).toEqual([[], [], []])
    expect(decisions[1]?.knowledge.facts).toMatchObject({
      price: '80.00 EUR',
      'site/b/price': '80.00 EUR',
      offer_count: '2',
    })
  })

  it('take a shop that answers for the first time as it is', () => {
    const results = [offers({ a: 100, b: 'failed' }), offers({ a: 100, b: 80 }), offers({ a: 100, b: 70 })]
    expect(alertsOf(play('price drops 5%', results))).toEqual([2])
    expect(typesOf(play('price drops 5%', results))[1]).toEqual(['product.changed'])
  })

  it('are out of stock only if every shop that answered has none', () => {
    const results = [
      offers({ a: 100, b: 'failed' }),
      offers({ a: 'failed', b: null }),
      offers({ a: null, b: null }),
    ]
    expect(alertsOf(play('out of stock', results))).toEqual([2])
  })
})

it('a condition that is added later begins with what is known', () => {
  const [first, second] = priced(100, 100) as [CheckResult, CheckResult]
  const known = play('back in stock', [first])[0]?.knowledge ?? NOTHING_KNOWN
  const parsed = parseConditions('price < 110 or price drops 10%')
  if ('error' in parsed) throw new Error(parsed.error)
  const decision = decide(
    known,
    { ...second, requestId: 'r', atMs: HOUR },
    {},
    { ...parsed, confirm: 1, cooldownMs: 0 },
  )
  expect(decision.changes).toMatchObject([{ type: 'price.changed', alert: true }])
  expect(decision.changes[0]?.explanation?.reasons.map(one => one.when)).toEqual(['price < 110'])
})

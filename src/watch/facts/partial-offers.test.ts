// A shop of general.offers of which one page failed: what it offers on the others counts, what is missing is no change.
import { describe, expect, it } from 'vitest'
import { resultOfAnswer } from '../check/answer-facts.ts'
import { parseConditions } from '../../settings/watch-rules/condition.ts'
import { decide } from '../decide/decide.ts'
import { type LastKnown, NOTHING_KNOWN } from '../model/knowledge.ts'

type Shop = readonly [outcome: string, ...prices: number[]]

function answerOf(shops: Readonly<Record<string, Shop>>): unknown {
  const offers = Object.entries(shops).flatMap(([site, [, ...prices]]) =>
    prices.map(price => ({ site, seller: null, price: { amount: price.toFixed(2), currency: 'EUR' } })),
  )
  const sites = Object.entries(shops).map(([site, [outcome, ...prices]]) => ({
    site,
    outcome,
    count: prices.length,
  }))
  return { code: 'PV4272-660-9', product: { name: 'Arc Runner' }, offers, sites }
}

/** `1 price.changed!`: the number of the check, the change, and `!` if it alerts. */
function changesOf(when: string, checks: readonly Readonly<Record<string, Shop>>[]) {
  const parsed = parseConditions(when)
  if ('error' in parsed) throw new Error(parsed.error)
  const rules = { conditions: parsed.conditions, confirm: 1, cooldownMs: 0 }
  let known: LastKnown = NOTHING_KNOWN
  return checks.flatMap((shops, nth) => {
    const result = resultOfAnswer('general.offers', answerOf(shops))
    const check = { ...result, requestId: `r${nth}`, atMs: nth * 3_600_000 }
    const decision = decide(known, check, { price: [] }, rules)
    known = decision.knowledge
    return decision.changes.map(({ type, alert }) => `${nth} ${type}${alert ? '!' : ''}`)
  })
}

const [ok, broken] = ['ok', 'upstream_failed']

describe('a shop with a broken page', () => {
  it('alerts for what it offers on another one', () => {
    const checks = [
      { a: [ok, 100], b: [broken, 99] },
      { a: [ok, 100], b: [broken, 90] },
    ] as const
    expect(changesOf('price < 95', checks)).toEqual(['1 price.changed!'])
  })

  it('is watched alone, up and down', () => {
    const checks = ([100, 90, 90, 95] as const).map(price => ({ b: [broken, price] as const }))
    expect(changesOf('any change', checks)).toEqual(['1 price.changed!', '3 price.changed!'])
  })

  it('has not raised its price because the cheaper offer is on the broken page', () => {
    const whole = { a: [ok, 120], b: [ok, 90, 110] } as const
    const checks = [whole, { ...whole, b: [broken, 110] } as const, whole]
    expect(changesOf('any change', checks)).toEqual([])
  })

  it('has lowered its price, whatever is on the broken page', () => {
    const checks = [{ b: [ok, 90, 110] }, { b: [broken, 80] }, { b: [ok, 80, 110] }] as const
    expect(changesOf('price drops 10%', checks).filter(one => one.endsWith('!'))).toEqual([
      '1 price.changed!',
    ])
  })

  it('fails if it offers nothing', () => {
    const checks = [{ b: [ok, 90] }, { b: [broken] }, { b: [broken] }, { b: [broken] }] as const
    expect(changesOf('any change', checks)).toEqual(['3 watch.failing'])
  })

  it('that has fewer offers keeps them all, beside a shop that changes', () => {
    const checks = [
      { a: [ok, 120], b: [ok, 90, 110] },
      { a: [ok, 85], b: [broken, 110] },
    ] as const
    expect(changesOf('price < 89', checks)).toEqual(['1 price.changed!'])
  })
})

// The changes that a check reports.
import { describe, expect, it } from 'vitest'
import { type CheckResult, judge, type Knowledge, NOTHING_KNOWN } from './changes.ts'
import type { Condition } from './condition.ts'

const ANY: Condition = { kind: 'any' }
const known = (facts: Record<string, string>): Knowledge => ({ ...NOTHING_KNOWN, facts })
const fault = (code: 'upstream_failed' | 'upstream_blocked' | 'not_found'): CheckResult => ({
  fault: code,
  detail: '',
})

/** The types of changes that a series of results produces, check by check. */
function changeTypes(start: Knowledge, results: readonly CheckResult[]): string[][] {
  let knowledge = start
  return results.map(result => {
    const verdict = judge(knowledge, result, ANY)
    knowledge = verdict.knowledge
    return verdict.changes.map(change => change.type)
  })
}

describe('a check', () => {
  it('reports nothing when it is the first or finds nothing new', () => {
    const facts = { price: '1.00 EUR' }
    expect(changeTypes(NOTHING_KNOWN, [{ facts }, { facts }])).toEqual([[], []])
  })

  it('reports one change per type, with only the facts that differ', () => {
    const before = { name: 'A', price: '2.00 EUR', 'variant/9/price': '2.00 EUR', availability: 'in_stock' }
    const after = { name: 'B', price: '1.00 EUR', availability: 'limited' }
    expect(judge(known(before), { facts: after }, ANY).changes).toEqual([
      {
        type: 'price.changed',
        before: { price: '2.00 EUR', 'variant/9/price': '2.00 EUR' },
        after: { price: '1.00 EUR', 'variant/9/price': null },
        alert: true,
      },
      {
        type: 'availability.changed',
        before: { availability: 'in_stock' },
        after: { availability: 'limited' },
        alert: true,
      },
      { type: 'product.changed', before: { name: 'A' }, after: { name: 'B' }, alert: true },
    ])
  })

  it('alerts only for changes that the condition covers', () => {
    const condition: Condition = {
      kind: 'compare',
      field: 'price',
      operator: '<',
      amount: '100',
      currency: undefined,
    }
    const { changes } = judge(
      known({ name: 'A', price: '200.00 EUR' }),
      { facts: { name: 'B', price: '90.00 EUR' } },
      condition,
    )
    expect(changes.map(change => [change.type, change.alert])).toEqual([
      ['price.changed', true],
      ['product.changed', false],
    ])
  })

  it('that fails changes no fact, and is reported after the third consecutive failure', () => {
    const facts = { price: '1.00 EUR' }
    expect(
      changeTypes(known(facts), [
        fault('upstream_failed'),
        fault('upstream_failed'),
        { facts },
        fault('upstream_failed'),
        fault('upstream_failed'),
        fault('upstream_failed'),
        fault('upstream_failed'),
        { facts: { price: '2.00 EUR' } },
      ]),
    ).toEqual([[], [], [], [], [], ['watch.failing'], [], ['price.changed', 'watch.recovered']])
  })

  it('that fails with a non-retryable fault is reported at once', () => {
    expect(changeTypes(NOTHING_KNOWN, [fault('upstream_blocked'), fault('upstream_blocked')])).toEqual([
      ['watch.failing'],
      [],
    ])
  })

  it('reports a product that is gone and back, and compares it with the last known facts', () => {
    const facts = { price: '1.00 EUR' }
    expect(
      changeTypes(known(facts), [fault('not_found'), fault('not_found'), { facts: { price: '3.00 EUR' } }]),
    ).toEqual([['product.gone'], [], ['price.changed', 'product.back']])
  })
})

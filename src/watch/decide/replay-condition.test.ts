// Which alerts a condition would have raised over a history.
import { describe, expect, it } from 'vitest'
import { parseConditions } from '../../settings/watch-rules/condition.ts'
import { type MergedHistory, REPLACED } from '../history/history.ts'
import { replayCondition } from './replay-condition.ts'

const HOUR = 3_600_000

/** One price an hour. */
function history(amounts: readonly number[], gaps: MergedHistory['gaps'] = []): MergedHistory {
  const segments = amounts.map((amount, hour) => ({
    firstSeenMs: hour * HOUR,
    lastSeenMs: (hour + 0.5) * HOUR,
    untilMs: (hour + 1) * HOUR,
    facts: { price: `${amount.toFixed(2)} EUR`, availability: 'in_stock', name: 'Lamp' },
  }))
  return { segments, gaps, isThinned: false, stats: {} }
}

function alertsOf(when: string, merged: MergedHistory, cooldownMs = 0): number[] {
  const parsed = parseConditions(when)
  if ('error' in parsed) throw new Error(parsed.error)
  const rules = { conditions: parsed.conditions, confirm: 3, cooldownMs }
  return replayCondition(merged, rules).map(({ atMs }) => atMs / HOUR)
}

describe('a condition over a history', () => {
  it.each<[string, number[], number[]]>([
    ['price < 80', [100, 79, 78, 81, 79], [1, 4]],
    ['price drops 10%', [100, 95, 90, 89, 81], [2, 4]],
    ['price drops 10% in 2h', [100, 95, 90, 80], [2, 3]],
    ['price drops 10% in 2h', [100, 99, 98, 97, 96, 95, 94, 93, 92, 91], []],
    ['price lowest in 3h', [80, 100, 100, 100, 100, 90], [5]],
    ['any change', [100, 100, 90], [2]],
  ])('%s of %j alerts in hours %j', (when, amounts, hours) => {
    expect(alertsOf(when, history(amounts))).toEqual(hours)
  })

  it('is held back by the cooldown', () => {
    expect(alertsOf('any change', history([100, 90, 80, 70, 60]), 2 * HOUR)).toEqual([1, 3])
  })

  it('tells that a product was gone and is back', () => {
    const gone = { fromMs: 0.5 * HOUR, toMs: HOUR, outcome: 'not_found' }
    expect(alertsOf('any change', history([100, 100], [gone]))).toEqual([0.5, 1])
    const failed = { ...gone, outcome: 'upstream_timeout' }
    expect(alertsOf('any change', history([100, 100], [failed]))).toEqual([])
  })

  it('begins anew with another product at the address', () => {
    const replaced = { fromMs: 2 * HOUR, toMs: 2 * HOUR, outcome: REPLACED }
    expect(alertsOf('any change', history([100, 100, 10], [replaced]))).toEqual([])
    expect(alertsOf('price drops 10% in 3h', history([100, 100, 10, 10], [replaced]))).toEqual([])
    expect(alertsOf('price drops 10% in 3h', history([100, 100, 50, 40], [replaced]))).toEqual([3])
  })
})

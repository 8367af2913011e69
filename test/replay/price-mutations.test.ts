// Scales the amounts in every happy case's data, as if a shop changed its units: no wrong price is ever answered.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/answer/request/registry.ts'
import type { PriceField } from '#kit/page/printed-prices'
import { sites } from '../../adapters/sites/index.ts'
import { sample } from '../sample.ts'
import { findMutableCases } from './find-cases.ts'
import { rescalingsOf } from './mutate.ts'
import { runCase } from './run-case.ts'

const registry = createRegistry(sites)
/** Sources with only one price, or one and a regular price: a change of units looks like a new price. */
const STATED_ONCE = new Set([
  'fastfashion2/product/newer-interface',
  'luxurymarket/product/extended-from-json-ld',
  'luxurymarket/product/plain-product',
  'sportswear/product/feed',
  'sportswear/product/older-redux-state',
])
const cases = findMutableCases().filter(
  one => !STATED_ONCE.has(one.name) && registry.byId.get(one.expected.operation)?.operation.prices,
)

const KINDS = [
  ['cents as units', 100],
  ['units as cents', 0.01],
  ['dot and comma swapped', 0.001],
  ['ten times as much', 10],
] as const

describe.each([...sample(KINDS, 2)])('%s', (kind, factor) => {
  const noticedBy = new Map<string, number>()

  it.each(cases)('$name answers no wrong price', { timeout: 120_000 }, async one => {
    const fields = registry.byId.get(one.expected.operation)?.operation.prices ?? []
    const before = await runCase(one)
    if ('fault' in before) expect.fail(before.fault.detail)
    const silent: string[] = []
    let noticed = 0
    for (const { place, changed } of rescalingsOf(one, factor)) {
      const after = await runCase(changed)
      if ('fault' in after) noticed++
      else
        silent.push(
          ...fields.filter(field => isScaled(field, before.result, after.result, factor)).map(() => place),
        )
    }
    console.log(`${one.name}, ${kind}: ${noticed} noticed, ${silent.length} silent`)
    expect(silent).toEqual([])
    noticedBy.set(one.expected.operation, (noticedBy.get(one.expected.operation) ?? 0) + noticed)
  })

  it('is noticed in every operation', () => {
    expect([...noticedBy].filter(([, noticed]) => noticed === 0)).toEqual([])
    expect(noticedBy.size).toBe(new Set(cases.map(one => one.expected.operation)).size)
  })
})

/** Whether all amounts of a field are scaled. */
function isScaled({ amount }: PriceField, before: unknown, after: unknown, factor: number): boolean {
  const was = amountsAt(before, amount)
  const now = amountsAt(after, amount)
  return was.length > 0 && was.every((one, place) => Math.abs((now[place] ?? 0) - one * factor) < 0.001 * one)
}

function amountsAt(value: unknown, pointer: string): number[] {
  let here: unknown[] = [value]
  for (const token of pointer.split('/').slice(1)) {
    here = here.flatMap(one =>
      token === '*' ? (one as unknown[]) : [(one as Record<string, unknown> | undefined)?.[token]],
    )
  }
  return here.filter(one => typeof one === 'number' && one > 0) as number[]
}

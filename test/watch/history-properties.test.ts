// Compares random histories with a simple reference implementation: only observed values, and no minimum, maximum or change
// lost.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Facts } from '../../src/watch/facts/facts.ts'
import { mergeHistory, OUTCOME_SERIES } from '../../src/watch/history/history.ts'
import type { Period } from '../../src/watch/model/series-spans.ts'
import { POINTS_MAX } from '../../src/watch/history/thin.ts'
import { columnsOf, type Span } from './span-columns.ts'

/** The result of one check: facts, or undefined if it failed. */
type Seen = Facts | undefined

const STEP_MS = 1_000
const VARIANT = 'variant/M/price'
const STOCK = ['availability', 'variant/M/availability'] as const

const price = fc.integer({ min: 1, max: 400 }).map(cents => `${(cents / 100).toFixed(2)} EUR`)
const stock = fc.constantFrom('in_stock', 'out_of_stock')
const inStock = fc.constant('in_stock')
const priced = { price, [VARIANT]: price, name: fc.constantFrom('A', 'B') }
/** Mostly checks with another price, now and then a failure or another stock. */
const check: fc.Arbitrary<Seen> = fc.oneof(
  { weight: 60, arbitrary: seenWith({ availability: inStock }) },
  { weight: 1, arbitrary: seenWith({ availability: stock }) },
  { weight: 1, arbitrary: seenWith({ availability: inStock, [STOCK[1]]: stock }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
)

/** Prices and the name may be missing. */
function seenWith(stocks: Record<string, fc.Arbitrary<string>>): fc.Arbitrary<Facts> {
  const all: Record<string, fc.Arbitrary<string>> = { ...priced, ...stocks }
  return fc.record(all, { requiredKeys: Object.keys(stocks) })
}

/** The spans as the store writes them. */
function spansOf(checks: readonly Seen[]): Span[] {
  const open = new Map<string, Span>()
  const spans: Span[] = []
  const see = (series: string, value: string | undefined, atMs: number) => {
    const known = open.get(series)
    if (known && known.value === value) open.set(series, { ...known, lastSeenMs: atMs })
    else {
      if (known) spans.push({ ...known, endedMs: atMs })
      open.delete(series)
      if (value !== undefined)
        open.set(series, { series, value, firstSeenMs: atMs, lastSeenMs: atMs, endedMs: undefined })
    }
  }
  for (const [n, seen] of checks.entries()) {
    see(OUTCOME_SERIES, seen ? 'ok' : 'upstream_failed', n * STEP_MS)
    if (!seen) continue
    for (const series of new Set([...open.keys(), ...Object.keys(seen)]))
      if (series !== OUTCOME_SERIES) see(series, seen[series], n * STEP_MS)
  }
  return [...spans, ...open.values()]
}

/** A short list of checks, repeated until there is more than a chart can show. */
const history = fc
  .array(check, { minLength: 300, maxLength: 600 })
  .map(some =>
    Array.from({ length: 4 * POINTS_MAX }, (_, n) => some[(n * 7 + Math.floor(n / 600)) % some.length]),
  )

it('a history loses no minimum, maximum or change of stock, and shows only observed values', () => {
  fc.assert(
    fc.property(history, fc.nat({ max: 200 }), (checks, begin) => {
      const period: Period = { fromMs: begin * STEP_MS, toMs: checks.length * STEP_MS }
      const merged = mergeHistory(columnsOf(spansOf(checks)), period)
      const seen = checks.flatMap((one, n) => (one && n >= begin ? [{ atMs: n * STEP_MS, facts: one }] : []))
      expect(merged.segments.length).toBeLessThanOrEqual(POINTS_MAX)
      const untrue = merged.segments.filter(({ firstSeenMs, lastSeenMs, facts: shown }) =>
        [firstSeenMs, lastSeenMs].some(atMs => textOf(shown) !== textOf(checks[atMs / STEP_MS])),
      )
      expect(untrue).toEqual([])
      for (const series of ['price', VARIANT])
        expect(extremesOf(merged.segments.map(one => one.facts[series]))).toEqual(
          extremesOf(seen.map(one => one.facts[series])),
        )
      const kept = new Set(merged.segments.map(one => one.firstSeenMs))
      const changes = seen.filter(
        (one, n) => n > 0 && STOCK.some(series => one.facts[series] !== seen[n - 1]?.facts[series]),
      )
      expect(changes.slice(-POINTS_MAX / 4).filter(({ atMs }) => !kept.has(atMs))).toEqual([])
      expect(merged.stats.price?.min.amount).toBe(extremesOf(seen.map(one => one.facts.price))[0]?.toFixed(2))
      expect(merged.stats.price?.max.amount).toBe(extremesOf(seen.map(one => one.facts.price))[1]?.toFixed(2))
    }),
    { numRuns: 12 },
  )
})

function textOf(seen: Seen): string {
  return JSON.stringify(Object.entries(seen ?? {}).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function extremesOf(values: readonly (string | undefined)[]): number[] {
  const amounts = values.flatMap(value => (value === undefined ? [] : [Number.parseFloat(value)]))
  return amounts.length === 0 ? [] : [Math.min(...amounts), Math.max(...amounts)]
}

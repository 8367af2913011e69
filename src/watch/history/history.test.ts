// The merged history of a watch: segments, gaps, thinning and statistics.
import { describe, expect, it } from 'vitest'
import { columnsOf, type Span } from '../../../test/watch/span-columns.ts'
import { mergeHistory as mergeColumns, OUTCOME_SERIES } from './history.ts'
import type { Period } from '../model/series-spans.ts'
import { priceColumn } from './prices.ts'
import { priceStats } from './stats.ts'
import { POINTS_MAX } from './thin.ts'

const mergeHistory = (spans: readonly Span[], period: Period) => mergeColumns(columnsOf(spans), period)

const span = (
  series: string,
  value: string,
  firstSeenMs: number,
  lastSeenMs: number,
  endedMs?: number,
): Span => ({
  series,
  value,
  firstSeenMs,
  lastSeenMs,
  endedMs,
})
const ALL = { fromMs: 0, toMs: 1_000 }

const columnOf = (values: readonly string[]) =>
  priceColumn({ series: 'price', values, firstSeenMs: [], lastSeenMs: [], endedMs: [] })

describe('a history', () => {
  it('merges all series into one timeline', () => {
    const spans = [
      span(OUTCOME_SERIES, 'ok', 0, 40),
      span('price', '2.00 EUR', 0, 20, 30),
      span('price', '1.00 EUR', 30, 40),
      span('availability', 'in_stock', 10, 40),
    ]
    expect(mergeHistory(spans, ALL).segments).toEqual([
      { firstSeenMs: 0, lastSeenMs: 0, untilMs: 10, facts: { price: '2.00 EUR' } },
      {
        firstSeenMs: 10,
        lastSeenMs: 20,
        untilMs: 30,
        facts: { availability: 'in_stock', price: '2.00 EUR' },
      },
      {
        firstSeenMs: 30,
        lastSeenMs: 40,
        untilMs: 40,
        facts: { availability: 'in_stock', price: '1.00 EUR' },
      },
    ])
  })

  it('has a gap where checks failed, even if the value is the same before and after', () => {
    const spans = [
      span(OUTCOME_SERIES, 'ok', 0, 20, 30),
      span(OUTCOME_SERIES, 'upstream_failed', 30, 40, 50),
      span(OUTCOME_SERIES, 'ok', 50, 60),
      span('price', '2.00 EUR', 0, 60),
    ]
    const { segments, gaps } = mergeHistory(spans, ALL)
    expect(segments.map(one => [one.firstSeenMs, one.lastSeenMs])).toEqual([
      [0, 20],
      [50, 60],
    ])
    expect(gaps).toEqual([{ fromMs: 30, toMs: 40, outcome: 'upstream_failed' }])
  })

  it('has a gap where there were no checks', () => {
    const spans = [
      span(OUTCOME_SERIES, 'ok', 0, 20, 500),
      span(OUTCOME_SERIES, 'ok', 500, 600),
      span('price', '2.00 EUR', 0, 600),
    ]
    expect(mergeHistory(spans, ALL).gaps).toEqual([{ fromMs: 20, toMs: 500, outcome: 'not_checked' }])
  })

  it('ends a value that is no longer present', () => {
    const spans = [
      span(OUTCOME_SERIES, 'ok', 0, 30),
      span('name', 'A', 0, 30),
      span('price', '2.00 EUR', 0, 10, 20),
    ]
    expect(mergeHistory(spans, ALL).segments.map(one => one.facts)).toEqual([
      { name: 'A', price: '2.00 EUR' },
      { name: 'A' },
    ])
  })

  it('shows a single check, and a change at the last check', () => {
    expect(
      mergeHistory([span(OUTCOME_SERIES, 'ok', 5, 5), span('price', '2.00 EUR', 5, 5)], ALL).segments,
    ).toEqual([{ firstSeenMs: 5, lastSeenMs: 5, untilMs: 5, facts: { price: '2.00 EUR' } }])
    const changed = [
      span(OUTCOME_SERIES, 'ok', 0, 20),
      span('price', '2.00 EUR', 0, 10, 20),
      span('price', '1.00 EUR', 20, 20),
    ]
    expect(
      mergeHistory(changed, ALL).segments.map(one => [one.firstSeenMs, one.lastSeenMs, one.facts.price]),
    ).toEqual([
      [0, 10, '2.00 EUR'],
      [20, 20, '1.00 EUR'],
    ])
  })

  it('shows a value that is gone at the last check', () => {
    const spans = [
      span(OUTCOME_SERIES, 'ok', 0, 20),
      span('name', 'A', 0, 20),
      span('price', '2.00 EUR', 0, 10, 20),
    ]
    expect(mergeHistory(spans, ALL).segments).toEqual([
      { firstSeenMs: 0, lastSeenMs: 10, untilMs: 20, facts: { name: 'A', price: '2.00 EUR' } },
      { firstSeenMs: 20, lastSeenMs: 20, untilMs: 20, facts: { name: 'A' } },
    ])
  })

  it('is limited to the period', () => {
    const spans = [
      span(OUTCOME_SERIES, 'ok', 0, 100),
      span('price', '2.00 EUR', 0, 50, 60),
      span('price', '3.00 EUR', 60, 100),
    ]
    expect(mergeHistory(spans, { fromMs: 20, toMs: 40 }).segments).toEqual([
      { firstSeenMs: 20, lastSeenMs: 40, untilMs: 40, facts: { price: '2.00 EUR' } },
    ])
  })
})

/** A different price at each check, ten milliseconds apart. */
function manyPrices(count: number, more: (n: number) => readonly Span[] = () => []): Span[] {
  const price = (n: number) => (n === 31_234 ? 1 : n === 7_777 ? 999 : 100 + (n % 50))
  const prices = Array.from({ length: count }, (_, n) => [
    span('price', `${price(n)}.00 EUR`, n * 10, n * 10 + 5, n * 10 + 10),
    ...more(n),
  ])
  return [span(OUTCOME_SERIES, 'ok', 0, count * 10 - 5), ...prices.flat()]
}

describe('thinning', () => {
  it('keeps the first, last, lowest and highest point, within the limit and in order', () => {
    const { segments } = mergeHistory(manyPrices(50_000), { fromMs: 0, toMs: 500_000 })
    const times = segments.map(one => one.firstSeenMs)
    expect(segments.length).toBeLessThanOrEqual(POINTS_MAX)
    expect([times[0], times.at(-1)]).toEqual([0, 499_990])
    expect(times).toContain(312_340)
    expect(times).toContain(77_770)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  it('changes nothing up to the limit', () => {
    const exact = mergeHistory(manyPrices(POINTS_MAX), { fromMs: 0, toMs: 500_000 })
    expect([exact.segments.length, exact.isThinned]).toEqual([POINTS_MAX, false])
    const more = mergeHistory(manyPrices(POINTS_MAX + 1), { fromMs: 0, toMs: 500_000 })
    expect(more.isThinned).toBe(true)
  })

  it('reserves at most half of the points for mandatory ones', () => {
    const flips = manyPrices(10_000, n => [
      span('availability', n % 2 === 0 ? 'in_stock' : 'out_of_stock', n * 10, n * 10 + 5, n * 10 + 10),
    ])
    const { segments } = mergeHistory(flips, { fromMs: 0, toMs: 100_000 })
    expect(segments.length).toBeLessThanOrEqual(POINTS_MAX)
    expect(segments[0]?.firstSeenMs).toBe(0)
    expect(segments.find(one => one.facts.price === '999.00 EUR')?.firstSeenMs).toBe(77_770)
    // The latest stock changes stay; of older ones, those that their bucket keeps.
    expect(segments.filter(one => one.firstSeenMs >= 91_000)).toHaveLength(900)
  })

  it('keeps an extreme first seen before a period that begins with failed checks', () => {
    const spans = [
      ...manyPrices(POINTS_MAX * 2).filter(one => one.series !== OUTCOME_SERIES),
      span(OUTCOME_SERIES, 'ok', 0, 100, 110),
      span(OUTCOME_SERIES, 'upstream_failed', 110, 200, 210),
      span(OUTCOME_SERIES, 'ok', 210, POINTS_MAX * 20 - 5),
      span('variant/M/price', '1.00 EUR', 50, 215, 220),
      span('variant/M/price', '2.00 EUR', 220, POINTS_MAX * 20 - 5),
    ]
    const { segments } = mergeHistory(spans, { fromMs: 150, toMs: 500_000 })
    expect(segments[0]).toMatchObject({ firstSeenMs: 210, facts: { 'variant/M/price': '1.00 EUR' } })
  })
})

/** Hourly checks: the price always changes, a variant sometimes, the stock three times; two nights fail. */
function aYearOfSpans(): Span[] {
  const hours = 8_760
  const every = (series: string, step: number, valueOf: (n: number) => string): Span[] =>
    Array.from({ length: hours / step }, (_, n) =>
      span(
        series,
        valueOf(n),
        n * step,
        (n + 1) * step - 1,
        n + 1 < hours / step ? (n + 1) * step : undefined,
      ),
    )
  return [
    span(OUTCOME_SERIES, 'ok', 0, 3_000, 3_001),
    span(OUTCOME_SERIES, 'upstream_failed', 3_001, 3_008, 3_009),
    span(OUTCOME_SERIES, 'ok', 3_009, hours - 1),
    ...every('price', 1, n => `${n === 4_321 ? 1 : n === 5_432 ? 900 : 100 + (n % 7)}.00 EUR`),
    ...every('variant/M/price', 5, n => `${n === 777 ? 2 : n === 888 ? 800 : 100 + (n % 11)}.00 EUR`),
    span('availability', 'in_stock', 0, 4_000, 4_001),
    span('availability', 'out_of_stock', 4_001, 4_001, 4_002),
    span('availability', 'in_stock', 4_002, 6_000, 6_001),
    span('variant/L/availability', 'limited', 6_001, 7_000, 7_001),
  ]
}

describe('a year with a change every hour', () => {
  const spans = aYearOfSpans()
  const merged = mergeHistory(spans, { fromMs: 0, toMs: 8_760 })
  const kept = new Map(merged.segments.map(one => [one.firstSeenMs, one.facts]))

  it('has at most 2,000 points, each with all values at that time', () => {
    expect(merged.isThinned).toBe(true)
    expect(merged.segments.length).toBeLessThanOrEqual(POINTS_MAX)
    expect(merged.segments.length).toBeGreaterThan(POINTS_MAX / 2)
    for (const { firstSeenMs, facts } of merged.segments.filter((_, n) => n % 20 === 0)) {
      const held = spans.filter(
        one =>
          one.series !== OUTCOME_SERIES &&
          one.firstSeenMs <= firstSeenMs &&
          (one.endedMs ?? Number.POSITIVE_INFINITY) > firstSeenMs,
      )
      expect(facts).toEqual(Object.fromEntries(held.map(one => [one.series, one.value])))
    }
  })

  it('keeps the lowest and highest price of the product and of a variant, and every stock change', () => {
    expect(kept.get(4_321)?.price).toBe('1.00 EUR')
    expect(kept.get(5_432)?.price).toBe('900.00 EUR')
    expect(kept.get(777 * 5)?.['variant/M/price']).toBe('2.00 EUR')
    expect(kept.get(888 * 5)?.['variant/M/price']).toBe('800.00 EUR')
    expect([4_001, 4_002, 6_001].map(at => kept.get(at)?.availability)).toEqual([
      'out_of_stock',
      'in_stock',
      undefined,
    ])
    expect([6_001, 7_001].map(at => kept.get(at)?.['variant/L/availability'])).toEqual(['limited', undefined])
    expect(kept.has(6_001) && kept.has(7_001)).toBe(true)
  })

  it('shows the last check before a gap and the first one after it', () => {
    expect(merged.gaps).toEqual([{ fromMs: 3_001, toMs: 3_008, outcome: 'upstream_failed' }])
    expect(merged.segments.find(one => one.lastSeenMs === 3_000)?.firstSeenMs).toBe(3_000)
    expect(kept.has(3_009)).toBe(true)
  })

  it('has statistics over all points, including those not shown', () => {
    const prices = spans.filter(
      one => one.series === 'price' && (one.firstSeenMs <= 3_000 || one.firstSeenMs >= 3_009),
    )
    const mean = prices.reduce((sum, one) => sum + Number(one.value.split(' ')[0]), 0) / prices.length
    expect(merged.stats.price).toMatchObject({
      min: { amount: '1.00', currency: 'EUR' },
      max: { amount: '900.00', currency: 'EUR' },
    })
    expect(Number(merged.stats.price?.mean.amount)).toBeCloseTo(mean, 1)
  })
})

describe('price statistics', () => {
  it('are weighted by time, in the currency that held longest', () => {
    const values = ['10.00 EUR', '20.00 EUR', '1.00 USD', 'sold out']
    const points = [0, 9_000, 10_000, 11_000].map((firstSeenMs, n) => ({
      firstSeenMs,
      untilMs: [9_000, 10_000, 11_000, 99_000][n] ?? 0,
      isLast: n === 3,
    }))
    const eur = (amount: string) => ({ amount, currency: 'EUR' })
    expect(priceStats(points, Int32Array.of(0, 1, 2, 3), columnOf(values))).toEqual({
      min: eur('10.00'),
      max: eur('20.00'),
      median: eur('10.00'),
      mean: eur('11.00'),
      seconds: 10,
    })
    expect(priceStats(points, Int32Array.of(-1, -1, -1, 3), columnOf(values))).toBeUndefined()
  })

  it('compare amounts of any length exactly', () => {
    const values = ['10000000000000000.01 EUR', '10000000000000000.02 EUR']
    const { compare } = columnOf(values)
    expect([compare(0, 1), compare(1, 0), compare(1, 1)]).toEqual([-1, 1, 0])
  })
})

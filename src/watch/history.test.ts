import { describe, expect, it } from 'vitest'
import { mergeHistory, OUTCOME_SERIES, POINTS_MAX, type Segment, type Span } from './history.ts'
import { priceStats } from './stats.ts'
import { thinSegments } from './thin.ts'

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

describe('a history', () => {
  it('merges the series into one row of time', () => {
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

  it('has a gap where checks failed, though the value is the same before and after', () => {
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

  it('ends a value that is no longer there', () => {
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

  it('shows one check, and a change at the last check', () => {
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

  it('keeps to the period', () => {
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

const segments: Segment[] = Array.from({ length: 50_000 }, (_, n) => ({
  firstSeenMs: n * 10,
  lastSeenMs: n * 10 + 5,
  untilMs: n * 10 + 10,
  facts: { price: `${n === 31_234 ? 1 : n === 7_777 ? 999 : 100 + (n % 50)}.00 EUR` },
}))

describe('thinning', () => {
  it('keeps the first, the last, the lowest and the highest, within the limit and in order', () => {
    const kept = thinSegments(segments, POINTS_MAX)
    expect(kept.length).toBeLessThanOrEqual(POINTS_MAX)
    expect(kept[0]).toBe(segments[0])
    expect(kept.at(-1)).toBe(segments.at(-1))
    expect(kept).toContain(segments[31_234])
    expect(kept).toContain(segments[7_777])
    expect(kept.every((one, n) => n === 0 || one.firstSeenMs > (kept[n - 1]?.firstSeenMs ?? 0))).toBe(true)
  })

  it('leaves alone what is few enough', () => {
    const few = segments.slice(0, POINTS_MAX)
    expect(thinSegments(few, POINTS_MAX)).toBe(few)
  })
})

/** Hourly: a price that changes each time, a variant now and then, the stock three times, and two nights without an answer. */
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

  it('has at most 2,000 points, each with all that held then', () => {
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

  it('keeps the lowest and the highest of the price and of a variant, and every change of the stock', () => {
    expect(kept.get(4_321)?.price).toBe('1.00 EUR')
    expect(kept.get(5_432)?.price).toBe('900.00 EUR')
    expect(kept.get(777 * 5)?.['variant/M/price']).toBe('2.00 EUR')
    expect(kept.get(888 * 5)?.['variant/M/price']).toBe('800.00 EUR')
    expect([4_001, 4_002, 6_001].map(at => kept.get(at)?.availability)).toEqual([
      'out_of_stock',
      'in_stock',
      undefined,
    ])
    expect(kept.has(6_001)).toBe(true)
  })

  it('has figures over all of it, also over what is not shown', () => {
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

  it('gives half of the points at most to what must be kept', () => {
    const flips = segments.slice(0, 10_000).map(({ firstSeenMs, lastSeenMs, untilMs }, n): Segment => {
      const availability = n % 2 === 0 ? 'in_stock' : 'out_of_stock'
      return {
        firstSeenMs,
        lastSeenMs,
        untilMs,
        facts: { price: n === 7_777 ? '1.00 EUR' : '2.00 EUR', availability },
      }
    })
    const few = thinSegments(flips, POINTS_MAX)
    expect(few.length).toBeLessThanOrEqual(POINTS_MAX)
    expect(few).toContain(flips[7_777])
    expect(few[0]).toBe(flips[0])
  })
})

describe('figures', () => {
  it('are weighted by time, in the currency that held longest', () => {
    const held = (price: string, firstSeenMs: number, untilMs: number): Segment => ({
      firstSeenMs,
      lastSeenMs: untilMs,
      untilMs,
      facts: { price },
    })
    const all = [
      held('10.00 EUR', 0, 9_000),
      held('20.00 EUR', 9_000, 10_000),
      held('1.00 USD', 10_000, 11_000),
    ]
    const eur = (amount: string) => ({ amount, currency: 'EUR' })
    expect(priceStats(all, 'price')).toEqual({
      min: eur('10.00'),
      max: eur('20.00'),
      median: eur('10.00'),
      mean: eur('11.00'),
      seconds: 10,
    })
    expect(priceStats(all, 'list_price')).toBeUndefined()
  })
})

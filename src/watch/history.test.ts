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

// Downsampling of a history with hundreds of thousands of points: what stays in the chart.
import { expect, it } from 'vitest'
import type { Money } from '#reader/values/money'
import { POINTS_MAX, thinPoints } from './thin.ts'

const COUNT = 20_000
const points = Array.from({ length: COUNT }, (_, index) => ({
  firstSeenMs: index,
  untilMs: index + 1,
  isLast: false,
}))
const period = { fromMs: 0, toMs: COUNT }

/** One span per point, with the price of its index; NaN where the value is no price. */
function shown(amountAt: (index: number) => number, hasSpan: (index: number) => boolean) {
  const amounts = Float64Array.from({ length: COUNT }, (_, index) => amountAt(index))
  const amount = (index: number) => amounts[index] ?? Number.NEGATIVE_INFINITY
  const spans = { series: 'price', values: [], firstSeenMs: [], lastSeenMs: [], endedMs: [] }
  const unused = (): never => expect.unreachable()
  const prices = {
    spans,
    amounts,
    compare: (a: number, b: number) => amount(a) - amount(b),
    moneyAt: unused as () => Money | undefined,
    currencyAt: unused,
    digitsAt: unused,
  }
  return { prices, spanAt: Int32Array.from({ length: COUNT }, (_, index) => (hasSpan(index) ? index : -1)) }
}

const keptOf = (of: ReturnType<typeof shown> | undefined) =>
  new Set(thinPoints(points, { facts: [], prices: [], period, shown: of }).map(point => point.firstSeenMs))

it('keeps the lowest and the highest price of every stretch', () => {
  const kept = keptOf(
    shown(
      index => (index % 1_000 === 518 ? 1 : index % 1_000 === 718 ? 99 : 50),
      () => true,
    ),
  )
  expect(kept.size).toBeLessThanOrEqual(POINTS_MAX)
  for (let start = 0; start < COUNT; start += 1_000)
    expect([kept.has(start + 518), kept.has(start + 718)]).toEqual([true, true])
})

it('takes no point without a price for the lowest or the highest', () => {
  const isPriced = (index: number) => index % 1_000 === 618
  const kept = keptOf(
    shown(
      index => (isPriced(index) ? 50 : Number.NaN),
      index => index % 2 === 0,
    ),
  )
  for (let start = 0; start < COUNT; start += 1_000) expect(kept.has(start + 618)).toBe(true)
  // Without a price, a stretch has its first and its last point.
  expect(kept.size).toBeLessThanOrEqual(keptOf(undefined).size + COUNT / 1_000)
})

it('keeps the last point before a gap and the first one after it', () => {
  const lasts = [3_350, 10_020, 17_790]
  const edges = lasts.flatMap(last => [last, last + 1])
  const broken = points.map(({ firstSeenMs, untilMs }, index) => ({
    firstSeenMs,
    untilMs,
    isLast: lasts.includes(index),
  }))
  const kept = thinPoints(broken, { facts: [], prices: [], period, shown: undefined })
  const times = new Set(kept.map(point => point.firstSeenMs))
  expect(kept.length).toBeLessThanOrEqual(POINTS_MAX)
  expect(edges.filter(edge => times.has(edge))).toEqual(edges)
  // Without a gap they are points like any other.
  const whole = keptOf(undefined)
  expect(edges.filter(edge => whole.has(edge))).toEqual([])
})

// The price chart of the terminal: levels, gaps, and what stands at an edge.
import { expect, it } from 'vitest'
import { drawPrices } from './terminal-chart.ts'
import type { HistorySegment } from './history.ts'

const segment = (fromMs: number, untilMs: number, price?: string): HistorySegment => ({
  firstSeenMs: fromMs,
  lastSeenMs: untilMs,
  untilMs,
  facts: price === undefined ? {} : { price },
})
const draw = (segments: HistorySegment[], width = 4) => drawPrices(segments, { fromMs: 0, toMs: 40 }, width)

it.each<[string, HistorySegment[], string]>([
  ['no price', [segment(0, 40)], '    '],
  ['one price', [segment(0, 40, '5.00 EUR')], '▄▄▄▄'],
  ['a rise', [segment(0, 19, '1.00 EUR'), segment(20, 40, '8.00 EUR')], '▁▁██'],
  ['levels', [segment(0, 9, '1 EUR'), segment(10, 19, '3 EUR'), segment(20, 40, '8 EUR')], '▁▃██'],
  ['a gap', [segment(0, 9, '1.00 EUR'), segment(30, 40, '8.00 EUR')], '▁  █'],
  ['a price until the edge of a slot', [segment(0, 10, '1.00 EUR'), segment(30, 40, '8.00 EUR')], '▁▁ █'],
  ['the last price of a slot', [segment(0, 4, '1.00 EUR'), segment(5, 9, '8.00 EUR')], '█   '],
  ['a price that begins behind a slot', [segment(10, 40, '1.00 EUR')], ' ▄▄▄'],
])('%s', (_, segments, drawn) => {
  expect(draw(segments)).toBe(drawn)
})

it('of no time at all has its price in the first slot', () => {
  expect(drawPrices([segment(0, 0, '5.00 EUR')], { fromMs: 0, toMs: 0 }, 2)).toBe('▄ ')
})

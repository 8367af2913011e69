// Draws a small price chart for the terminal, with gaps where checks failed. Pure.
import { moneyOf } from '../facts/facts.ts'
import type { HistorySegment } from './history.ts'
import type { Period } from '../model/series-spans.ts'

const LEVELS = '▁▂▃▄▅▆▇█'

/** One character per time slot; a space if nothing is known. */
export function drawPrices(segments: readonly HistorySegment[], period: Period, width: number): string {
  const points = segments.flatMap(segment => {
    const price = moneyOf(segment.facts.price)
    return price ? [{ segment, value: Number(price.amount) }] : []
  })
  const values = points.map(point => point.value)
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const stepMs = Math.max(1, (period.toMs - period.fromMs) / width)
  return Array.from({ length: width }, (_, column) => {
    const fromMs = period.fromMs + column * stepMs
    const here = points.findLast(
      ({ segment }) => segment.firstSeenMs < fromMs + stepMs && segment.untilMs >= fromMs,
    )
    if (!here) return ' '
    const level = high === low ? 3 : Math.round(((here.value - low) / (high - low)) * (LEVELS.length - 1))
    return LEVELS[level] ?? ' '
  }).join('')
}

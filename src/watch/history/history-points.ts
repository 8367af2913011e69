// Computes the points of a history: the times at which a value starts or ends while checks succeed. Pure.
import type { Period, SeriesSpans } from '../model/series-spans.ts'

export interface Point {
  readonly firstSeenMs: number
  /** Until when the values seen here are assumed to hold. */
  readonly untilMs: number
  /** Whether this is the last point before checks fail or the period ends. */
  readonly isLast: boolean
}

/** Adds points for each stretch of successful checks, in which a value holds until a check sees another. */
export function pointsOf(
  facts: readonly SeriesSpans[],
  { values, firstSeenMs, lastSeenMs }: SeriesSpans,
  { fromMs, toMs }: Period,
): Point[] {
  const moments = momentsOf(facts)
  const points: Point[] = []
  let positions: Positions = { changeIndex: 0, beginIndex: 0, endIndex: 0 }
  for (const [index, outcome] of values.entries()) {
    if (outcome !== 'ok') continue
    const within = {
      fromMs: Math.max(firstSeenMs[index] ?? 0, fromMs),
      toMs: Math.min(lastSeenMs[index] ?? 0, toMs),
    }
    if (within.fromMs <= within.toMs) positions = addPoints(points, moments, within, positions)
  }
  return points
}

/** Sorted times. `begins` and `ends` omit values that directly follow another value of the same series. */
interface Moments {
  readonly changes: Float64Array
  readonly begins: Float64Array
  readonly ends: Float64Array
}

function momentsOf(facts: readonly SeriesSpans[]): Moments {
  const changes = new Float64Array(facts.reduce((sum, one) => sum + one.values.length, 0))
  const begins: number[] = []
  const ends: number[] = []
  let end = 0
  for (const { firstSeenMs, endedMs } of facts) {
    let lastEndMs: number | null = null
    for (let index = 0; index < firstSeenMs.length; index++) {
      const atMs = firstSeenMs[index] ?? 0
      changes[end++] = atMs
      if (lastEndMs !== atMs) {
        begins.push(atMs)
        if (lastEndMs !== null) ends.push(lastEndMs)
      }
      lastEndMs = endedMs[index] ?? null
    }
    if (lastEndMs !== null) ends.push(lastEndMs)
  }
  return {
    changes: changes.sort(),
    begins: Float64Array.from(begins).sort(),
    ends: Float64Array.from(ends).sort(),
  }
}

/** The next time in each list. While more series have begun than ended, some value holds. */
interface Positions {
  readonly changeIndex: number
  readonly beginIndex: number
  readonly endIndex: number
}

function addPoints(
  points: Point[],
  { changes, begins, ends }: Moments,
  { fromMs, toMs }: Period,
  positions: Positions,
): Positions {
  let { changeIndex, beginIndex, endIndex } = positions
  const never = Number.POSITIVE_INFINITY
  for (let atMs = fromMs; ; ) {
    while ((changes[changeIndex] ?? never) <= atMs) changeIndex++
    while ((begins[beginIndex] ?? never) <= atMs) beginIndex++
    while ((ends[endIndex] ?? never) <= atMs) endIndex++
    const nextMs = Math.min(changes[changeIndex] ?? never, ends[endIndex] ?? never)
    const isLast = nextMs > toMs
    const untilMs = isLast ? toMs : nextMs
    if (beginIndex > endIndex) points.push({ firstSeenMs: atMs, untilMs, isLast })
    if (isLast) return { changeIndex, beginIndex, endIndex }
    atMs = nextMs
  }
}

/** Returns the index of the span that holds at a time, or -1. Must be called with ascending times. */
export function followSpans({ firstSeenMs, endedMs }: SeriesSpans): (atMs: number) => number {
  let index = -1
  return atMs => {
    while ((firstSeenMs[index + 1] ?? Number.POSITIVE_INFINITY) <= atMs) index++
    const ended = endedMs[index]
    return ended === null || (ended !== undefined && ended > atMs) ? index : -1
  }
}

// The points of a history: where anything begins or ends while the checks go well. Pure.
import type { Period, SeriesSpans } from './history.ts'

export interface Point {
  readonly firstSeenMs: number
  /** Up to which moment all that is seen here is taken to hold. */
  readonly untilMs: number
  /** Whether it is the last before the checks fail, or the period ends. */
  readonly isLast: boolean
}

/** Of each time in which the checks went well. While they do, a value holds until a check sees another. */
export function pointsOf(
  facts: readonly SeriesSpans[],
  { values, firstSeenMs, lastSeenMs }: SeriesSpans,
  { fromMs, toMs }: Period,
): Point[] {
  const moments = {
    begins: sortedTimes(facts.map(one => one.firstSeenMs)),
    ends: sortedTimes(facts.map(one => one.endedMs)),
  }
  const points: Point[] = []
  let counts: Counts = { begun: 0, ended: 0 }
  for (const [place, outcome] of values.entries()) {
    if (outcome !== 'ok') continue
    const within = {
      fromMs: Math.max(firstSeenMs[place] ?? 0, fromMs),
      toMs: Math.min(lastSeenMs[place] ?? 0, toMs),
    }
    if (within.fromMs <= within.toMs) counts = addPoints(points, moments, within, counts)
  }
  return points
}

interface Moments {
  readonly begins: Float64Array
  readonly ends: Float64Array
}

/** How many values have begun and ended so far: what has begun and not ended holds. */
interface Counts {
  readonly begun: number
  readonly ended: number
}

function addPoints(
  points: Point[],
  { begins, ends }: Moments,
  { fromMs, toMs }: Period,
  counts: Counts,
): Counts {
  let { begun, ended } = counts
  const beginMs = () => begins[begun] ?? Number.POSITIVE_INFINITY
  const endMs = () => ends[ended] ?? Number.POSITIVE_INFINITY
  for (let atMs = fromMs; ; ) {
    while (beginMs() <= atMs) begun++
    while (endMs() <= atMs) ended++
    const nextMs = Math.min(beginMs(), endMs())
    const isLast = nextMs > toMs
    const untilMs = isLast ? toMs : nextMs
    if (begun > ended) points.push({ firstSeenMs: atMs, untilMs, isLast })
    if (isLast) return { begun, ended }
    atMs = nextMs
  }
}

/** Null stands last: it has not come yet. */
function sortedTimes(columns: readonly (readonly (number | null)[])[]): Float64Array {
  const all = new Float64Array(columns.reduce((sum, column) => sum + column.length, 0))
  let end = 0
  for (const column of columns) for (const at of column) all[end++] = at ?? Number.POSITIVE_INFINITY
  return all.sort()
}

/** For times that never go back: the place of the span that holds then, or -1. */
export function followSpans({ firstSeenMs, endedMs }: SeriesSpans): (atMs: number) => number {
  let place = -1
  return atMs => {
    while ((firstSeenMs[place + 1] ?? Number.POSITIVE_INFINITY) <= atMs) place++
    const ended = endedMs[place]
    return ended === null || (ended !== undefined && ended > atMs) ? place : -1
  }
}

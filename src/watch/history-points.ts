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
  const moments = momentsOf(facts)
  const points: Point[] = []
  let counts: Counts = { changed: 0, begun: 0, ended: 0 }
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

/** Sorted. Most values end where the next one of their series begins; only the others begin or end a series. */
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
    for (let place = 0; place < firstSeenMs.length; place++) {
      const atMs = firstSeenMs[place] ?? 0
      changes[end++] = atMs
      if (lastEndMs !== atMs) {
        begins.push(atMs)
        if (lastEndMs !== null) ends.push(lastEndMs)
      }
      lastEndMs = endedMs[place] ?? null
    }
    if (lastEndMs !== null) ends.push(lastEndMs)
  }
  return {
    changes: changes.sort(),
    begins: Float64Array.from(begins).sort(),
    ends: Float64Array.from(ends).sort(),
  }
}

/** How many of the moments have passed. While more series have begun than ended, something holds. */
interface Counts {
  readonly changed: number
  readonly begun: number
  readonly ended: number
}

function addPoints(
  points: Point[],
  { changes, begins, ends }: Moments,
  { fromMs, toMs }: Period,
  counts: Counts,
): Counts {
  let { changed, begun, ended } = counts
  const never = Number.POSITIVE_INFINITY
  for (let atMs = fromMs; ; ) {
    while ((changes[changed] ?? never) <= atMs) changed++
    while ((begins[begun] ?? never) <= atMs) begun++
    while ((ends[ended] ?? never) <= atMs) ended++
    const nextMs = Math.min(changes[changed] ?? never, ends[ended] ?? never)
    const isLast = nextMs > toMs
    const untilMs = isLast ? toMs : nextMs
    if (begun > ended) points.push({ firstSeenMs: atMs, untilMs, isLast })
    if (isLast) return { changed, begun, ended }
    atMs = nextMs
  }
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

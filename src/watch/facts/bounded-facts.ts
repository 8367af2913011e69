// How much of an answer a watch keeps: whole rows, those that are known first, and what is left out is named. Pure.
import type { Facts } from './facts.ts'

/** The largest platforms allow 2,048 variants, each with a price and a stock. More would make every check slow. */
export const VALUES_MAX = 5_000

export interface BoundedFacts {
  readonly facts: Facts
  /** For people: what is not watched; null if all is. */
  readonly beyond: string | null
}

/** A row that is new never takes the place of one that is known: that would look like a removal. */
export function boundFacts(answer: Facts, known: Facts, most = VALUES_MAX): BoundedFacts {
  const all = Object.keys(answer)
  if (all.length <= most) return { facts: answer, beyond: null }
  const knownRows = new Set(Object.keys(known).map(rowOf))
  const rank = (row: string) => (row === '' ? 0 : knownRows.has(row) ? 1 : 2)
  const rows = [...Map.groupBy(all, rowOf)].toSorted(([a], [b]) => rank(a) - rank(b))
  const kept = new Set<string>()
  const left: string[] = []
  let leftValues = 0
  for (const [row, series] of rows) {
    if (left.length === 0 && kept.size + series.length <= most) for (const name of series) kept.add(name)
    else {
      left.push(row)
      leftValues += series.length
    }
  }
  const beyond = `${leftValues} of ${all.length} values are not watched (at most ${most}): from ${left[0]?.slice(0, 100)} on`
  return { facts: Object.fromEntries(Object.entries(answer).filter(([name]) => kept.has(name))), beyond }
}

/** The row of a list that a series belongs to; empty for a value of the whole answer. */
function rowOf(series: string): string {
  const parts = series.split('/')
  return series.startsWith('/') ? parts.slice(0, 3).join('/') : parts.slice(0, -1).join('/')
}

/** How many variants 0.2.0 kept at most. Of lists it kept 300 values, and named more rows by position. */
const VARIANTS_OF_0_2 = 200

/** Whether a row may be new or missing only because 0.2.0 stored the facts. */
export function isKeptByOlder(series: string, bound: number | null, before: Facts): boolean {
  if (bound !== null) return false
  if (!series.startsWith('variant/')) return series.startsWith('/')
  const names = Object.keys(before).filter(name => name.startsWith('variant/'))
  return new Set(names.map(name => name.split('/')[1])).size >= VARIANTS_OF_0_2
}

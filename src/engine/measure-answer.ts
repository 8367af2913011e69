// Counts the fields of an answer for the drift statistics: how many there are, and how many are empty. Pure.
import { memberOf, tokensOf } from '../kit/json/pointer.ts'
import type { FieldMeasures } from '../observe/events.ts'

/** Fields beyond this count are ignored. */
const LEAVES_MAX = 5_000

interface Count {
  leaves: number
  empty: number
}

export function measureAnswer(value: unknown, absentAt: readonly string[]): FieldMeasures {
  const all: Count = { leaves: 0, empty: 0 }
  count(value, all)
  const named: Count = { leaves: 0, empty: 0 }
  let leftOut = 0
  for (const pointer of absentAt) {
    const neutral = tokensOf(pointer).reduce(memberOf, value)
    if (neutral === undefined) leftOut++
    else count(neutral, named)
  }
  return { fields: all.leaves + leftOut, silent: Math.max(0, all.empty - named.empty) }
}

function count(value: unknown, to: Count): void {
  if (to.leaves >= LEAVES_MAX) return
  if (typeof value !== 'object' || value === null) {
    to.leaves++
    if (value === null || value === '') to.empty++
    return
  }
  const inner = Object.values(value)
  for (const one of inner) count(one, to)
  if (inner.length > 0) return
  to.leaves++
  if (Array.isArray(value)) to.empty++
}

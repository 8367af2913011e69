// Writes the weights of classes as text: `src/reader/score/classes.ts` says how, and reads them.
import { type ClassModel, PACKED } from '../../src/reader/score/classes.ts'

/** What is not said is not written: a weight that rounds to nothing has no characters. */
export function packedWeight(index: number, weight: number): string {
  const steps = Math.max(-PACKED.maxWeight, Math.min(PACKED.maxWeight, Math.round(weight * PACKED.scale)))
  return steps === 0 ? '' : String.fromCharCode(PACKED.firstClass + index, PACKED.noWeight + steps)
}

const LINE = 300
const MOST_SHARED = 35

export function packClasses(weights: ReadonlyMap<string, string>): ClassModel {
  const names = [...weights.keys()].toSorted()
  const lines: string[] = []
  let last = ''
  names.forEach((name, place) => {
    if (place % LINE === 0) {
      lines.push('')
      last = ''
    }
    let shared = 0
    while (shared < MOST_SHARED && shared < name.length && name[shared] === last[shared]) shared++
    const entry = `${shared.toString(36)}${name.slice(shared)}${PACKED.end}${weights.get(name)}${PACKED.end}`
    lines[lines.length - 1] += entry
    last = name
  })
  return lines
}

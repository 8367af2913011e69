// Writes the weights of classes as text: `reader/src/score/classes.ts` says how, and reads them.
import { type ClassModel, numberOf, PACKED } from '#reader/score/classes'

export interface ClassWeight {
  readonly name: string
  readonly of: string
  readonly weight: number
}

/** What is not said is not written: a weight that rounds to nothing. */
export function packClasses(weights: readonly ClassWeight[]): ClassModel {
  const model: Record<string, Record<string, string>> = {}
  for (const [of, ofClass] of Map.groupBy(weights, ({ of }) => of)) {
    model[of] = {}
    for (const [steps, list] of Map.groupBy(ofClass, ({ weight }) => stepsOf(weight)))
      if (steps !== 0) model[of][steps] = gapsOf(list)
  }
  return model
}

function gapsOf(list: readonly ClassWeight[]): string {
  const numbers = [...new Set(list.map(({ name }) => numberOf(name)))].toSorted((a, b) => a - b)
  return numbers.map((number, place) => digitsOf(number - (numbers[place - 1] ?? 0))).join('')
}

function stepsOf(weight: number): number {
  return Math.max(-PACKED.maxWeight, Math.min(PACKED.maxWeight, Math.round(weight * PACKED.scale)))
}

/** The lowest first; each but the last says that another follows. */
function digitsOf(gap: number): string {
  const more = gap >= PACKED.digits
  const digit = (gap % PACKED.digits) + (more ? PACKED.digits : 0)
  const code = PACKED.firstDigit + digit
  const letter = String.fromCharCode(code >= PACKED.unused ? code + 1 : code)
  return more ? letter + digitsOf(Math.floor(gap / PACKED.digits)) : letter
}

// Selectors by position among siblings: `:first-child`, `:nth-child(2n+1)`, `:last-of-type` and similar.
import type { Test } from './selector-match.ts'

type Place = (search: Parameters<Test>[0], node: number) => number

const fromStart: Place = ({ order }, node) => order.places().fromStart[node] as number
const fromEnd: Place = ({ order }, node) => order.places().fromEnd[node] as number
const ofTypeFromStart: Place = ({ order }, node) => order.placesOfType().fromStart[node] as number
const ofTypeFromEnd: Place = ({ order }, node) => order.placesOfType().fromEnd[node] as number

/** By name: the positions that must be 1 or match the formula. */
const kinds: Readonly<Record<string, readonly Place[]>> = {
  'first-child': [fromStart],
  'last-child': [fromEnd],
  'only-child': [fromStart, fromEnd],
  'first-of-type': [ofTypeFromStart],
  'last-of-type': [ofTypeFromEnd],
  'only-of-type': [ofTypeFromStart, ofTypeFromEnd],
  'nth-child': [fromStart],
  'nth-last-child': [fromEnd],
  'nth-of-type': [ofTypeFromStart],
  'nth-last-of-type': [ofTypeFromEnd],
}

/** The test for a pseudo-class; undefined for any other pseudo-class or an invalid formula. */
export function nthTest(name: string, formula: string | null): Test | undefined {
  const places = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  const fits = name.startsWith('nth-') ? readFormula(formula ?? '') : (place: number) => place === 1
  if (places === undefined || fits === undefined) return undefined
  return (search, node) => places.every(place => fits(place(search, node)))
}

/** `odd`, `even`, `3`, `2n`, `-n+3`, `2n + 1`. */
function readFormula(formula: string): ((place: number) => boolean) | undefined {
  const compact = formula.toLowerCase().replaceAll(' ', '')
  const written = compact === 'odd' ? '2n+1' : compact === 'even' ? '2n' : compact
  const match = /^(?:([+-]?\d*)n)?([+-]?\d+)?$/.exec(written)
  if (match === null || written === '') return undefined
  const [, step, start = '0'] = match
  const a = step === undefined ? 0 : /\d/.test(step) ? Number(step) : Number(`${step}1`)
  const b = Number(start)
  return place => (a === 0 ? place === b : (place - b) % a === 0 && (place - b) / a >= 0)
}

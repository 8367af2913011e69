// Random choices from a seed, so that every history can be made again from its number.

export interface Choices {
  /** From 0 to below 1. */
  number(): number
  /** A whole number from `min` to `max`. */
  between(min: number, max: number): number
  chance(probability: number): boolean
  one<T>(list: readonly T[]): T
}

/** mulberry32. */
export function choicesOf(seed: number): Choices {
  let state = seed >>> 0
  const number = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(number() * (max - min + 1))
  return {
    number,
    between,
    chance: probability => number() < probability,
    one: list => list[between(0, list.length - 1)] as (typeof list)[number],
  }
}

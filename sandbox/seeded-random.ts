// A small seeded random generator: the same parts always give the same sequence, on every machine.

export interface Random {
  /** From 0 (inclusive) to 1 (exclusive). */
  next(): number
  /** An integer from `min` to `max`, both inclusive. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` distinct elements in random order; all of them if the list is shorter. */
  sample<T>(list: readonly T[], count: number): T[]
  digits(count: number): string
  hex(count: number): string
}

export function seededRandom(...parts: readonly (string | number)[]): Random {
  let state = hashOf(parts.join('\u0000'))
  const next = (): number => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const int = (min: number, max: number): number => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    if (list.length === 0) throw new RangeError('nothing to pick from')
    return list[int(0, list.length - 1)] as T
  }
  const sample = <T>(list: readonly T[], count: number): T[] => {
    const remaining = [...list]
    const taken: T[] = []
    while (taken.length < count && remaining.length > 0) {
      taken.push(...remaining.splice(int(0, remaining.length - 1), 1))
    }
    return taken
  }
  const letters = (alphabet: string, count: number): string =>
    Array.from({ length: count }, () => alphabet.charAt(int(0, alphabet.length - 1))).join('')
  return {
    next,
    int,
    chance: probability => next() < probability,
    pick,
    sample,
    digits: count => letters('0123456789', count),
    hex: count => letters('0123456789abcdef', count),
  }
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash
}

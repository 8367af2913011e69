// Counts what a reader makes of the traps: right, wrong, none.
import type { Trap } from './trap-kinds.ts'

export interface TrapCount {
  readonly pages: number
  readonly right: number
  readonly wrong: number
  /** No price where the page has one. */
  readonly missed: number
}

export function countTraps(
  traps: readonly Trap[],
  priceOf: (trap: Trap) => string | null,
): TrapCount & { readonly failures: readonly string[] } {
  let [right, wrong, missed] = [0, 0, 0]
  const failures: string[] = []
  for (const trap of traps) {
    const price = priceOf(trap)
    const isRight =
      price === null || trap.price === null ? price === trap.price : Number(price) === Number(trap.price)
    if (isRight) right++
    else if (price === null) missed++
    else wrong++
    if (!isRight) failures.push(`${trap.id}: wanted ${trap.price}, got ${price}`)
  }
  return { pages: traps.length, right, wrong, missed, failures }
}

// Which of several values for the same thing counts: pages carry a block more than once, and the first can be a stub.

/** The value with the most data in it, the first of equals; undefined for none. */
export function fullest<T>(values: readonly T[]): T | undefined {
  if (values.length < 2) return values[0]
  const sizes = values.map(sizeOf)
  return values[sizes.indexOf(Math.max(...sizes))]
}

/** How many texts, numbers and flags a value holds, at whatever depth. Empty texts and nulls say nothing. */
function sizeOf(value: unknown): number {
  let size = 0
  // A stack of our own: the depth of a page's state is not ours to trust.
  const waiting: unknown[] = [value]
  while (waiting.length > 0) {
    const one = waiting.pop()
    if (typeof one === 'object' && one !== null) {
      for (const inner of Object.values(one)) waiting.push(inner)
    } else if (one !== undefined && one !== null && one !== '') size++
  }
  return size
}

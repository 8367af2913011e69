// Which of several values for the same thing to use: pages repeat a block, and the first can be a stub.

/** The value with the most data, the first of equals; undefined for an empty list. */
export function fullest<T>(values: readonly T[]): T | undefined {
  if (values.length < 2) return values[0]
  const sizes = values.map(sizeOf)
  return values[sizes.indexOf(Math.max(...sizes))]
}

/** How many strings, numbers and booleans a value contains, at any depth. Empty strings and nulls do not count. */
function sizeOf(value: unknown): number {
  let size = 0
  // An explicit stack instead of recursion: pages control the depth.
  const pending: unknown[] = [value]
  while (pending.length > 0) {
    const one = pending.pop()
    if (typeof one === 'object' && one !== null) {
      for (const inner of Object.values(one)) pending.push(inner)
    } else if (one !== undefined && one !== null && one !== '') size++
  }
  return size
}

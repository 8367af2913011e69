// Finds values by name in a page's state, at any depth.

/** Returns all values of this key in document order; a value comes before those nested in it. */
export function findByKey(root: unknown, name: string): unknown[] {
  const values: unknown[] = []
  // An explicit stack instead of recursion: pages control the depth.
  const pending: (readonly [key: string, value: unknown])[] = [['', root]]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [key, value] = next
    if (key === name) values.push(value)
    if (typeof value !== 'object' || value === null) continue
    for (const entry of Object.entries(value).toReversed()) pending.push(entry)
  }
  return values
}

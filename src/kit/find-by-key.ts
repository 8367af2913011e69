// Finds values in a page's state by name, at any depth.

/** In document order, a value before what stands inside it. */
export function findByKey(root: unknown, name: string): unknown[] {
  const found: unknown[] = []
  // A stack of our own: the depth of a page's state is not ours to trust.
  const waiting: (readonly [key: string, value: unknown])[] = [['', root]]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const [key, value] = next
    if (key === name) found.push(value)
    if (typeof value !== 'object' || value === null) continue
    for (const entry of Object.entries(value).toReversed()) waiting.push(entry)
  }
  return found
}

// Where words stand in a JSON value: the pointers of the matching names and values, in reading order.

/** Name and value are searched as they are written, so `"slug"` finds the name. */
export function searchJson(value: unknown, words: string): string[] {
  const wanted = words.toLowerCase()
  return wanted === '' ? [] : [...matches(value, '', '', wanted)]
}

function* matches(value: unknown, pointer: string, name: string, wanted: string): Generator<string> {
  const isOpen = isBranch(value)
  const own = isOpen ? name : `${name}${JSON.stringify(value)}`
  if (own.toLowerCase().includes(wanted)) yield pointer
  if (!isOpen) return
  for (const [key, inner] of Object.entries(value)) {
    const label = Array.isArray(value) ? '' : `${JSON.stringify(key)}: `
    yield* matches(inner, pointerOf(pointer, key), label, wanted)
  }
}

export function pointerOf(parent: string, key: string): string {
  return `${parent}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}

export function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

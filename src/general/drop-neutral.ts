// Takes the neutral values out of a native answer: what the shop did not give is undefined again.

/** Each pointer names one place, with positions in lists. */
export function dropNeutral(value: unknown, absent: readonly string[]): unknown {
  if (absent.length === 0) return value
  const copy = structuredClone(value)
  for (const pointer of absent) {
    const tokens = pointer
      .split('/')
      .slice(1)
      .map(token => token.replaceAll('~1', '/').replaceAll('~0', '~'))
    const last = tokens.pop()
    const holder = tokens.reduce<unknown>(stepInto, copy)
    if (last !== undefined && isHolder(holder)) Reflect.deleteProperty(holder, last)
  }
  return copy
}

function stepInto(value: unknown, token: string): unknown {
  return isHolder(value) && Object.hasOwn(value, token)
    ? (value as Record<string, unknown>)[token]
    : undefined
}

/** A row of a list stays where it is: one that could not be read is left out already. */
function isHolder(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

// JSON Pointers (RFC 6901), and steps into values of JSON.

/** A name as a part of a pointer. */
export function escapeToken(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

/** The names and positions on the way. */
export function tokensOf(pointer: string): string[] {
  const tokens = pointer.split('/').slice(1)
  return pointer.includes('~') ? tokens.map(one => one.replaceAll('~1', '/').replaceAll('~0', '~')) : tokens
}

/** Undefined for what has no such member of its own. */
export function memberOf(value: unknown, token: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, token)
    ? (value as Record<string, unknown>)[token]
    : undefined
}

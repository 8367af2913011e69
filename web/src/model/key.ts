// The key: kept in this tab's session only, never in an address, a file or a cookie.

const NAME = 'wares-key'

export function keptKey(): string {
  return sessionStorage.getItem(NAME) ?? ''
}

export function keepKey(key: string): void {
  if (key === '') sessionStorage.removeItem(NAME)
  else sessionStorage.setItem(NAME, key)
}

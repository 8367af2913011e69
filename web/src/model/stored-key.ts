// The key: kept in this tab's session only, never in an address, a file or a cookie.

const STORAGE_NAME = 'wares-key'
const CHANGED = 'wares-key-changed'

export function readStoredKey(): string {
  return sessionStorage.getItem(STORAGE_NAME) ?? ''
}

export function storeKey(key: string): void {
  if (key === '') sessionStorage.removeItem(STORAGE_NAME)
  else sessionStorage.setItem(STORAGE_NAME, key)
  dispatchEvent(new Event(CHANGED))
}

/** Calls back whenever any part of the page has stored or removed a key. */
export function onKeyStored(follow: () => void): () => void {
  addEventListener(CHANGED, follow)
  return () => removeEventListener(CHANGED, follow)
}

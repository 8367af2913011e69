// The name under which fields are counted: an operation; for a listed shop, the operation at that shop.

export function driftKey(operation: string, shop: string | undefined): string {
  return shop === undefined ? operation : `${operation}@${shop}`
}

/** The site of an operation, or the listed shop. */
export function shopOfDriftKey(key: string): string {
  const place = key.indexOf('@')
  return place < 0 ? (key.split('.')[0] ?? key) : key.slice(place + 1)
}

export function isOfListedShop(key: string): boolean {
  return key.includes('@')
}

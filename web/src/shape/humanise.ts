// Field names taken apart and written for people.

/** `lowestPriceCents` and `lowest_price_cents` are both lowest, price, cents. */
export function splitWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_-]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase())
}

const ACRONYMS: Readonly<Record<string, string>> = {
  id: 'ID',
  sku: 'SKU',
  url: 'URL',
  html: 'HTML',
  ean: 'EAN',
  eans: 'EANs',
  upcs: 'UPCs',
  isbns: 'ISBNs',
  gtin: 'GTIN',
  gtins: 'GTINs',
  usd: 'USD',
  pdp: 'PDP',
}

export function humanise(name: string): string {
  const words = splitWords(name).map(word => ACRONYMS[word] ?? word)
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `single_in_stock` as "Single in stock"; what is written for people already stays. */
export function humaniseValue(value: string): string {
  return /^[a-z]+(?:_[a-z\d]+)+$|^[A-Z]+(?:_[A-Z\d]+)+$/.test(value) ? humanise(value.toLowerCase()) : value
}

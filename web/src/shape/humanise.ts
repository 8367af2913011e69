// Field names written for people.
import { splitWords } from '#kit/page/price-field'

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
  mpn: 'MPN',
  seo: 'SEO',
  pdf: 'PDF',
}

export function humanise(name: string): string {
  const words = splitWords(name).map(word => ACRONYMS[word] ?? word)
  const text = words.join(' ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** The value of a field that has only a few: `used` as "Used", `trusted-seller` as "Trusted seller". */
export function humaniseKind(value: string): string {
  return /^[a-z]+(?:[_-][a-z\d]+)*$/.test(value) ? humanise(value) : value
}

/** A message as a sentence of its own. */
export function asSentence(text: string): string {
  const capitalised = text.charAt(0).toUpperCase() + text.slice(1)
  return capitalised === '' || /[.!?…]$/.test(capitalised) ? capitalised : `${capitalised}.`
}

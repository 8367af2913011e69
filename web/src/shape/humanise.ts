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

/** `single_in_stock` as "Single in stock"; what is written for people already stays. */
export function humaniseValue(value: string): string {
  if (/^[a-z]+(?:_[a-z\d]+)+$|^[A-Z]+(?:_[A-Z\d]+)+$/.test(value)) return humanise(value.toLowerCase())
  const schemaOrg = /^https?:\/\/schema\.org\/(\w+)$/.exec(value)?.[1]
  const word = schemaOrg ?? value
  return /^(?:[A-Z][a-z]+){2,}$/.test(word) && (schemaOrg !== undefined || ENUM_WORDS.has(word))
    ? humanise(word)
    : word
}

/** The value of a field that has only a few: `used` as "Used", `trusted-seller` as "Trusted seller". */
export function humaniseKind(value: string): string {
  return /^[a-z]+(?:[_-][a-z\d]+)*$/.test(value) ? humanise(value) : humaniseValue(value)
}

/** Words of schema.org that stand in answers as they are. */
const ENUM_WORDS = new Set([
  'InStock',
  'OutOfStock',
  'PreOrder',
  'BackOrder',
  'SoldOut',
  'LimitedAvailability',
  'NewCondition',
  'UsedCondition',
  'RefurbishedCondition',
])

/** A message as a sentence of its own. */
export function asSentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1)
  return begun === '' || /[.!?…]$/.test(begun) ? begun : `${begun}.`
}

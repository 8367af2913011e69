// Which fields of an answer are prices, and which field holds their currency. Sites name them differently, so the names
// of the field and its neighbours decide. The command line and the web pages share these rules.

const PRICE = new Set(['price', 'prices', 'ask', 'bid', 'cents', 'retail'])
const NOT_PRICE = new Set(
  'percentage percent count number currency until available id is show promo msg stats'.split(' '),
)

export function isPriceName(name: string, parent = ''): boolean {
  const words = splitWords(name)
  if (words.some(word => NOT_PRICE.has(word))) return false
  if (words.some(word => PRICE.has(word)) || words.join(' ') === 'last sale') return true
  // `pricing: { sale, standard }`
  return parent === 'pricing' && ['sale', 'standard'].includes(name)
}

/** Whether the amount is in cents. */
export function isInCents(name: string): boolean {
  return splitWords(name).includes('cents')
}

/** The field next to `name` that holds its currency. */
export function findCurrencyField(
  holder: Readonly<Record<string, unknown>>,
  name: string,
): string | undefined {
  return [`${name}_currency`, 'price_currency', 'currency'].find(
    field => typeof holder[field] === 'string' && holder[field] !== '',
  )
}

/** `lowestPriceCents` and `lowest_price_cents` both give lowest, price, cents. */
export function splitWords(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[\s_.-]+/)
    .filter(word => word !== '')
    .map(word => word.toLowerCase())
}

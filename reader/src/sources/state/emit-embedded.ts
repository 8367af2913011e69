// Candidates from scripts: literal values next to known keys in embedded state and tracking calls.
import { needle, type PageData } from '../../html/bytes.ts'
import { currencyFromSymbol } from '../../values/currency.ts'
import { parseGtin } from '../../values/gtin.ts'
import { cleanText } from '../../values/text.ts'
import type { Emit, Features, ScoredField } from '../../candidate.ts'
import { attribute } from '../../page/page-view.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { parseAvailability } from '../../product-shape.ts'
import { parseMachinePrice } from '../../values/machine-price.ts'

/** Parts of keys, searched for as bytes: far cheaper than a regular expression over megabytes of script. */
const NEEDLES = [
  'rice',
  'sku',
  'Sku',
  'SKU',
  'rand',
  'urrency',
  'roductId',
  'roduct_id',
  'roductID',
  'rodid',
  'tem_id',
  'content_ids',
  'asin',
  'vailab',
  'tock',
  'ean',
  'EAN',
  'gtin',
  'mpn',
  'rticle',
].map(word => needle(word))
const GATES = ['rice', 'roduct'].map(word => needle(word))
const MAX_HITS = 60
const MAX_ALL_HITS = 600
const KEY_VALUE =
  /^\\?["']?\s{0,3}[:=,]\s{0,3}\[?\s{0,3}(?:\\?(["'])((?:[^"'\\\n]|\\u[\da-f]{4}|\\\/){1,80})\\?["']|(\d[\d.]{0,15})(?=\s*[,}\];\n)]))/i

const KEYS: readonly (readonly [RegExp, ScoredField, Features?])[] = [
  [/^(?:product_?)?price(?:_?amount|_?value)?$|^(?:unit|item)_?price$|^ecomm_totalvalue$/i, 'price'],
  [
    /^(?:product_?)?(?:current|sale|sales|final|selling|special|discount(?:ed)?|actual|offer|now)_?price$/i,
    'price',
    { 'key sale price': 1 },
  ],
  [
    /^(?:product_?)?(?:sku|sku_?id|skucode|product_?sku|article_?(?:number|no|id|nr))$/i,
    'sku',
    { 'key sku': 1 },
  ],
  [
    /^(?:product_?id|ecomm_prodid|prodid|item_id|content_ids|asin|current_?product_?id)$/i,
    'sku',
    { 'key id': 1 },
  ],
  [/^(?:product_?)?brand(?:_?name)?$|^item_brand$/i, 'brand'],
  [/^(?:product_?)?manufacturer(?:_?name)?$/i, 'brand', { 'key manufacturer': 1 }],
  [/^(?:price_?)?currency(?:_?code|_?iso)?$/i, 'currency'],
  [
    /^(?:product_?)?(?:availability|stock_?status|in_?stock|is_?in_?stock|is_?available|available)$/i,
    'availability',
  ],
  [/^(?:product_?)?(?:ean|gtin|gtin13|ean13|ean_?code|upc)$/i, 'gtin'],
  [/^(?:product_?)?mpn$/i, 'mpn', { 'key mpn': 1 }],
]
const TRACKING = [
  'dataLayer',
  'ecommerce',
  'utag',
  'digitalData',
  'ViewContent',
  'view_item',
  'criteo',
  'gtag',
  'fbq',
].map(word => needle(word))

interface KeyMatch {
  readonly field: ScoredField
  readonly key: string
  readonly value: string
  readonly position: number
  readonly features: Features
}

export function emitEmbedded(page: ReaderPage, emit: Emit): void {
  const hits: KeyMatch[] = []
  const { bytes, contentStarts, contentEnds } = page.tree
  for (const node of page.scripts) {
    const start = contentStarts[node] as number
    const end = contentEnds[node] as number
    if (end - start < 20 || attribute(page, node, 'type') === 'application/ld+json') continue
    readScript(bytes.data, start, end, hits)
    if (hits.length > MAX_ALL_HITS) break
  }
  const values = new Map<string, Map<string, number>>()
  for (const { field, value } of hits) {
    const counts = values.get(field) ?? new Map<string, number>()
    counts.set(value, (counts.get(value) ?? 0) + 1)
    values.set(field, counts)
  }
  const emitted = new Set<string>()
  for (const { field, key, value, position, features } of hits) {
    const id = `${field} ${key} ${value}`
    const counts = values.get(field)
    if (emitted.has(id) || !counts) continue
    emitted.add(id)
    emit({
      field,
      value,
      source: 'embedded',
      place: `script: ${key}`,
      features: {
        embedded: 1,
        ...features,
        ...(counts.size === 1 ? { 'only value in scripts': 1 } : {}),
        ...(counts.size > 6 ? { 'one of many in scripts': 1 } : {}),
        ...((counts.get(value) ?? 0) > 1 ? { 'repeated in scripts': 1 } : {}),
        ...(counts.keys().next().value === value ? { 'first in scripts': 1 } : {}),
        ...(isNearName(page, position) ? { 'beside the product name in scripts': 1 } : {}),
      },
    })
  }
}

function readScript(data: PageData, start: number, end: number, hits: KeyMatch[]): void {
  const script = data.subarray(start, end)
  // Most scripts are libraries without product data; two searches are enough to skip them.
  if (!GATES.some(word => script.includes(word))) return
  let isTracking: boolean | undefined
  for (const wanted of NEEDLES) {
    let count = 0
    for (
      let at = script.indexOf(wanted);
      at >= 0 && count < MAX_HITS;
      at = script.indexOf(wanted, at + wanted.length)
    ) {
      count++
      const hit = readHit(script, at, start)
      if (!hit) continue
      isTracking ??= TRACKING.some(word => script.includes(word))
      hits.push(isTracking ? { ...hit, features: { ...hit.features, 'tracking call': 1 } } : hit)
    }
  }
}

// How far a key may start before the match, and how far its value may extend after it.
const BEFORE = 24
const AFTER = 130

function readHit(script: PageData, at: number, start: number): KeyMatch | undefined {
  const before = /[A-Za-z_]\w{0,23}$/.exec(script.toString('latin1', Math.max(0, at - BEFORE), at))?.[0] ?? ''
  const rest = script.toString('utf8', at, Math.min(script.length, at + AFTER))
  const tail = /^\w+/.exec(rest)?.[0] ?? ''
  const key = `${before}${tail}`
  const entry = KEYS.find(([pattern]) => pattern.test(key))
  const match = entry && KEY_VALUE.exec(rest.slice(tail.length))
  if (!entry || !match) return undefined
  const [, field, features = {}] = entry
  const value = literalValue(field, match[2] ?? match[3] ?? '')
  if (value === undefined) return undefined
  return {
    field,
    key,
    value,
    position: start + at,
    features: {
      ...features,
      ...(match[1] === undefined ? { 'bare number': 1 } : {}),
      // It may be an amount in cents.
      ...(field === 'price' && /^\d{3,}$/.test(value) ? { 'may be in cents': 1 } : {}),
    },
  }
}

function literalValue(field: ScoredField, written: string): string | undefined {
  const text = cleanText(
    written
      .replace(/\\u([\da-f]{4})/gi, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
      .replaceAll('\\/', '/'),
  )
  if (text === undefined) return undefined
  if (field === 'price') {
    const price = /\d/.test(text) && text.length < 20 ? parseMachinePrice(text) : undefined
    return price !== undefined && Number(price) > 0 ? price : undefined
  }
  if (field === 'currency') return /^[A-Za-z]{3}$/.test(text) ? currencyFromSymbol(text) : undefined
  if (field === 'availability') return parseAvailability(text)
  if (field === 'gtin') return parseGtin(text)?.value
  if (field === 'brand')
    return text.length <= 50 && /\p{L}/u.test(text) && !/[<>{}=|$]/.test(text) ? text : undefined
  return /^[\w./ -]{2,40}$/.test(text) && !/^(?:true|false|null|undefined)$/.test(text) ? text : undefined
}

// The maximum distance of a value from the product's name in a script.
const NEAR = 500

function isNearName(page: ReaderPage, position: number): boolean {
  const name = page.heading?.text.slice(0, 16)
  if (name === undefined || name.length < 6) return false
  const { data } = page.tree.bytes
  return data.subarray(Math.max(0, position - NEAR), position + NEAR).includes(name)
}

// Candidates from meta elements: Open Graph, its product namespace, and Twitter's labelled data.
import { parseGtin } from '../../values/gtin.ts'
import { parsePrice } from '../../values/price.ts'
import { absoluteUrl } from '../../values/url.ts'
import type { Emit, Features, ScoredField } from '../../candidate.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { currencyInData } from '../../page/dollar-country.ts'
import { parseAvailability } from '../../product-shape.ts'
import { parseMachinePrice, parseMachineText } from '../../values/machine-price.ts'

const SALE: Features = { 'key sale price': 1 }
const LOOSE: Features = { 'key without name space': 1 }
const KEYS: Readonly<Record<string, readonly [ScoredField, Features?]>> = {
  'product:sale_price:amount': ['price', SALE],
  'product:price:amount': ['price'],
  'og:price:amount': ['price'],
  'og:price:standard_amount': ['price', { 'second price of offer': 1 }],
  'product:price': ['price'],
  price: ['price', LOOSE],
  'eg:price': ['price', LOOSE],
  'product:original_price:amount': ['list_price'],
  'product:price:standard_amount': ['list_price'],
  'product:sale_price:currency': ['currency'],
  'product:price:currency': ['currency'],
  'og:price:currency': ['currency'],
  'og:currency': ['currency'],
  currency: ['currency', LOOSE],
  'product:availability': ['availability'],
  'og:availability': ['availability'],
  'og:product:availability': ['availability'],
  availability: ['availability', LOOSE],
  'product:retailer_item_id': ['sku', { 'key sku': 1 }],
  'product:sku': ['sku', { 'key sku': 1 }],
  'og:sku': ['sku', { 'key sku': 1 }],
  sku: ['sku', { 'key sku': 1 }],
  'product:retailer_part_no': ['sku', { 'key id': 1 }],
  'product:product_id': ['sku', { 'key id': 1 }],
  'product:id': ['sku', { 'key id': 1 }],
  'product:ean': ['gtin'],
  'product:gtin': ['gtin'],
  'product:upc': ['gtin'],
  'product:isbn': ['gtin'],
  'og:upc': ['gtin'],
  'og:ean': ['gtin'],
  'og:isbn': ['gtin'],
  gtin: ['gtin', LOOSE],
  isbn: ['gtin', LOOSE],
  'book:isbn': ['gtin'],
  'og:title': ['name'],
  'twitter:title': ['name', { 'key twitter': 1 }],
  'product:brand': ['brand'],
  'og:brand': ['brand'],
  brand: ['brand', LOOSE],
  'product:mfr_part_no': ['mpn', { 'key mpn': 1 }],
  'product:mpn': ['mpn', { 'key mpn': 1 }],
  mpn: ['mpn', { 'key mpn': 1 }],
  'og:description': ['description'],
  description: ['description', LOOSE],
  'twitter:description': ['description', { 'key twitter': 1 }],
}

export function emitMeta(page: ReaderPage, emit: Emit): void {
  const currency = currencyInData(
    page.meta.get('product:price:currency')?.[0] ?? page.meta.get('og:price:currency')?.[0] ?? '',
    page,
  )
  for (const [key, contents] of page.meta) {
    const entry = Object.hasOwn(KEYS, key) ? KEYS[key] : undefined
    const content = contents[0]
    if (!entry || content === undefined) continue
    const [field, features = {}] = entry
    const value = valueOf(page, field, content, currency)
    if (value)
      emit({ field, value, source: 'open-graph', place: key, features: { 'open-graph': 1, ...features } })
  }
  emitFormerPrice(page, currency, emit)
  emitLabelled(page, emit)
  emitImages(page, emit)
}

/** Beside a sale price, the price is the former one. */
function emitFormerPrice(page: ReaderPage, currency: string | undefined, emit: Emit): void {
  const [sale, price] = ['sale_price', 'price'].map(key =>
    parseMachinePrice(page.meta.get(`product:${key}:amount`)?.[0], currency),
  )
  if (sale === undefined || price === undefined || Number(sale) === 0) return
  emit({
    field: 'list_price',
    value: price,
    source: 'open-graph',
    place: 'product:price:amount',
    features: { 'open-graph': 1 },
    priceOfOffer: sale,
  })
}

function valueOf(
  page: ReaderPage,
  field: ScoredField,
  content: string,
  currency: string | undefined,
): string | undefined {
  if (field === 'price' || field === 'list_price') {
    const price = parseMachinePrice(content, currency)
    return price !== undefined && Number(price) > 0 ? price : undefined
  }
  if (field === 'currency') return currencyInData(content, page)
  if (field === 'availability') return parseAvailability(content)
  return field === 'gtin' ? parseGtin(content)?.value : content
}

// twitter:label1 "Price" with twitter:data1 "€1,149.00": the label says what the value means.
function emitLabelled(page: ReaderPage, emit: Emit): void {
  for (const number of ['1', '2', '3']) {
    const label = page.meta.get(`twitter:label${number}`)?.[0] ?? ''
    const data = page.meta.get(`twitter:data${number}`)?.[0]
    const place = `twitter:data${number}`
    const put = (field: ScoredField, value: string | null | undefined) => {
      if (value)
        emit({ field, value, source: 'open-graph', place, features: { 'open-graph': 1, 'key twitter': 1 } })
    }
    if (/price|preis|prix|precio|prezzo|preço|cena|цена/i.test(label)) {
      const price = parsePrice(data)
      put('price', data === undefined ? undefined : parseMachineText(data))
      put('currency', price?.currency == null ? undefined : currencyInData(price.currency, page))
    } else if (/availab|verfügbar|disponib|dostupn|dostępn|наличие/i.test(label))
      put('availability', parseAvailability(data))
  }
}

function emitImages(page: ReaderPage, emit: Emit): void {
  const key = ['og:image', 'og:image:url', 'twitter:image'].find(name => page.meta.has(name))
  const links = (page.meta.get(key ?? '') ?? []).flatMap(link => absoluteUrl(link, page.url) ?? [])
  if (key === undefined || links.length === 0) return
  emit({
    field: 'image',
    value: JSON.stringify([...new Set(links)]),
    source: 'open-graph',
    place: key,
    features: { 'open-graph': 1 },
  })
}

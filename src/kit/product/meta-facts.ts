// Facts from the page's meta elements: Open Graph, its product name space, and Twitter's labelled data.
import { currencyFromSymbol } from '../tidy/currency.ts'
import { parseGtin } from '../tidy/gtin.ts'
import { parsePrice } from '../tidy/money.ts'
import { text } from '../tidy/text.ts'
import { absoluteUrl } from '../tidy/url.ts'
import { type Facts, parseAvailability } from './facts.ts'
import type { PageModel } from './page-model.ts'
import { machinePrice } from './machine-price.ts'

const PRICE = [
  'product:sale_price:amount',
  'product:price:amount',
  'og:price:amount',
  'og:price:standard_amount',
  'product:price',
  'price',
  'eg:price',
]
const CURRENCY = [
  'product:sale_price:currency',
  'product:price:currency',
  'og:price:currency',
  'currency',
  'og:currency',
]
const AVAILABILITY = ['product:availability', 'og:availability', 'availability', 'og:product:availability']
const SKU = [
  'product:retailer_item_id',
  'product:sku',
  'og:sku',
  'sku',
  'product:retailer_part_no',
  'product:product_id',
]
const GTIN = [
  'product:ean',
  'product:gtin',
  'product:upc',
  'product:isbn',
  'og:upc',
  'og:ean',
  'gtin',
  'book:isbn',
]

export function metaFacts(page: PageModel, url: string): Facts {
  const metas = new Map<string, string[]>()
  for (const { name, attribs } of page.elements) {
    const key = (attribs.property ?? attribs.name)?.toLowerCase()
    if (name !== 'meta' || !key || !attribs.content) continue
    metas.set(key, [...(metas.get(key) ?? []), attribs.content])
  }
  const value = (names: readonly string[]) =>
    text(names.map(name => metas.get(name)?.[0]).find(found => found !== undefined))
  const currency = currencyFromSymbol(value(CURRENCY) ?? '')
  const labelled = labelledData(metas)
  const price = machinePrice(value(PRICE), currency) ?? labelled.price
  const original = machinePrice(
    value(['product:original_price:amount', 'product:price:standard_amount']),
    currency,
  )
  return {
    name: value(['og:title', 'twitter:title']),
    brand: value(['product:brand', 'og:brand', 'brand']),
    sku: value(SKU),
    mpn: value(['product:mfr_part_no', 'product:mpn', 'mpn']),
    gtin: parseGtin(value(GTIN))?.value,
    price: price !== undefined && Number(price) > 0 ? price : undefined,
    currency: currency ?? labelled.currency,
    originalPrice:
      original !== undefined && price !== undefined && Number(original) > Number(price)
        ? original
        : undefined,
    availability: parseAvailability(value(AVAILABILITY)) ?? labelled.availability,
    images: imagesOf(metas, url),
    description: value(['og:description', 'description', 'twitter:description']),
  }
}

// twitter:label1 "Price" with twitter:data1 "€1,149.00": what each number means stands beside it.
function labelledData(metas: ReadonlyMap<string, string[]>): Facts {
  const facts: Facts = {}
  for (const number of ['1', '2', '3']) {
    const label = metas.get(`twitter:label${number}`)?.[0] ?? ''
    const data = metas.get(`twitter:data${number}`)?.[0]
    if (/price|preis|prix|precio|prezzo|preço|cena|цена/i.test(label)) {
      const price = parsePrice(data)
      facts.price = price?.amount ?? undefined
      facts.currency = price?.isoCurrency ?? undefined
    } else if (/availab|verfügbar|disponib|dostupn|dostępn|наличие/i.test(label))
      facts.availability = parseAvailability(data)
  }
  return facts
}

function imagesOf(metas: ReadonlyMap<string, string[]>, url: string): string[] | undefined {
  const links = (
    metas.get('og:image') ??
    metas.get('og:image:url') ??
    metas.get('twitter:image') ??
    []
  ).flatMap(link => absoluteUrl(link, url) ?? [])
  return links.length > 0 ? [...new Set(links)] : undefined
}

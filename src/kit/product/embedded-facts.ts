// Facts from tracking code: what a page tells its statistics about the product it shows.
import { currencyFromSymbol } from '../tidy/currency.ts'
import { text } from '../tidy/text.ts'
import type { Element } from 'domhandler'
import { isText } from 'domhandler'
import { type Facts, parseAvailability } from './facts.ts'
import type { PageModel } from './page-model.ts'
import { machinePrice } from './machine-price.ts'

// Scripts that report the product viewed, by the conventions of the usual tag managers.
const REPORTING =
  /dataLayer|ecommerce|utag_data|digitalData|ViewContent|productDetail|product_detail|google_tag_params|tc_vars|wa_data|_satellite|analytics|view_item|criteo|viewItem|ecomm_prodid|product_id/i
const VALUE = String.raw`\\?["']?\s*[:=]\s*\[?\s*\\?["']?`
const KEYS: readonly [keyof Facts, RegExp][] = [
  [
    'brand',
    new RegExp(String.raw`["'\b_](?:product_?)?brand(?:_?name)?${VALUE}([^"'\\,\]}{]{1,50})\\?["']`, 'i'),
  ],
  [
    'sku',
    new RegExp(
      String.raw`["'\s{,](?:product_?)?(?:sku|product_?id|item_id|ecomm_prodid|content_ids)${VALUE}([\w./-]{2,40})\\?["'\s,\]]`,
      'i',
    ),
  ],
  [
    'price',
    new RegExp(
      String.raw`["'\s{,](?:product_?)?(?:price|unit_?price|ecomm_totalvalue|current_?price|sale_?price)${VALUE}(\d[\d.,]*)`,
      'i',
    ),
  ],
  [
    'currency',
    new RegExp(String.raw`["'\s{,](?:currency(?:_?code)?|price_?currency)${VALUE}([A-Za-z]{3})\b`, 'i'),
  ],
  [
    'availability',
    new RegExp(
      String.raw`["'\s{,](?:product_?)?(?:availability|stock_?status|in_?stock)${VALUE}([\w :/.-]{2,40})`,
      'i',
    ),
  ],
]

export function embeddedFacts(page: PageModel): Facts {
  const found = new Map<keyof Facts, string>()
  for (const element of page.elements) {
    const code = element.name === 'script' ? scriptText(element) : ''
    if (code === '' || element.attribs.type === 'application/ld+json' || !REPORTING.test(code)) continue
    for (const [key, pattern] of KEYS) {
      const value = found.has(key) ? undefined : pattern.exec(code)?.[1]
      if (value !== undefined) found.set(key, value)
    }
  }
  const currency = currencyFromSymbol(found.get('currency') ?? '')
  const price = machinePrice(found.get('price'), currency)
  return {
    brand: text(decodeEscapes(found.get('brand'))),
    sku: found.get('sku'),
    price: price !== undefined && Number(price) > 0 ? price : undefined,
    currency,
    availability: parseAvailability(found.get('availability')),
  }
}

function scriptText({ children }: Element): string {
  return children.map(child => (isText(child) ? child.data : '')).join('')
}

function decodeEscapes(value: string | undefined): string | undefined {
  return value?.replace(/\\u([\da-f]{4})/gi, (_whole, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

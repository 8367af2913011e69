// Candidates from a product in the page's embedded state, for pages that are rendered by scripts.
import { currencyFromSymbol } from '../../kit/values/currency.ts'
import { parseGtin } from '../../kit/values/gtin.ts'
import { cleanText, htmlToText } from '../../kit/values/text.ts'
import type { Emit, ScoredField } from '../candidate.ts'
import { findStateProduct } from './embedded-states.ts'
import type { Page } from '../page/read-page.ts'
import { parseAvailability } from '../product.ts'
import { brandOf, imagesOf, type Item, itemsOf, stringOf, textOf } from './schema-org-values.ts'

export function emitStateProduct(page: Page, emit: Emit): void {
  const product = findStateProduct(page)
  if (!product) return
  const { fields, name, price } = product
  const put = (field: ScoredField, value: string | undefined, key: string) => {
    if (value)
      emit({
        field,
        value,
        source: 'embedded',
        place: `state: ${key}`,
        features: { embedded: 1, 'product of the state': 1 },
      })
  }
  put('name', cleanText(name), 'name')
  put('price', price, 'price')
  put('sku', firstText(fields, ['sku', 'articlenumber', 'productid', 'itemid', 'code', 'id']), 'sku')
  put(
    'gtin',
    parseGtin(firstText(fields, ['gtin', 'gtin13', 'ean', 'ean13', 'barcode', 'upc']))?.value,
    'gtin',
  )
  put('mpn', textOf(fields.mpn), 'mpn')
  put('brand', brandOf(fields.brand ?? fields.brandname ?? fields.vendor ?? fields.manufacturer), 'brand')
  put('currency', currencyOf(fields), 'currency')
  put('availability', availabilityOf(fields), 'availability')
  const description = fields.description ?? fields.shortdescription
  if (typeof description === 'string') put('description', htmlToText(description), 'description')
  const images = imagesOf(fields.images ?? fields.gallery ?? fields.media ?? fields.image, page.url)
  if (images.length > 0) put('image', JSON.stringify(images), 'images')
}

function firstText(fields: Item, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = textOf(fields[key])
    if (text !== undefined && text.length <= 40) return text
  }
  return undefined
}

function currencyOf(fields: Item): string | undefined {
  const holders = [fields, ...itemsOf(fields.price), ...itemsOf(fields.prices), ...itemsOf(fields.offers)]
  for (const holder of holders) {
    const written = [
      'currency',
      'currencycode',
      'currencyCode',
      'currency_code',
      'priceCurrency',
      'pricecurrency',
    ]
      .map(key => stringOf(holder[key]))
      .find(value => value !== undefined)
    const code = written === undefined ? undefined : currencyFromSymbol(written)
    if (code !== undefined) return code
  }
  return undefined
}

function availabilityOf(fields: Item): string | undefined {
  for (const key of ['availability', 'stockstatus', 'instock', 'isinstock', 'available', 'isavailable']) {
    const value = fields[key]
    if (typeof value === 'boolean') return value ? 'InStock' : 'OutOfStock'
    const state = parseAvailability(value)
    if (state !== undefined) return state
  }
  return undefined
}

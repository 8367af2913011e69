// Candidates from a product in the page's embedded state, for pages that are rendered by scripts.
import { parseGtin } from '../../values/gtin.ts'
import { cleanText, htmlToText } from '../../values/text.ts'
import type { Emit, Features, ScoredField } from '../../candidate.ts'
import { findStateProduct } from './embedded-states.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { currencyInData } from '../../page/dollar-country.ts'
import {
  brandOf,
  imagesOf,
  type SchemaItem,
  itemsOf,
  stringOf,
  textOf,
} from '../../schema-org/schema-org-values.ts'
import { availabilityOf, firstText, variantsOf } from './state-variants.ts'

export function emitStateProduct(page: ReaderPage, emit: Emit): void {
  const product = findStateProduct(page)
  if (!product) return
  const { fields, name, price } = product
  const put = (field: ScoredField, value: string | undefined, key: string, features: Features = {}) => {
    if (value)
      emit({
        field,
        value,
        source: 'embedded',
        place: `state: ${key}`,
        features: { embedded: 1, 'product of the state': 1, ...features },
      })
  }
  put('name', cleanText(name), 'name')
  put('price', price, 'price')
  put('sku', firstText(fields, ['sku', 'articlenumber']), 'sku', { 'key sku': 1 })
  put('sku', firstText(fields, ['productid', 'itemid', 'code', 'id']), 'id', { 'key id': 1 })
  put(
    'gtin',
    parseGtin(firstText(fields, ['gtin', 'gtin13', 'ean', 'ean13', 'barcode', 'upc']))?.value,
    'gtin',
  )
  put('mpn', textOf(fields.mpn), 'mpn')
  put('brand', brandOf(fields.brand ?? fields.brandname ?? fields.vendor ?? fields.manufacturer), 'brand')
  put('currency', currencyOf(fields, page), 'currency')
  put('availability', availabilityOf(fields), 'availability')
  const description = fields.description ?? fields.shortdescription
  if (typeof description === 'string') put('description', htmlToText(description), 'description')
  const images = imagesOf(fields.images ?? fields.gallery ?? fields.media ?? fields.image, page.url)
  if (images.length > 0) put('image', JSON.stringify(images), 'images')
  const variants = variantsOf(fields, new Set(price === undefined ? [] : [Number(price)]), page.url)
  if (variants.length > 0) put('variants', JSON.stringify(variants), 'variants')
}

function currencyOf(fields: SchemaItem, page: ReaderPage): string | undefined {
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
    const code = written === undefined ? undefined : currencyInData(written, page)
    if (code !== undefined) return code
  }
  return undefined
}

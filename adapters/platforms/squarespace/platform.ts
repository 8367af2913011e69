// Squarespace: the page has all variants with their stock; `?format=json` is asked where a theme leaves them out.
import {
  asFlag,
  asId,
  asList,
  asNumber,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  cleanText,
  decimalFromMinor,
  decimalOf,
  defineAdapter,
  type DocumentExtractor,
  formerPrice,
  htmlToText,
  type JsonObject,
  jsonOf,
  type Page,
  sizeAndColor,
  documentExtractor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
  withoutAmounts,
  parseJson,
} from '#kit'

interface Item {
  readonly variants: readonly JsonObject[]
  readonly item: JsonObject
}

/** Units as text in two spellings, or hundredths. */
function amountOf(variant: JsonObject, name: string): string | undefined {
  const written = valueAt(variant[`${name}Money`], 'value') ?? valueAt(variant[name], 'decimalValue')
  return written === undefined ? decimalFromMinor(variant[name], 2) : decimalOf(written)
}

/** The sale price is 0 unless the variant is on sale. */
function pricesOf(variant: JsonObject): { price: string | undefined; list_price: string | undefined } {
  const usual = amountOf(variant, 'price')
  const sale = asFlag(variant.onSale) === true ? amountOf(variant, 'salePrice') : undefined
  const price = sale ?? usual
  return { price, list_price: formerPrice(usual, price) }
}

function currencyOf(variant: JsonObject): string | undefined {
  return (
    asTrimmed(valueAt(variant.priceMoney, 'currency')) ?? asTrimmed(valueAt(variant.price, 'currencyCode'))
  )
}

/** A variant that is sold out shows only as a count of 0 that is not unlimited. */
function stockOf(variant: JsonObject): Availability | undefined {
  const stock = asObject(variant.stock)
  if ((asFlag(stock?.unlimited) ?? asFlag(variant.unlimited)) === true) return 'in_stock'
  const count = asNumber(stock?.quantity) ?? asNumber(variant.qtyInStock)
  return count === undefined ? undefined : count > 0 ? 'in_stock' : 'out_of_stock'
}

function variantOf(variant: JsonObject): ExtractedVariant {
  const listed = asList(variant.optionValues, one => ({
    name: asTrimmed(valueAt(one, 'optionName')),
    value: asTrimmed(valueAt(one, 'value')),
  }))
  const named = Object.entries(asObject(variant.attributes) ?? {}).map(([name, value]) => ({
    name,
    value: asTrimmed(value),
  }))
  return {
    id: asId(variant.id),
    sku: asTrimmed(variant.sku),
    ...sizeAndColor(listed ?? named),
    ...pricesOf(variant),
    availability: stockOf(variant),
  }
}

const fields: FieldExtractors<Item> = {
  name: ({ item }) => cleanText(asTrimmed(item.title)),
  description: ({ item }) => htmlToText(asTrimmed(item.excerpt) ?? asTrimmed(item.body)),
  currency: ({ variants }) => variants.map(currencyOf).find(one => one !== undefined),
  images: ({ item }) => unique(asList(item.items, one => asTrimmed(valueAt(one, 'assetUrl')))),
  variants: ({ variants }) => {
    const currency = variants.map(currencyOf).find(one => one !== undefined)
    return variants.map(variant =>
      (currencyOf(variant) ?? currency) === currency
        ? variantOf(variant)
        : withoutAmounts(variantOf(variant)),
    )
  },
}

function isVariants(value: unknown): value is readonly JsonObject[] {
  const first = valueAt(value, 0)
  if (!Array.isArray(value) || asObject(first) === undefined) return false
  return (
    valueAt(first, 'priceMoney') !== undefined ||
    valueAt(first, 'price', 'decimalValue') !== undefined ||
    valueAt(first, 'qtyInStock') !== undefined
  )
}

/** Three shapes: the bare list, the item of `?format=json`, the context of the page. */
function itemIn(value: unknown): Item | undefined {
  if (isVariants(value)) return { variants: value, item: {} }
  const item = asObject(valueAt(value, 'item')) ?? {}
  const lists = [
    valueAt(value, 'product', 'variants'),
    valueAt(item, 'structuredContent', 'variants'),
    valueAt(item, 'variants'),
  ]
  const variants = lists.find(isVariants)
  return variants && { variants, item }
}

function pageReadings(page: Page): DocumentExtractor[] {
  const context = itemIn(page.assigned('Static.SQUARESPACE_CONTEXT'))
  const attribute = page.first('[data-variants]')?.attr('data-variants')
  const variants = attribute?.startsWith('[') ? parseJson(attribute) : undefined
  // The list has no name; the heading beside it has.
  const title = page.first('.ProductItem-details-title, .product-title, h1')?.text()
  const listed = isVariants(variants) ? { variants, item: { title } } : undefined
  return [
    ...(context ? [documentExtractor('embedded', 'Static.SQUARESPACE_CONTEXT', context, fields)] : []),
    ...(listed ? [documentExtractor('embedded', '[data-variants]', listed, fields)] : []),
  ]
}

export const squarespace = defineAdapter({
  name: 'squarespace',
  title: 'Squarespace',
  can: { search: false, variants: true, stock: true, catalog: false },
  requests: { product: [1, 2] },
  reads: 'The variants in the page; `?format=json` of the page where it has none',
  lacks: 'Search and catalog. Many shops forbid `?format=json` in robots.txt.',
  recognise: ['Static.SQUARESPACE_CONTEXT'],
  product: {
    async load(page, get) {
      if (pageReadings(page).length > 0) return {}
      const options = { accept: 'json', query: { format: 'json' } } as const
      return { json: await get.optional(inner => inner(page.url, options)) }
    },

    read(page, { json }) {
      const item = itemIn(jsonOf(json))
      const document = json && item ? [documentExtractor('api', json.url, item, fields)] : []
      return [...document, ...pageReadings(page)]
    },
  },
})

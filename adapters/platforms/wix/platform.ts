// Wix Stores: the data with which the server prepares the page for its scripts.
import {
  asFlag,
  asId,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  certainCurrency,
  cleanText,
  currencyInText,
  decimalOf,
  defineAdapter,
  htmlToText,
  type JsonObject,
  priceLocaleOf,
  type PriceLocale,
  sizeAndColor,
  documentExtractor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
} from '#kit'

/** The platform's own id of its shop. */
const STORES_APP = '1380b703-ce81-ff05-f115-39571d94dfcd'

/** With a discount `price` is the former price and `comparePrice` the one to pay; `comparePrice: 0` means none. */
function pricesOf(json: JsonObject): { price: string | undefined; list_price: string | undefined } {
  const [price, compare] = [decimalOf(json.price), decimalOf(json.comparePrice)]
  if (price === undefined || compare === undefined || Number(price) === Number(compare))
    return { price: price ?? compare, list_price: undefined }
  const isReduced = Number(compare) < Number(price)
  return isReduced ? { price: compare, list_price: price } : { price, list_price: compare }
}

/** The currency is often only a sign in the printed price. */
function printedPrice(json: JsonObject): string | undefined {
  const texts = [
    json.formattedPrice,
    json.formattedComparePrice,
    valueAt(json.priceRange, 'fromPriceFormatted'),
  ]
  return texts.map(text => asTrimmed(text)).find(text => text !== undefined)
}

const STATES: Readonly<Record<string, Availability>> = {
  in_stock: 'in_stock',
  partially_in_stock: 'in_stock',
  only_pre_order: 'preorder',
  out_of_stock: 'out_of_stock',
}

/** The status, not the quantity: 0 beside `in_stock` means that the shop does not count. */
function stockOf(json: JsonObject): Availability | undefined {
  const inStock = asFlag(json.isInStock)
  const state = STATES[asTrimmed(valueAt(json.inventory, 'status')) ?? '']
  return inStock === false ? 'out_of_stock' : (state ?? (inStock ? 'in_stock' : undefined))
}

function variantsOf(product: JsonObject): ExtractedVariant[] {
  const selections = new Map(
    (asList(product.options, one => one) ?? []).flatMap(option =>
      (asList(valueAt(option, 'selections'), one => one) ?? []).map(selection => [
        asId(valueAt(selection, 'id')),
        {
          name: asTrimmed(valueAt(option, 'key')) ?? asTrimmed(valueAt(option, 'title')),
          value: asTrimmed(valueAt(selection, 'description')) ?? asTrimmed(valueAt(selection, 'key')),
        },
      ]),
    ),
  )
  return (asList(product.productItems, asObject) ?? []).flatMap(item => {
    if (!item || item.isVisible === false) return []
    const chosen = asList(item.optionsSelections, one => selections.get(asId(one)))?.filter(
      one => one !== undefined,
    )
    const variant = { id: asId(item.id), sku: asTrimmed(item.sku), ...sizeAndColor(chosen ?? []) }
    return [{ ...variant, ...pricesOf(item), availability: stockOf(item) }]
  })
}

const fields: FieldExtractors<JsonObject> = {
  name: product => cleanText(asTrimmed(product.name)),
  brand: product => cleanText(asTrimmed(product.brand)),
  description: product => htmlToText(asTrimmed(product.description)),
  sku: product => asTrimmed(product.sku),
  currency: product => asTrimmed(product.currency) ?? certainCurrency(printedPrice(product)),
  price: product => pricesOf(product).price,
  list_price: product => pricesOf(product).list_price,
  availability: stockOf,
  images: product => unique(asList(product.media, one => asTrimmed(valueAt(one, 'fullUrl')))),
  variants: variantsOf,
}

function fieldsAt(place: PriceLocale): FieldExtractors<JsonObject> {
  return { ...fields, currency_hint: product => currencyInText(printedPrice(product), place) }
}

function catalogsIn(warmup: unknown): unknown[] {
  const apps = asObject(valueAt(warmup, 'appsWarmupData', STORES_APP)) ?? {}
  return Object.values(apps).map(one => valueAt(one, 'catalog'))
}

function productIn(warmup: unknown): JsonObject | undefined {
  return catalogsIn(warmup)
    .map(catalog => asObject(valueAt(catalog, 'product')))
    .find(one => one !== undefined)
}

export const wix = defineAdapter({
  name: 'wix',
  title: 'Wix Stores',
  can: { search: false, variants: true, stock: true, catalog: false },
  requests: { product: [1, 1] },
  reads: 'The script `wix-warmup-data` of the page',
  lacks: 'The currency where the page prints only a sign that several currencies share. Search and catalog.',
  recognise: [{ header: 'x-wix-request-id' }, { text: 'id="wix-warmup-data"', by: 'script#wix-warmup-data' }],
  product: {
    read(page) {
      const product = productIn(page.script({ id: 'wix-warmup-data' }))
      return product
        ? [documentExtractor('embedded', 'script#wix-warmup-data', product, fieldsAt(priceLocaleOf(page)))]
        : []
    },
  },
})

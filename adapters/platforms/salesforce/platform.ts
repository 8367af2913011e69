// Salesforce Commerce Cloud: the document with which the page follows a choice of colour or size.
import {
  asFlag,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  cleanText,
  decimalOf,
  defineAdapter,
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
} from '#kit'

const MARK = '/on/demandware.store/Sites-'

/** Where the page's own addresses of the shop's controllers begin. */
function controllersOf(page: Page): string | undefined {
  const text = page.text()
  const found = text.indexOf(MARK)
  if (found < 0) return undefined
  const before =
    text
      .slice(Math.max(0, found - 200), found)
      .split(/["'\s(<>=]/)
      .at(-1) ?? ''
  const [, sites = '', locale = ''] =
    /^Sites-([\w-]+)\/([\w-]+)\//.exec(text.slice(found + MARK.length - 6, found + 200)) ?? []
  if (sites === '') return undefined
  return URL.parse(`${before}${MARK}${sites}/${locale}/`, page.url)?.href
}

function productIdOf(page: Page): string | undefined {
  const element = page.first('.product-detail[data-pid], [data-masterid], .product-wrapper[data-pid]')
  const stated = element?.attr('data-pid') ?? element?.attr('data-masterid')
  const last = new URL(page.url).pathname.split('/').findLast(part => part !== '')
  return stated || /^([\w-]{3,40})\.html$/.exec(last ?? '')?.[1]
}

/** A master has a range and no price of its own: its lowest is the price. Of prices by quantity, the first is for one piece. */
function statedPrice({ price }: JsonObject, kind: 'sales' | 'list'): unknown {
  return valueAt(price, kind) ?? valueAt(price, 'min', kind) ?? valueAt(price, 'tiers', 0, 'price', kind)
}

function priceOf(product: JsonObject, kind: 'sales' | 'list'): string | undefined {
  const one = statedPrice(product, kind)
  return decimalOf(valueAt(one, 'decimalPrice')) ?? decimalOf(valueAt(one, 'value'))
}

const STATES: Readonly<Record<string, Availability>> = {
  IN_STOCK: 'in_stock',
  PREORDER: 'preorder',
  BACKORDER: 'backorder',
  NOT_AVAILABLE: 'out_of_stock',
  OUT_OF_STOCK: 'out_of_stock',
}

function stockOf(product: JsonObject): Availability | undefined {
  const available = asFlag(product.available)
  const state = STATES[asTrimmed(valueAt(product.availability, 'status')) ?? '']
  return available === false ? 'out_of_stock' : (state ?? (available ? 'in_stock' : undefined))
}

/**
 * The sizes of the chosen colour. `selectable` contradicts `orderable` at some shops; a size without an id is not sold.
 * The platform as it comes has neither `orderable` nor ids: then the last attribute is what is left to choose.
 */
function variantsOf(product: JsonObject): ExtractedVariant[] {
  const attributes = asList(product.variationAttributes, asObject) ?? []
  const chosen = attributes.flatMap(attribute => {
    const value = asList(attribute?.values, one => one)?.find(one => valueAt(one, 'selected') === true)
    return value === undefined ? [] : [{ attribute, value }]
  })
  const hasIds = attributes.some(one => asList(one?.values, value => valueAt(value, 'pid'))?.some(Boolean))
  return (hasIds ? attributes : attributes.slice(-1)).flatMap(attribute =>
    (asList(attribute?.values, asObject) ?? []).flatMap(value => {
      const pid = asTrimmed(value?.pid)
      if ((hasIds && pid === undefined) || !value) return []
      const others = chosen.filter(one => one.attribute !== attribute)
      const options = [...others, { attribute, value }].map(one => ({
        name: `${asTrimmed(one.attribute?.id) ?? ''} ${asTrimmed(one.attribute?.displayName) ?? ''}`,
        value: asTrimmed(valueAt(one.value, 'displayValue')),
      }))
      const isShown = hasIds ? pid === product.id : value.selected === true
      const price = isShown ? priceOf(product, 'sales') : undefined
      const canBuy = asFlag(value.orderable) ?? (hasIds ? true : asFlag(value.selectable))
      const availability = canBuy === undefined ? undefined : canBuy ? 'in_stock' : 'out_of_stock'
      return [
        { id: pid ?? asTrimmed(value.id), sku: pid, ...sizeAndColor(options), price, availability } as const,
      ]
    }),
  )
}

const fields: FieldExtractors<JsonObject> = {
  name: product => cleanText(asTrimmed(product.productName)),
  brand: product => cleanText(asTrimmed(product.brand)),
  description: product =>
    htmlToText(asTrimmed(product.longDescription) ?? asTrimmed(product.shortDescription)),
  sku: product => asTrimmed(product.id),
  currency: product => asTrimmed(valueAt(statedPrice(product, 'sales'), 'currency')),
  price: product => priceOf(product, 'sales'),
  list_price: product => formerPrice(priceOf(product, 'list'), priceOf(product, 'sales')),
  price_max: product =>
    formerPrice(decimalOf(valueAt(product.price, 'max', 'sales', 'value')), priceOf(product, 'sales')),
  availability: stockOf,
  images: product =>
    unique(
      asList(
        valueAt(product.images, 'large'),
        one => asTrimmed(valueAt(one, 'absURL')) ?? asTrimmed(valueAt(one, 'url')),
      ),
    ),
  variants: variantsOf,
}

function productIn(value: unknown): JsonObject | undefined {
  const product = asObject(valueAt(value, 'product'))
  return product && 'productName' in product && 'price' in product ? product : undefined
}

export const salesforce = defineAdapter({
  name: 'salesforce',
  title: 'Salesforce Commerce Cloud',
  can: { search: false, variants: true, stock: true, catalog: false },
  requests: { product: [1, 2] },
  reads: '`Product-Variation` of the shop, where it answers in JSON',
  lacks: 'Sizes of other colours than the shown one, and their prices. Search and catalog.',
  recognise: ['/on/demandware.store/', '/on/demandware.static/'],
  product: {
    async load(page, get) {
      const [controllers, pid] = [controllersOf(page), productIdOf(page)]
      if (controllers === undefined || pid === undefined) return {}
      const query = { pid, quantity: 1, format: 'ajax' }
      return {
        variation: await get.optional(inner =>
          inner(`${controllers}Product-Variation`, { accept: 'json', query }),
        ),
      }
    },

    read(_, { variation }) {
      const product = productIn(jsonOf(variation))
      return variation && product ? [documentExtractor('api', variation.url, product, fields)] : []
    },
  },
})

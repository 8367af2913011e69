// Big Cartel: the product's own JSON, and the shop's for the currency.
import {
  asFlag,
  asId,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  cleanText,
  decimalOf,
  defineAdapter,
  type DocumentExtractor,
  htmlToText,
  type JsonObject,
  jsonOf,
  type CatalogItem,
  type Page,
  type PlatformList,
  documentExtractor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
} from '#kit'

const STATES: Readonly<Record<string, Availability>> = {
  active: 'in_stock',
  'sold-out': 'out_of_stock',
  'coming-soon': 'out_of_stock',
}

function stockOf(product: JsonObject): Availability | undefined {
  return STATES[asTrimmed(product.status) ?? '']
}

/** A product without a choice has one option of its own name. */
function variantsOf(product: JsonObject): ExtractedVariant[] {
  const options = asList(product.options, asObject) ?? []
  return options.flatMap(option => {
    if (!option) return []
    const isSoldOut = asFlag(option.sold_out) ?? stockOf(product) === 'out_of_stock'
    const name = cleanText(asTrimmed(option.name))
    return [
      {
        id: asId(option.id),
        size:
          options.length === 1 && (name === cleanText(asTrimmed(product.name)) || name === 'Default')
            ? undefined
            : name,
        price: decimalOf(option.price) ?? decimalOf(product.price),
        availability:
          isSoldOut || stockOf(product) === 'out_of_stock'
            ? ('out_of_stock' as const)
            : ('in_stock' as const),
      },
    ]
  })
}

const fields: FieldExtractors<JsonObject> = {
  name: product => cleanText(asTrimmed(product.name)),
  description: product => htmlToText(asTrimmed(product.description)),
  price: product => decimalOf(product.price) ?? decimalOf(product.default_price),
  availability: stockOf,
  images: product =>
    unique(
      asList(product.images, one => asTrimmed(valueAt(one, 'secure_url')) ?? asTrimmed(valueAt(one, 'url'))),
    ),
  variants: variantsOf,
}

function currencyIn(value: unknown): string | undefined {
  const currency = valueAt(value, 'currency')
  return asTrimmed(currency) ?? asTrimmed(valueAt(currency, 'code')) ?? asTrimmed(valueAt(currency, 'id'))
}

function isProduct(value: unknown): value is JsonObject {
  return (
    asObject(value) !== undefined &&
    asList(valueAt(value, 'options'), one => one) !== undefined &&
    STATES[asTrimmed(valueAt(value, 'status')) ?? ''] !== undefined
  )
}

function productAddress(page: Page): string | undefined {
  const url = new URL(page.url)
  const [, path] = /^(.*\/product\/[^/]+?)(?:\.json)?\/?$/.exec(url.pathname) ?? []
  return path === undefined ? undefined : `${url.origin}${path}.json`
}

/** `2:117`: the second page, after one that begins with the product 117. */
function placeOf(after: string | undefined) {
  const [, page = '1', first] = /^(\d{1,5}):(\w*)$/.exec(after ?? '') ?? []
  return { page: Number(page), first }
}

/** Pages of a size that the shop chooses; the one after the last is empty. */
const list: PlatformList = {
  async load(after, get, { base }) {
    const query = { page: placeOf(after).page }
    const [products, store] = await Promise.all([
      get(`${base}/products.json`, { accept: 'json', query }),
      get.optional(inner => inner(`${base}/store.json`, { accept: 'json' })),
    ])
    return { products, store }
  },
  read({ products: document, store }, after, { base }) {
    const all = (asList(jsonOf(document), one => one) ?? []).filter(isProduct)
    const { page, first } = placeOf(after)
    const begins = asId(all[0]?.id) ?? ''
    // A shop that does not page gives the same list again.
    if (all.length === 0 || begins === first) return { products: [] }
    const currency = currencyIn(jsonOf(store))
    return {
      products: all.flatMap(product => listedProduct(product, base, currency) ?? []),
      next: `${page + 1}:${begins}`,
    }
  },
}

function listedProduct(
  product: JsonObject,
  base: string,
  currency: string | undefined,
): CatalogItem | undefined {
  const path =
    asTrimmed(product.url) ?? (asTrimmed(product.permalink) && `/product/${asTrimmed(product.permalink)}`)
  if (!path) return undefined
  return {
    url: path.startsWith('/') ? `${base}${path}` : path,
    reading: documentExtractor('api', '/products.json', product, fields),
    currency,
  }
}

export const bigcartel = defineAdapter({
  name: 'bigcartel',
  title: 'Big Cartel',
  can: { search: false, variants: true, stock: true, catalog: true },
  requests: { product: [2, 3], catalog: 2 },
  reads: '`/product/<name>.json`, the list `/products.json`, and `/store.json` for the currency',
  lacks: 'Former prices, codes. Search.',
  recognise: ['assets.bigcartel.com/', 'content="Big Cartel"'],
  product: {
    async load(page, get, { base }) {
      const address = productAddress(page)
      if (!address) return {}
      const ask = (url: string) => get.optional(inner => inner(url, { accept: 'json' }))
      const [product, store] = await Promise.all([ask(address), ask(`${base}/store.json`)])
      return { product, store }
    },

    read(_, { product: document, store }): DocumentExtractor[] {
      const product = jsonOf(document)
      const currency = currencyIn(jsonOf(store))
      return [
        ...(document && isProduct(product) ? [documentExtractor('api', document.url, product, fields)] : []),
        ...(store && currency
          ? [documentExtractor('api', store.url, { currency }, { currency: one => one.currency })]
          : []),
      ]
    },
  },

  list,
})

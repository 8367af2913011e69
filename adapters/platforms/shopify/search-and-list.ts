// The platform's search suggestions and its list of the catalog.
import {
  asFlag,
  asList,
  asObject,
  asTrimmed,
  valueAt,
  cleanText,
  formerPrice,
  type CatalogItem,
  type ProductHit,
  ifAvailable,
  jsonOf,
  type PlatformDocuments,
  type PlatformList,
  type PlatformSearch,
  type ShopAddress,
  documentExtractor,
} from '#kit'
import { amountOf, planOnly, productFields } from './product.ts'

/** The largest page that the platform serves. */
const PAGE_SIZE = 250
/** How many pages of the list a search reads where the shop's robots.txt forbids its search: 1,000 products. */
const SEARCHED_PAGES = 4
/** The platform suggests at most ten products. */
const SUGGESTED = 10

function listPage(number: number) {
  return { accept: 'json', query: { limit: PAGE_SIZE, page: number } } as const
}

export const search: PlatformSearch = {
  async load({ query, page }, get, { base }): Promise<PlatformDocuments> {
    const suggestions = { q: query, 'resources[type]': 'product', 'resources[limit]': SUGGESTED }
    const suggest = await ifAvailable(
      get(`${base}/search/suggest.json`, { accept: 'json', query: suggestions }),
    )
    if (suggest || page > 1) return { suggest }
    const documents: Record<string, Awaited<ReturnType<typeof get>>> = {}
    for (let number = 1; number <= SEARCHED_PAGES; number++) {
      const list = await get(`${base}/products.json`, listPage(number))
      documents[`list${number}`] = list
      if (productsIn(jsonOf(list)).length < PAGE_SIZE) break
    }
    return documents
  },
  read({ suggest, ...lists }, { query, page }, shop) {
    if (suggest) {
      const found = asList(valueAt(jsonOf(suggest), 'resources', 'results', 'products'), one => one) ?? []
      const results = page > 1 ? [] : found.flatMap(one => listed(one, shop) ?? [])
      // More than it suggests at once, it does not say.
      return { results, more: found.length < SUGGESTED ? false : undefined }
    }
    const products = Object.values(lists).flatMap(list => productsIn(jsonOf(list)))
    const isWhole = products.length < PAGE_SIZE * SEARCHED_PAGES
    const found = products.filter(product => hasWords(product, query))
    return { results: found.flatMap(one => listed(one, shop) ?? []), more: isWhole ? false : undefined }
  },
}

export const list: PlatformList = {
  lacksCurrency: true,
  load: async (after, get, { base }) => ({
    list: await get(`${base}/products.json`, listPage(pageNumber(after))),
  }),
  read({ list: document }, after, shop) {
    const products = productsIn(jsonOf(document))
    const next = products.length < PAGE_SIZE ? undefined : String(pageNumber(after) + 1)
    return { products: products.flatMap(one => documentOf(one, shop) ?? []), next }
  },
}

function documentOf(product: unknown, { base, facts }: ShopAddress): CatalogItem | undefined {
  const handle = asTrimmed(valueAt(product, 'handle'))
  const document = asObject(product)
  if (!handle || !document) return undefined
  const url = `${base}/products/${handle}`
  return {
    url,
    reading: documentExtractor(
      'api',
      '/products.json',
      document,
      productFields({ url, plans: planOnly(document) }),
    ),
    currency: facts.currency,
    updated_at: asTrimmed(document.updated_at),
  }
}

function pageNumber(after: string | undefined): number {
  return after !== undefined && /^[1-9]\d{0,5}$/.test(after) ? Number(after) : 1
}

function productsIn(value: unknown): readonly unknown[] {
  return asList(valueAt(value, 'products'), one => one) ?? []
}

/** Every word stands somewhere in what the list says about the product. */
function hasWords(product: unknown, query: string): boolean {
  const variants =
    asList(valueAt(product, 'variants'), one => [valueAt(one, 'sku'), valueAt(one, 'title')]) ?? []
  const said = [
    valueAt(product, 'title'),
    valueAt(product, 'vendor'),
    valueAt(product, 'product_type'),
    valueAt(product, 'tags'),
    variants,
  ]
  const text = said.flat(3).join(' ').toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/)
    .every(word => text.includes(word))
}

function listed(product: unknown, { base, facts }: ShopAddress): ProductHit | undefined {
  const handle = asTrimmed(valueAt(product, 'handle'))
  const name = cleanText(asTrimmed(valueAt(product, 'title')))
  if (!handle || !name) return undefined
  const variants = asList(valueAt(product, 'variants'), one => asObject(one)) ?? []
  const known = variants.flatMap(one => (one && amountOf(one.price) !== undefined ? [one] : []))
  const sold = known.filter(one => asFlag(one.available) !== false)
  const cheapest = (sold.length > 0 ? sold : known).toSorted(
    (a, b) => Number(amountOf(a.price)) - Number(amountOf(b.price)),
  )[0]
  const price = amountOf(cheapest ? cheapest.price : valueAt(product, 'price'))
  const stocks = variants.map(one => asFlag(one?.available)).filter(one => one !== undefined)
  const available =
    asFlag(valueAt(product, 'available')) ?? (stocks.length > 0 ? stocks.includes(true) : undefined)
  return {
    url: `${base}/products/${handle}`,
    name,
    brand: cleanText(asTrimmed(valueAt(product, 'vendor'))),
    image: asTrimmed(valueAt(product, 'image')) ?? asTrimmed(valueAt(product, 'images', 0, 'src')),
    sku: variants.length === 1 ? asTrimmed(variants[0]?.sku) : undefined,
    currency: facts.currency,
    price,
    list_price: formerPrice(cheapest ? amountOf(cheapest.compare_at_price) : suggestedFormer(product), price),
    availability: available === undefined ? undefined : available ? 'in_stock' : 'out_of_stock',
  }
}

/** A suggestion has the extremes of all variants: they belong together only where all variants cost the same. */
function suggestedFormer(product: unknown): string | undefined {
  const [lowest, highest, formerLowest, former] = [
    'price_min',
    'price_max',
    'compare_at_price_min',
    'compare_at_price_max',
  ].map(name => amountOf(valueAt(product, name)))
  return lowest === highest && formerLowest === former ? former : undefined
}

// The recorded samples of sneakerhub, with their removed envelopes restored.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://sneakerhub.example'
const SEARCH = 'https://search.sneakerhub.example'
const LIST = `${SHOP}/web-api/consumer-search/get-product-search-results`

type Entry = Readonly<Record<string, unknown>>

export function samples(read: ReadSample): Sample[] {
  return [...products(read), ...prices(read), ...currentSearch(read), ...olderSearch(read)]
}

function entriesOf(text: string): readonly Entry[] {
  return JSON.parse(text) as readonly Entry[]
}

function products(read: ReadSample): Sample[] {
  const file = 'products-1.json'
  return entriesOf(read(file)).map((productTemplate, index) => {
    const state = { props: { pageProps: { productTemplate } }, buildId: 'sample' }
    const json = JSON.stringify(state).replaceAll('<', '\\u003c')
    const page = `<!DOCTYPE html><html><body><script id="__NEXT_DATA__" type="application/json">${json}</script></body></html>`
    const slug = String(productTemplate.slug)
    return {
      name: `${file} [${index}]`,
      operation: 'sneakerhub.product',
      params: { slug },
      // The price rows are of another product, in the real shape.
      responses: {
        [`${SHOP}/sneakers/${slug}`]: page,
        [rowsUrl(String(productTemplate.id))]: read('prices-1.json'),
      },
      summarize: result => {
        const product = result as Record<string, unknown>
        const { id, sku, name, release_date, season, special_display_price_cents, wallet_pay_only_promo } =
          product
        return {
          id,
          sku,
          name,
          release_date,
          season,
          special_display_price_cents,
          wallet_pay_only_promo,
          sizes: (product.size_options as unknown[]).length,
          pictures: (product.product_template_external_pictures as unknown[]).length,
        }
      },
    }
  })
}

function rowsUrl(id: string): string {
  return `${SHOP}/web-api/v1/product_variants/buy_bar_data?productTemplateId=${id}&countryCode=US`
}

function prices(read: ReadSample): Sample[] {
  const file = 'prices-1.json'
  const address = rowsUrl('1')
  return [
    {
      name: file,
      operation: 'sneakerhub.prices',
      params: { id: '1' },
      responses: { [address]: read(file) },
      summarize: result =>
        (result as PriceRow[]).map(
          row =>
            `${row.sizeOption.presentation} ${row.shoeCondition} ${row.boxCondition} ${row.lowestPriceCents.amount ?? 'none'} ${row.lowestPriceCents.currency}, last ${row.lastSoldPriceCents.amount}`,
        ),
    },
  ]
}

interface PriceRow {
  readonly sizeOption: { readonly presentation: string }
  readonly shoeCondition: string
  readonly boxCondition: string
  readonly lowestPriceCents: { readonly amount?: number; readonly currency: string }
  readonly lastSoldPriceCents: { readonly amount: number }
}

function currentSearch(read: ReadSample): Sample[] {
  const file = 'search-1.productslist.json'
  const productsList = entriesOf(read(file))
  const body = JSON.stringify({ data: { productsList, totalResults: productsList.length } })
  const address = (words: string) => `${LIST}?queryString=${words}&pageLimit=12&pageNumber=1&sortType=1`
  return [
    {
      name: file,
      operation: 'sneakerhub.search',
      params: { query: 'sample' },
      responses: { [address('sample')]: body },
      summarize: summarizeSearch,
    },
    {
      name: file,
      operation: 'sneakerhub.trends',
      params: {},
      responses: { [address('')]: body },
      summarize: summarizeTrends,
    },
  ]
}

/** The names were removed from this sample; the slug is used instead. */
function olderSearch(read: ReadSample): Sample[] {
  const file = 'search-2.results-data.json'
  const entries = entriesOf(read(file))
  const results = entries.map(data => ({
    value: data.slug,
    data,
    matched_terms: [],
    labels: {},
    is_slotted: false,
  }))
  const body = JSON.stringify({ response: { results, total_num_results: results.length } })
  const paging = '?key=sample&page=1&num_results_per_page=24'
  const service = { origins: { search: SEARCH }, settings: { search_key: 'sample' } }
  return [
    {
      ...service,
      name: file,
      operation: 'sneakerhub.search',
      params: { query: 'sample' },
      responses: { [`${SEARCH}/search/sample${paging}`]: body },
      summarize: summarizeSearch,
    },
    {
      ...service,
      name: file,
      operation: 'sneakerhub.trends',
      params: {},
      responses: { [`${SEARCH}/browse/group_id/all${paging}`]: body },
      summarize: summarizeTrends,
    },
  ]
}

function summarizeSearch(result: unknown): unknown {
  const items = result as { url: string; image: string; category: string }[]
  return {
    items: items.length,
    categories: Object.fromEntries(
      Object.entries(Object.groupBy(items, one => one.category)).map(([name, list]) => [name, list?.length]),
    ),
    sneakers: items.filter(one => one.url.startsWith(`${SHOP}/sneakers/`)).length,
    apparel: items.filter(one => one.url.startsWith(`${SHOP}/apparel/`)).length,
    withoutImage: items.filter(one => one.image === '').length,
    first: items[0],
  }
}

function summarizeTrends(result: unknown): unknown {
  const items = result as {
    release_date: string
    lowest_price_cents: number | null
    retail_price_cents: number
    in_stock: boolean
  }[]
  return {
    items: items.length,
    withoutDate: items.filter(one => one.release_date === '').length,
    withoutPrice: items.filter(one => one.lowest_price_cents === null).length,
    retailUnknown: items.filter(one => one.retail_price_cents === 0).length,
    inStock: items.filter(one => one.in_stock).length,
    first: items[0],
  }
}

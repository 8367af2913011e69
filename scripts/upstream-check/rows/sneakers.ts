// The recorded samples of shops for sneakers.
import type { Row } from '../fill-row.ts'
import {
  listResults,
  nextPage,
  olderResults,
  otherProduct,
  productAndMarket,
  queryPage,
} from '../sample-values.ts'

const STOREFRONT_DOCUMENT = '{shop}/products/{json.product.handle}.json'
const SNEAKERHUB_PRICES = '{shop}/web-api/v1/product_variants/buy_bar_data?countryCode=US&productTemplateId='
const SNEAKERHUB_LIST =
  '{shop}/web-api/consumer-search/get-product-search-results?pageLimit=12&pageNumber=1&sortType=1&queryString='
const SNEAKERHUB_LIST_BODY = { json: { data: { productsList: '{json}', totalResults: '{json.length}' } } }
const OLDER_SEARCH = {
  file: 'search-2.results-data.json',
  values: olderResults,
  origins: ['search'],
  settings: { search_key: 'sample' },
}
const OLDER_SEARCH_BODY = {
  json: { response: { results: '{results}', total_num_results: '{results.length}' } },
}

const sneakerhub: readonly Row[] = [
  {
    operation: 'sneakerhub.product',
    file: 'products-1.json',
    name: '{file} [{index}]',
    each: 'json',
    // The price rows are of another product, in the real shape.
    values: (_, read) => ({ prices: read('prices-1.json') }),
    params: { slug: '{item.slug}' },
    responses: {
      '{shop}/sneakers/{item.slug}': nextPage({
        props: { pageProps: { productTemplate: '{item}' } },
        buildId: 'sample',
      }),
      [`${SNEAKERHUB_PRICES}{item.id}`]: '{prices}',
    },
  },
  {
    operation: 'sneakerhub.prices',
    file: 'prices-1.json',
    params: { id: '1' },
    responses: { [`${SNEAKERHUB_PRICES}1`]: '{text}' },
  },
  {
    operation: 'sneakerhub.search',
    file: 'search-1.productslist.json',
    params: { query: 'sample' },
    responses: { [`${SNEAKERHUB_LIST}sample`]: SNEAKERHUB_LIST_BODY },
  },
  {
    operation: 'sneakerhub.trends',
    file: 'search-1.productslist.json',
    responses: { [SNEAKERHUB_LIST]: SNEAKERHUB_LIST_BODY },
  },
  {
    ...OLDER_SEARCH,
    operation: 'sneakerhub.search',
    params: { query: 'sample' },
    responses: { '{search}/search/sample?key=sample&page=1&num_results_per_page=24': OLDER_SEARCH_BODY },
  },
  {
    ...OLDER_SEARCH,
    operation: 'sneakerhub.trends',
    responses: {
      '{search}/browse/group_id/all?key=sample&page=1&num_results_per_page=24': OLDER_SEARCH_BODY,
    },
  },
]

const GRAPHQL = 'POST {shop}/api/p/e'
/** From 2024: its market data came separately from the page. */
const MARKET_APART = {
  operation: 'sneakerexchange.product',
  file: 'product-1.json',
  values: productAndMarket,
}
/** From 2023: with its market. */
const MARKET_WITHIN = { operation: 'sneakerexchange.product', file: 'product-4.graphql.json' }
const EXCHANGE_PAGE = '{shop}/{json.data.product.urlKey}'
const EXCHANGE_STATE = { queries: [{ state: { data: '{json.data}' } }] }
const RESULTS_ANSWER = { json: { data: { browse: { results: '{results}' } } } }
const RESULTS_PAGE = queryPage({ browse: { results: '{results}' } })

const sneakerexchange: readonly Row[] = [
  {
    ...MARKET_APART,
    name: '{file} in the page, market in a second answer',
    params: { slug: '{json.urlKey}' },
    responses: {
      '{shop}/{json.urlKey}': queryPage({ product: '{product}' }),
      [GRAPHQL]: { json: { data: { product: '{market}' } } },
    },
  },
  {
    ...MARKET_APART,
    name: '{file} without its market',
    params: { slug: '{json.urlKey}' },
    responses: { '{shop}/{json.urlKey}': queryPage({ product: '{product}' }) },
  },
  {
    ...MARKET_APART,
    name: '{file} as it is',
    params: { slug: '{json.urlKey}' },
    responses: { '{shop}/{json.urlKey}': queryPage({ product: '{json}' }) },
  },
  {
    ...MARKET_APART,
    name: '{file} by id',
    params: { id: '{json.id}' },
    responses: { [GRAPHQL]: { json: { data: { product: '{joined}' } } } },
  },
  {
    ...MARKET_WITHIN,
    name: '{file} by id',
    params: { id: '{json.data.product.id}' },
    responses: { [GRAPHQL]: '{text}' },
  },
  {
    ...MARKET_WITHIN,
    name: '{file} in a page among others',
    values: otherProduct,
    params: { slug: '{json.data.product.urlKey}' },
    responses: { [EXCHANGE_PAGE]: queryPage({ product: '{other}' }, '{json.data}') },
  },
  {
    ...MARKET_WITHIN,
    name: '{file} in script[data-name=query]',
    params: { slug: '{json.data.product.urlKey}' },
    responses: {
      [EXCHANGE_PAGE]: {
        json: EXCHANGE_STATE,
        page: '<script data-name="query" type="application/json">{state}</script>',
      },
    },
  },
  {
    ...MARKET_WITHIN,
    name: '{file} assigned to a global',
    params: { slug: '{json.data.product.urlKey}' },
    responses: {
      [EXCHANGE_PAGE]: {
        json: EXCHANGE_STATE,
        page: '<script data-name="query">window.__S7__ = {state};</script>',
      },
    },
  },
  {
    operation: 'sneakerexchange.search',
    file: 'search-1.nodes.json',
    name: '{file} in a page',
    values: listResults,
    params: { query: 'sample' },
    responses: { '{shop}/search?s=sample&page=1': RESULTS_PAGE },
  },
  {
    operation: 'sneakerexchange.search',
    file: 'search-1.nodes.json',
    name: '{file} in an answer',
    values: listResults,
    params: { query: 'sample' },
    responses: { [GRAPHQL]: RESULTS_ANSWER },
  },
  {
    operation: 'sneakerexchange.trends',
    file: 'search-1.nodes.json',
    values: listResults,
    responses: { '{shop}/sneakers?sort=most-active&page=1': RESULTS_PAGE },
  },
  {
    operation: 'sneakerexchange.search',
    file: 'search-legacy-1.json',
    values: listResults,
    params: { query: 'sample' },
    responses: { [GRAPHQL]: RESULTS_ANSWER },
  },
]

/**
 * No payload of a sneakerstore is known, so recorded products of the two most similar sites are used: of sneakerhub, which has
 * the same field names as the marketplace model, and of a storefront, the platform of the hosted model.
 */
const sneakerstore: readonly Row[] = [
  {
    operation: 'sneakerstore.product',
    file: '../sneakerhub/products-1.json',
    name: '{file} [{index}] in a page',
    each: 'json',
    params: { url: '{shop}/{item.slug}' },
    responses: { '{shop}/{item.slug}': nextPage({ props: { pageProps: { productTemplate: '{item}' } } }) },
  },
  {
    operation: 'sneakerstore.product',
    file: '../sneakerhub/products-1.json',
    name: '{file} [{index}] in an answer',
    each: 'json',
    params: { url: '{shop}/{item.slug}' },
    responses: {
      '{shop}/{item.slug}': '<!DOCTYPE html><p>',
      'POST {shop}/graphql': { json: { data: { getProductTemplate: '{item}' } } },
    },
  },
  {
    operation: 'sneakerstore.product',
    file: '../storefront/product-1.json',
    name: '{file} by URL',
    params: { url: '{shop}/products/{json.product.handle}' },
    responses: { [STOREFRONT_DOCUMENT]: '{text}' },
  },
  {
    operation: 'sneakerstore.product',
    file: '../storefront/product-1.json',
    name: '{file} by SKU',
    params: { sku: '{json.product.variants.0.sku}' },
    responses: {
      '{shop}/search/suggest.json?q={json.product.variants.0.sku}&resources[type]=product': {
        json: { resources: { results: { products: [{ handle: '{json.product.handle}' }] } } },
      },
      [STOREFRONT_DOCUMENT]: '{text}',
    },
  },
]

export const sneakers: readonly Row[] = [...sneakerhub, ...sneakerexchange, ...sneakerstore]

// The recorded samples of shops for all kinds of goods.
import type { Row } from '../fill-row.ts'
import { firstProductPath } from '../sample-values.ts'

const STOREFRONT_DOCUMENT = '{shop}/products/{json.product.handle}.json'
/** Products of other shops of the platform, which state no currency. */
const OF_ANOTHER_SHOP = { operation: 'storefront.products', settings: { currency: 'USD' } }
/** The shop answers the JSON route with a page, so that the script route is used. */
const NO_DOCUMENT = '<!doctype html><p>Not here</p>'

const storefront: readonly Row[] = [
  {
    operation: 'storefront.products',
    file: 'product-1.json',
    name: '{file} by handle',
    params: { query: '{json.product.handle}' },
    responses: { [STOREFRONT_DOCUMENT]: '{text}' },
  },
  {
    operation: 'storefront.products',
    file: 'product-1.json',
    name: '{file} by URL',
    params: { query: '{shop}/collections/all/products/{json.product.handle}?variant=1' },
    responses: { [STOREFRONT_DOCUMENT]: '{text}' },
  },
  {
    operation: 'storefront.products',
    file: 'products-list-1.json',
    responses: { '{shop}/products.json?limit=50&page=1': '{text}' },
    asked: null,
  },
  {
    ...OF_ANOTHER_SHOP,
    file: 'products-list-1.json',
    name: 'an item of {file}',
    params: { query: '{json.products.0.handle}' },
    responses: {
      '{shop}/products/{json.products.0.handle}.json': { json: { product: '{json.products.0}' } },
    },
  },
  {
    ...OF_ANOTHER_SHOP,
    file: '../platforms/shopify/4-product-json-*.json',
    name: '4-product-json',
    params: { query: '{json.0.handle}' },
    responses: { '{shop}/products/{json.0.handle}.json': { json: { product: '{json.0}' } } },
  },
  {
    ...OF_ANOTHER_SHOP,
    file: '../platforms/shopify/1-product-json-*.json',
    name: '1-product-json',
    params: { query: '{json.product.handle}' },
    responses: { [STOREFRONT_DOCUMENT]: '{text}' },
  },
  {
    ...OF_ANOTHER_SHOP,
    file: '../platforms/shopify/5-product-js-*.json',
    name: '5-product-js',
    params: { query: '{json.handle}' },
    responses: {
      '{shop}/products/{json.handle}.json': NO_DOCUMENT,
      '{shop}/products/{json.handle}.js': '{text}',
    },
  },
  {
    ...OF_ANOTHER_SHOP,
    file: '../platforms/shopify/6-product-js-*.json',
    name: '6-product-js',
    params: { query: '{json.0.handle}' },
    responses: {
      '{shop}/products/{json.0.handle}.json': NO_DOCUMENT,
      '{shop}/products/{json.0.handle}.js': { json: '{json.0}' },
    },
  },
]

const watchmarket: readonly Row[] = [
  {
    operation: 'watchmarket.search',
    file: 'search-1.html',
    params: { query: 'words' },
    responses: {
      '{shop}/search/index.htm?dosearch=true&query=words&sortorder=5&pageSize=60&currencyId=USD': '{text}',
    },
  },
  {
    operation: 'watchmarket.product',
    file: 'product-1.html',
    params: { url: '{shop}/brand/some-watch--id1.htm' },
    responses: { '{shop}/brand/some-watch--id1.htm': '{text}' },
  },
]

const SHOWN =
  'sku,name,url,image,modelNumber,salePrice,regularPrice,percentSavings,customerReviewAverage,customerReviewCount,onlineAvailability'
const OFFICIAL_API = {
  operation: 'electronicsretail.search',
  params: { query: 'any' },
  origins: ['api'],
  settings: { api_key: 'key', currency: 'USD' },
  responses: {
    [`{api}/v1/products(search=any)?format=json&pageSize=10&page=1&show=${SHOWN}&apiKey=key`]: '{text}',
  },
}

const electronicsretail: readonly Row[] = [
  {
    operation: 'electronicsretail.search',
    file: 'search-1.html',
    values: firstProductPath,
    params: { query: 'portable charger' },
    responses: { '{shop}/site/searchpage.jsp?st=portable+charger': '{text}' },
    asked: { url: '{shop}{path}' },
  },
  { ...OFFICIAL_API, file: 'official-products-1.json' },
  {
    ...OFFICIAL_API,
    file: 'official-search-1.json',
    asked: { url: '{shop}/site/any/{json.products.0.sku}.p?skuId={json.products.0.sku}' },
  },
]

const DEPARTMENTSTORE_API = '{shop}/xapi/digital/v1/product/{json.product.0.id}'
const DEPARTMENTSTORE_QUERY =
  'clientId=PROS&_regionCode=US&currencyCode=USD&_shoppingMode=SITE&size=small&_customerState=GUEST'
const DEPARTMENTSTORE_PAGE = '{shop}/shop/product/any-name?ID={json.product.0.id}'
const DEPARTMENTSTORE = {
  operation: 'departmentstore.product',
  file: ['product-4391791.json', 'product-3845061.json', 'product-3781848.json', 'product-4148762.json'],
}
/** None were recorded. */
const NO_REVIEWS = {
  [`${DEPARTMENTSTORE_API}/reviews?sort=NEWEST&limit=8&offset=0`]: {
    json: { review: { locale: 'en_US', reviews: [] } },
  },
}

const departmentstore: readonly Row[] = [
  {
    ...DEPARTMENTSTORE,
    name: '{file} by id',
    params: { id: '{json.product.0.id}' },
    responses: { [`${DEPARTMENTSTORE_API}?${DEPARTMENTSTORE_QUERY}`]: '{text}', ...NO_REVIEWS },
  },
  {
    ...DEPARTMENTSTORE,
    name: '{file} as the state of a page',
    params: { url: DEPARTMENTSTORE_PAGE },
    responses: {
      [DEPARTMENTSTORE_PAGE]: '<!doctype html><script>window.__INITIAL_STATE__ = {json};</script>',
      ...NO_REVIEWS,
    },
  },
]

export const retailers: readonly Row[] = [
  ...storefront,
  ...watchmarket,
  ...electronicsretail,
  ...departmentstore,
]

// The site's GraphQL API: the two queries for products and search, with the contract's fields.
import type { Get, Page, SiteView } from '#kit'

const ENDPOINT = '/api/p/e'

/** The page size of the site's own lists. */
const PER_PAGE = 40

const MARKET = `market(currencyCode: $currencyCode) {
    state(country: $countryCode, market: $marketName) {
      lowestAsk { amount } highestBid { amount } numberOfAsks numberOfBids
    }
    salesInformation { lastSale salesLast72Hours }
  }`

const PRODUCT = `query GetProduct($id: String!, $currencyCode: CurrencyCode, $countryCode: String!, $marketName: String) {
  product(id: $id) {
    id urlKey title primaryTitle secondaryTitle brand model gender productCategory styleId
    media { imageUrl smallImageUrl thumbUrl all360Images }
    traits { name value }
    ${MARKET}
    variants {
      id gtins { type identifier } traits { size } sizeChart { displayOptions { size type } }
      ${MARKET}
    }
  }
}`

const SEARCH = `query GetSearchResults($query: String!, $page: BrowsePageInput) {
  browse(query: $query, page: $page) {
    results {
      edges { node { ... on Product { ...Listed } ... on Variant { product { ...Listed } } } }
      pageInfo { limit page pageCount total }
    }
  }
}
fragment Listed on Product {
  id urlKey title primaryTitle secondaryTitle brand productCategory styleId
  media { thumbUrl smallImageUrl }
  traits { name value }
}`

/** By UUID or urlKey: the API accepts either. */
export function queryProduct(key: string, get: Get, { settings }: SiteView): Promise<Page> {
  const country = settings.country ?? 'US'
  const variables = {
    id: key,
    countryCode: country,
    marketName: country,
    currencyCode: settings.currency ?? 'USD',
  }
  return get(ENDPOINT, {
    json: { operationName: 'GetProduct', variables, query: PRODUCT },
    accept: 'json',
  })
}

export function querySearch(words: string, page: number, get: Get): Promise<Page> {
  const variables = { query: words, page: { index: page, limit: PER_PAGE } }
  return get(ENDPOINT, {
    json: { operationName: 'GetSearchResults', variables, query: SEARCH },
    accept: 'json',
  })
}

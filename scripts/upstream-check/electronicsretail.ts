// The recorded samples of the electronics retailer: a search page, and two answers of the official API.
import type { ReadSample, Sample } from './sample.ts'

const SHOP = 'https://electronicsretail.example'
const API = 'https://api.electronicsretail.example'
const SHOWN =
  'sku,name,url,image,modelNumber,salePrice,regularPrice,percentSavings,customerReviewAverage,customerReviewCount,onlineAvailability'

export function samples(read: ReadSample): Sample[] {
  return [
    {
      name: 'search-1.html',
      operation: 'electronicsretail.search',
      params: { query: 'portable charger' },
      responses: { [`${SHOP}/site/searchpage.jsp?st=portable+charger`]: read('search-1.html') },
      asked: { url: firstProductUrl(read('search-1.html')) },
      summarize: result => result,
    },
    official('official-products-1.json', read),
    {
      ...official('official-search-1.json', read),
      settings: { api_key: 'key', currency: 'USD' },
      asked: { url: apiProductUrl(read('official-search-1.json')) },
    },
  ]
}

function firstProductUrl(page: string): string {
  const list = page.slice(page.indexOf('<li class="product-list-item'))
  const path = /product-list-item-link" href="https:\/\/[^/]+([^"]+)"/.exec(list)?.[1] ?? ''
  return SHOP + path
}

function apiProductUrl(answer: string): string {
  const { products } = JSON.parse(answer) as { products: readonly { readonly sku: number }[] }
  return `${SHOP}/site/any/${products[0]?.sku}.p?skuId=${products[0]?.sku}`
}

function official(file: string, read: ReadSample): Sample {
  const address = `${API}/v1/products(search=any)?format=json&pageSize=10&page=1&show=${SHOWN}&apiKey=key`
  return {
    name: file,
    operation: 'electronicsretail.search',
    params: { query: 'any' },
    origins: { api: API },
    settings: { api_key: 'key', currency: 'USD' },
    responses: { [address]: read(file) },
    summarize: result => (result as unknown[]).slice(0, 3),
  }
}

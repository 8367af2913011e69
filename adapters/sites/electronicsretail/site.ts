// The consumer-electronics retailer: its search page, or its official API if the operator has a key.
import { asId, baseUrlBefore, defineAdapter, type Page } from '#kit'
import { general } from './general.ts'
import { search } from './search.ts'
import { skuFromUrl } from './sku-from-url.ts'

export const electronicsretail = defineAdapter({
  name: 'electronicsretail',
  about: 'Consumer-electronics retailer',
  moreOrigins: { api: 'The official product API; used instead of the search page once api_key is set' },
  settings: {
    api_key: 'The key for the official product API',
    currency:
      'ISO 4217 code of the prices, where no page states it (the official API never does); only the general operations need it',
  },
  configFromUrl(recorded) {
    const api = baseUrlBefore(recorded, '/v1/products(')
    return { origins: { api }, settings: { api_key: api && (recorded.searchParams.get('apiKey') ?? 'none') } }
  },
  recognise: [{ exact: hasProductAddress }],
  operations: [search],
  ...general,
})

/** No recording shows what only this shop's product pages have: the page must state the SKU that its address has. */
function hasProductAddress(page: Page): boolean {
  const { pathname } = new URL(page.url)
  const isProduct = /\/product\/[^/]+\/[^/]+\/sku\/\d+(?:\/|$)|\/site\/[^/]+\/\d+\.p$/.test(pathname)
  return isProduct && asId(page.jsonLdOf('Product')?.sku) === skuFromUrl(page.url)
}

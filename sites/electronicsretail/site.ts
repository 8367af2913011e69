// The consumer-electronics retailer: its search page, or its official API if the operator has a key.
import { baseUrlBefore, defineSite } from '#kit'
import { general } from './general.ts'
import { search } from './search.ts'

export const electronicsretail = defineSite({
  name: 'electronicsretail',
  about: 'Consumer-electronics retailer',
  moreOrigins: { api: 'The official product API; used instead of the search page once api_key is set' },
  settings: {
    api_key: 'The key for the official product API',
    currency:
      'ISO 4217 code of the prices, which the site does not state; only the general operations need it',
  },
  configFromUrl(recorded) {
    const api = baseUrlBefore(recorded, '/v1/products(')
    return { origins: { api }, settings: { api_key: api && (recorded.searchParams.get('apiKey') ?? 'none') } }
  },
  operations: [search],
  general,
})

// The consumer-electronics retailer: its search page, or its official interface once the operator has a key for that.
import { baseBefore, defineSite } from '../../kit/index.ts'
import { search } from './search.ts'

export const electronicsretail = defineSite({
  name: 'electronicsretail',
  about: 'Consumer-electronics retailer',
  moreOrigins: { api: 'The official product interface; used instead of the search page once api_key is set' },
  settings: { api_key: 'The key for the official product interface' },
  toldBy(recorded) {
    const api = baseBefore(recorded, '/v1/products(')
    return { origins: { api }, settings: { api_key: api && (recorded.searchParams.get('apiKey') ?? 'none') } }
  },
  operations: [search],
})

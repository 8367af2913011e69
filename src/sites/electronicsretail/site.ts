// The consumer-electronics retailer: its search page, or its official interface once the operator has a key for that.
import { defineSite } from '../../kit/index.ts'
import { search } from './search.ts'

export const electronicsretail = defineSite({
  name: 'electronicsretail',
  about: 'Consumer-electronics retailer',
  moreOrigins: { api: 'The official product interface; used instead of the search page once api_key is set' },
  settings: { api_key: 'The key for the official product interface' },
  operations: [search],
})

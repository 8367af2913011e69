// Where the products of a shop are searched, or else read, in the explorer.
import type { Shop } from '../../../client/src/api.ts'
import { routeHash } from './call-route.ts'
import type { Site } from './operation-list.ts'

/** Its own search, else the search of all shops narrowed to it, else its first operation. */
export function shopLink(shop: Shop, sites: readonly Site[]): string {
  const adapter = sites.find(one => one.name === shop.name)
  const general = sites.flatMap(one => one.operations).find(one => one.path === '/api/v2/search')
  const own = adapter?.operations.find(one => one.name === 'search')
  const first = adapter?.operations[0]
  if (own) return `/${routeHash({ operation: own, params: own.example })}`
  if (general && shop.can.search)
    return `/${routeHash({ operation: general, params: { ...general.example, sites: [shop.name] } })}`
  return first ? `/${routeHash({ operation: first, params: first.example })}` : '/'
}

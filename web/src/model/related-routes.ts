// Where one thing of an answer leads: the other operations of its site that can look it up.
import { type Json, type JsonObject, plainText } from './absent.ts'
import type { Operation, Site } from './operation-list.ts'
import type { CallRoute } from './call-route.ts'

/** The operations that find this item, by the first look-up parameter whose name the item has as a field. */
export function relatedRoutes(item: JsonObject, site: Site, from: Operation): CallRoute[] {
  return site.operations.flatMap(operation => {
    if (operation.id === from.id) return []
    // The operation lists them in the order of its own preference.
    const names = operation.parameters.map(one => one.name).filter(name => operation.lookup.includes(name))
    const name = names.find(one => isUsable(item[one]))
    return name ? [{ operation, params: { [name]: plainText(item[name]) } }] : []
  })
}

function isUsable(value: Json | undefined): boolean {
  return (typeof value === 'string' && value !== '') || typeof value === 'number'
}

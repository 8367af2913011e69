// Chooses how an answer is shown by the shape of its schema, not by the operation's name.
import { isPriceName, splitWords } from '../../../src/kit/page/price-field.ts'
import { withoutNull, type Operation, type Schema } from '../model/operations.ts'
import { TITLES } from './item-summary.ts'

export type Shape =
  /** Groups of labelled values. */
  | { readonly kind: 'groups' }
  /** Items with a name and a picture or an address; ranked when the order is the message. */
  | { readonly kind: 'items'; readonly ranked: boolean }
  /** Whole products, each with rows of its own. */
  | { readonly kind: 'products' }
  /** Rows of sizes or prices. */
  | { readonly kind: 'rows' }
  /** An object around a list of items. */
  | { readonly kind: 'found'; readonly list: string }
  | { readonly kind: 'product' }
  | { readonly kind: 'tree' }

export function shapeOf(operation: Operation): Shape {
  const schema = withoutNull(operation.result)
  if (schema.type === 'array') return listShape(withoutNull(schema.items ?? {}), operation)
  if (hasTitle(schema)) return { kind: 'product' }
  const list = Object.entries(schema.properties ?? {}).find(
    ([, one]) => withoutNull(one).type === 'array' && isItem(withoutNull(withoutNull(one).items ?? {})),
  )
  return list ? { kind: 'found', list: list[0] } : { kind: 'tree' }
}

function listShape(item: Schema, operation: Operation): Shape {
  const properties = item.properties ?? {}
  if (properties.label && withoutNull(properties.values ?? {}).type === 'array') return { kind: 'groups' }
  if (isItem(item)) {
    const hasRows = Object.values(properties).some(
      one => withoutNull(withoutNull(one).items ?? {}).properties && rowsHavePrices(one),
    )
    if (hasRows) return { kind: 'products' }
    // Nothing is asked for but the page: the order itself is the answer.
    return { kind: 'items', ranked: operation.parameters.every(one => one.name === 'page') }
  }
  return item.properties ? { kind: 'rows' } : { kind: 'tree' }
}

function rowsHavePrices(list: Schema): boolean {
  return Object.keys(withoutNull(withoutNull(list).items ?? {}).properties ?? {}).some(name =>
    isPriceName(name),
  )
}

function hasTitle(schema: Schema, depth = 2): boolean {
  const properties = Object.entries(schema.properties ?? {})
  if (properties.some(([name, one]) => TITLES.includes(name) && withoutNull(one).type === 'string'))
    return true
  return (
    depth > 1 &&
    properties.some(([, one]) => withoutNull(one).properties && hasTitle(withoutNull(one), depth - 1))
  )
}

function isItem(schema: Schema): boolean {
  const names = Object.keys(schema.properties ?? {})
  const leads = names.some(
    name => /^(?:url|slug|handle|id|sku)$/.test(name) || splitWords(name).includes('image'),
  )
  return leads && names.some(name => TITLES.includes(name))
}

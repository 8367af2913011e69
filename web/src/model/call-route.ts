// The address of a call within the page: `#/operation?parameters`, so that it can be linked.
import { type Operation, type Params, queryOf } from './operation-list.ts'

export interface CallRoute {
  readonly operation: Operation
  readonly params: Params
}

export function routeHash({ operation, params }: CallRoute): string {
  const query = queryOf(params).toString()
  return `#/${operation.id}${query ? `?${query}` : ''}`
}

/** Undefined when the hash names no operation. Without parameters the example's are taken. */
export function parseCallRoute(hash: string, operations: readonly Operation[]): CallRoute | undefined {
  const [, id, query] = /^#\/([^?]+)(?:\?(.*))?$/.exec(hash) ?? []
  const operation = operations.find(one => one.id === id)
  if (!operation) return undefined
  return { operation, params: query === undefined ? operation.example : paramsOf(operation, query) }
}

function paramsOf(operation: Operation, query: string): Params {
  const search = new URLSearchParams(query)
  return Object.fromEntries(
    [...new Set(search.keys())].map(name => {
      const all = search.getAll(name)
      const isList = operation.parameters.find(one => one.name === name)?.schema.type === 'array'
      return [name, isList ? all : (all[0] ?? '')]
    }),
  )
}

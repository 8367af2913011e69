// The call that answers in the general shape what the answer of a site's own operation is about.
import { isList, type Json } from './absent.ts'
import type { CallRoute } from './call-route.ts'
import type { CallResult } from './make-call.ts'
import type { Operation, Site } from './operation-list.ts'

export interface GeneralOperations {
  readonly product: Operation
  readonly search: Operation
  readonly offers: Operation
}

export function generalOperations(sites: readonly Site[]): GeneralOperations {
  const all = sites.flatMap(site => site.operations)
  const of = (name: string): Operation => {
    const operation = all.find(one => one.path === `/api/v2/${name}`)
    if (!operation) throw new Error(`the server has no /api/v2/${name}`)
    return operation
  }
  return { product: of('product'), search: of('search'), offers: of('offers') }
}

type Answer = Pick<CallResult, 'operation' | 'params' | 'body' | 'source' | 'problem'>

/** Undefined where there is no such call: a list of trends, or a search with filters that only its site knows. */
export function generalRoute(
  { operation, params, body, source, problem }: Answer,
  { product, search }: GeneralOperations,
): CallRoute | undefined {
  if (problem) return undefined
  const { country, language, query } = params
  if (operation.general.includes('product') && source !== undefined && isOne(body as Json))
    return {
      operation: product,
      params: { url: source, ...(country && { country }), ...(language && { language }) },
    }
  const isPlain = Object.keys(params).every(name => name === 'query' || name === 'page')
  return operation.general.includes('search') && query && isPlain
    ? { operation: search, params: { ...params, sites: operation.site } }
    : undefined
}

/** Where the address of a product leads: to the operation of its site, if that takes an address. */
export function productRoute(url: string, site: Site, { product }: GeneralOperations): CallRoute {
  const own = site.operations.find(
    one => one.general.includes('product') && one.parameters.some(({ name }) => name === 'url'),
  )
  return { operation: own ?? product, params: { url } }
}

function isOne(body: Json): boolean {
  return !isList(body) || body.length === 1
}

// Whether an answer has a next page: by the total that it names, else by whether its page is full.
import { isList, isObject, type Json } from '../model/absent.ts'
import type { CallResult } from '../model/make-call.ts'
import { fieldsOf } from './find-fields.ts'

type Answer = Pick<CallResult, 'body' | 'operation' | 'params'>

export function hasNextPage({ body, operation, params }: Answer): boolean {
  const count = listIn(body as Json)?.length ?? 0
  if (count === 0) return false
  const page = Number(params.page ?? 1)
  const total = totalIn(body as Json)
  if (total !== undefined) return !isLastPage(total, page, count)
  const limit = params.limit ?? operation.parameters.find(one => one.name === 'limit')?.schema.default
  return limit === undefined ? isPageSize(count) : count >= Number(limit)
}

/** The last page may be shorter than those before it, whose size the answer does not say. */
function isLastPage(total: number, page: number, count: number): boolean {
  if (page <= 1) return total <= count
  const size = (total - count) / (page - 1)
  return total <= page * count || (size > count && isPageSize(size))
}

/** Shops cut their lists into dozens, scores or tens; another number of rows is the rest of a list. */
function isPageSize(count: number): boolean {
  return Number.isInteger(count) && count >= 10 && [6, 8, 10].some(unit => count % unit === 0)
}

function listIn(body: Json): readonly Json[] | undefined {
  if (isList(body)) return body
  return isObject(body) ? Object.values(body).find(isList) : undefined
}

function totalIn(body: Json): number | undefined {
  if (!isObject(body)) return undefined
  for (const { name, value } of fieldsOf(body))
    if (/^total(?:_results|_count)?$/.test(name) && typeof value === 'number') return value
  return undefined
}

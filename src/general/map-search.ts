// Maps one page of a site's search to the general shape.
import { type SearchResult, searchResult } from '../kit/general/general-product.ts'
import type { SearchContext, SearchMapping } from '../kit/general/site-mapping.ts'
import type { PlainSchema } from '../kit/schema.ts'
import { completeShape } from './complete-shape.ts'

export interface MappedSearch {
  readonly results: readonly SearchResult[]
  /** Whether there is another page; null when the site does not say. */
  readonly more: boolean | null
}

export function toSearchResults(
  site: string,
  mapping: SearchMapping<unknown>,
  native: unknown,
  context: SearchContext,
): MappedSearch {
  const { results, more } = mapping.page(native, context)
  const rows = results.map(row => completeShape(searchResult as PlainSchema, { ...row, site }))
  return { results: rows.filter(row => row !== undefined) as SearchResult[], more: more ?? null }
}

// Searches a shop's UCP catalog, and lists all of it.
import {
  asFlag,
  asTrimmed,
  valueAt,
  type Get,
  type CatalogItem,
  type ProductHit,
  type Page,
  documentExtractor,
} from '#kit'
import { answerOf, askCatalog } from './post-request.ts'
import { productsIn } from './find-product.ts'
import { listedProduct, productFields } from './product.ts'
import type { UcpAccess } from './profile.ts'

/** A shop may send fewer. */
const SEARCH_LIMIT = 20
const LIST_LIMIT = 250
/** A page is reached only through the pages before it. */
const PAGES_MAX = 10

interface SearchedCatalog {
  readonly results: readonly ProductHit[]
  /** Undefined when the shop does not say. */
  readonly more: boolean | undefined
}

export async function searchUcp(
  { query, page: number }: { readonly query: string; readonly page: number },
  get: Get,
  access: UcpAccess,
): Promise<() => SearchedCatalog> {
  if (number > PAGES_MAX) return () => ({ results: [], more: undefined })
  let page = await ask(get, access, { query }, undefined, SEARCH_LIMIT)
  for (let count = 1; count < number; count++) {
    const cursor = nextCursor(page, access)
    if (cursor === undefined) return () => ({ results: [], more: false })
    page = await ask(get, access, { query }, cursor, SEARCH_LIMIT)
  }
  return () => ({ results: productsOf(page, access), more: nextCursor(page, access) !== undefined })
}

/** A search needs words or a filter: every product costs at least nothing. */
const EVERYTHING = { filters: { price: { min: 0 } } }

export async function listUcp(
  after: string | undefined,
  get: Get,
  access: UcpAccess,
): Promise<() => { readonly products: readonly CatalogItem[]; readonly next: string | undefined }> {
  const page = await ask(get, access, EVERYTHING, after, LIST_LIMIT)
  return () => ({ products: documentsOf(page, access), next: nextCursor(page, access) })
}

function documentsOf(page: Page, access: UcpAccess): CatalogItem[] {
  return productsIn(page, access).flatMap(one => {
    const url = asTrimmed(one.url)
    return url ? [{ url, reading: documentExtractor('api', page.url, one, productFields) }] : []
  })
}

function ask(
  get: Get,
  access: UcpAccess,
  wanted: Readonly<Record<string, unknown>>,
  cursor: string | undefined,
  limit: number,
): Promise<Page> {
  const pagination = cursor === undefined ? { limit } : { limit, cursor }
  return askCatalog(get, access, 'search_catalog', { ...wanted, pagination })
}

function productsOf(page: Page, access: UcpAccess): ProductHit[] {
  return productsIn(page, access).flatMap(one => listedProduct(one) ?? [])
}

function nextCursor(page: Page, access: UcpAccess): string | undefined {
  const pagination = valueAt(answerOf(page, access), 'pagination')
  return asFlag(valueAt(pagination, 'has_next_page')) ? asTrimmed(valueAt(pagination, 'cursor')) : undefined
}

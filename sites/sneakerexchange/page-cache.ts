// The cache that the site's pages carry for their own scripts: the product that was asked for, the results of a list.
import { asObject, asText, at, findByKey, fullest, type JsonObject, type Page } from '#kit'

/** Later versions first; the last one assigns the cache to a global whose name changes. */
function* cachesOf(page: Page): Generator {
  yield page.script({ id: '__NEXT_DATA__' })
  yield page.script({ attributes: { 'data-name': 'query' } })
  for (const name of page.assignedNames()) yield page.assigned(name)
}

/**
 * Products that are only recommended stand in the cache too, and the right one may stand there again with a few
 * fields for another part of the page: the fullest one of this urlKey is the product.
 */
export function cachedProduct(page: Page, urlKey: string): JsonObject | undefined {
  return firstIn(page, cache =>
    fullest(
      findByKey(cache, 'product')
        .map(asObject)
        .filter(product => product !== undefined)
        .filter(product => asText(product.urlKey)?.toLowerCase() === urlKey.toLowerCase()),
    ),
  )
}

export function cachedResults(page: Page): JsonObject | undefined {
  return firstIn(page, cache => listsIn(cache).find(isTold)) ?? firstIn(page, cache => listsIn(cache)[0])
}

/** The first results with a list in them, in a page's cache or in an answer. */
export function resultsIn(cache: unknown): JsonObject | undefined {
  const lists = listsIn(cache)
  return lists.find(isTold) ?? lists[0]
}

function listsIn(cache: unknown): JsonObject[] {
  return findByKey(cache, 'results')
    .map(asObject)
    .filter(results => results !== undefined)
    .filter(results => Array.isArray(results.edges))
}

/** An empty list that counts nothing is a stub. */
function isTold(results: JsonObject): boolean {
  return at(results, 'edges', 0) !== undefined || at(results, 'pageInfo', 'total') !== undefined
}

function firstIn<T>(page: Page, find: (cache: unknown) => T | undefined): T | undefined {
  for (const cache of cachesOf(page)) {
    const found = find(cache)
    if (found !== undefined) return found
  }
  return undefined
}

/** What the site calls a product: the last part of its address, whatever language stands before it. */
export function urlKeyOf(address: string): string {
  return new URL(address).pathname.split('/').findLast(Boolean) ?? ''
}

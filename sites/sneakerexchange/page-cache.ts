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
  return firstIn(page, resultsIn)
}

/** The first results with a list in them, in a page's cache or in an answer; an empty list that counts nothing is a stub. */
export function resultsIn(cache: unknown): JsonObject | undefined {
  const lists = findByKey(cache, 'results')
    .map(asObject)
    .filter(results => Array.isArray(results?.edges))
  const isStub = (results: JsonObject | undefined) =>
    at(results, 'edges', 0) === undefined && typeof at(results, 'pageInfo', 'total') !== 'number'
  return lists.find(results => !isStub(results)) ?? lists[0]
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

// Reads the page's script cache: the requested product, and the results of a list.
import { asObject, asText, valueAt, findByKey, mostComplete, type JsonObject, type Page } from '#kit'

/** Newer versions first; the last one tried assigns the cache to a global with a varying name. */
function* cachesOf(page: Page): Generator {
  yield page.script({ id: '__NEXT_DATA__' })
  yield page.script({ attributes: { 'data-name': 'query' } })
  for (const name of page.assignedNames()) yield page.assigned(name)
}

/**
 * The cache also contains recommended products, and may contain the requested one again with only a few fields for another
 * part of the page. The fullest one with this urlKey is the product.
 */
export function cachedProduct(page: Page, urlKey: string): JsonObject | undefined {
  return firstIn(page, cache =>
    mostComplete(
      findByKey(cache, 'product')
        .map(asObject)
        .filter(product => product !== undefined)
        .filter(product => asText(product.urlKey)?.toLowerCase() === urlKey.toLowerCase()),
    ),
  )
}

export function cachedResults(page: Page): JsonObject | undefined {
  return firstIn(page, cache => listsIn(cache).find(hasContent)) ?? firstIn(page, cache => listsIn(cache)[0])
}

/** The first results that contain a list, in a page's cache or in a response. */
export function resultsIn(cache: unknown): JsonObject | undefined {
  const lists = listsIn(cache)
  return lists.find(hasContent) ?? lists[0]
}

function listsIn(cache: unknown): JsonObject[] {
  return findByKey(cache, 'results')
    .map(asObject)
    .filter(results => results !== undefined)
    .filter(results => Array.isArray(results.edges))
}

/** An empty list without a total is a stub. */
function hasContent(results: JsonObject): boolean {
  return valueAt(results, 'edges', 0) !== undefined || valueAt(results, 'pageInfo', 'total') !== undefined
}

function firstIn<T>(page: Page, find: (cache: unknown) => T | undefined): T | undefined {
  for (const cache of cachesOf(page)) {
    const found = find(cache)
    if (found !== undefined) return found
  }
  return undefined
}

/** The site's key for a product: the last segment of its URL, after any language segment. */
export function urlKeyOf(address: string): string {
  return new URL(address).pathname.split('/').findLast(Boolean) ?? ''
}

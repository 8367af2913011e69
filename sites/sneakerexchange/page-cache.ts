// The cache that the site's pages carry for their own scripts: the product that was asked for, the results of a list.
import { asObject, asText, at, findByKey, type JsonObject, type Page } from '#kit'

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
  return firstIn(page, cache => {
    const [fullest] = findByKey(cache, 'product')
      .map(asObject)
      .filter(product => product !== undefined)
      .filter(product => asText(product.urlKey)?.toLowerCase() === urlKey.toLowerCase())
      .toSorted((a, b) => Object.keys(b).length - Object.keys(a).length)
    return fullest
  })
}

export function cachedResults(page: Page): JsonObject | undefined {
  return firstIn(page, resultsIn)
}

/** The first results with a list in them, in a page's cache or in an answer. */
export function resultsIn(cache: unknown): JsonObject | undefined {
  return findByKey(cache, 'results')
    .map(asObject)
    .find(results => Array.isArray(at(results, 'edges')))
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

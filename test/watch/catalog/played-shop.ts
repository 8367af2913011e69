// A shop as the watch sees it through the engine: pages of a list, and product pages. For many checks in little time.
import { readCursor } from '../../../src/answer/operations/catalog/catalog-cursor.ts'
import type { CatalogRequest } from '../../../src/watch/check/catalog-checker.ts'
import type { NewWatch } from '../../../src/watch/model/watch.ts'

export interface PlayedShop {
  /** Paths, in the order of the list. */
  listed: readonly string[]
  /** Pages that show a product; every other one says that it is gone. */
  sold: ReadonlySet<string>
  list: 'whole' | 'partial' | 'down'
}

const ORIGIN = 'https://shop.example'
const PAGE_ROWS = 7
export const NOTHING_STATED = {
  name: null,
  image: null,
  sku: null,
  gtin: null,
  price: null,
  list_price: null,
  price_max: null,
  availability: null,
  variants: null,
  source: 'platform',
} as const

export function requestsOf(shop: PlayedShop): CatalogRequest {
  let count = 0
  return async (_watch, { operation, params }) => {
    const common = { requestId: `request-${++count}`, cache: 'none', atMs: Date.now() }
    if (operation === 'general.product') {
      const url = String(params.url)
      return shop.sold.has(url.slice(ORIGIN.length))
        ? { ...common, kind: 'answer', value: { url, name: `Product ${url}` }, isPartial: false }
        : { ...common, kind: 'fault', fault: 'not_found', detail: 'the page says that it is gone' }
    }
    if (shop.list === 'down')
      return { ...common, kind: 'fault', fault: 'upstream_failed', detail: 'status 500' }
    const from = placeOf(params.after)
    const rows = shop.listed.slice(from, from + PAGE_ROWS)
    const next = from + PAGE_ROWS
    const isLast = next >= shop.listed.length
    const value = {
      base: ORIGIN,
      products: rows.map(unstatedRow),
      cursor: isLast ? null : `at ${next}`,
      patterns: [],
      given: Math.min(next, shop.listed.length),
      requests: { used: next / PAGE_ROWS, budget: 1_000 },
      problems: isLast && shop.list === 'partial' ? ['/list-2: upstream_blocked'] : [],
    }
    return { ...common, kind: 'answer', value, isPartial: false }
  }
}

function unstatedRow(path: string) {
  return { ...NOTHING_STATED, url: ORIGIN + path }
}

/** A watch that has read the list before starts at its beginning, by a cursor of the operation. */
function placeOf(after: unknown): number {
  if (typeof after !== 'string' || readCursor(after)) return 0
  return Number(after.slice('at '.length))
}

let count = 0
export function newCatalogWatch(): NewWatch {
  return {
    name: '',
    source: 'api',
    site: 'shop.example',
    url: null,
    operation: 'general.catalog',
    params: { shop: 'shop.example' },
    target: `general.catalog ${++count} ${Math.random()}`,
    everyS: 3_600,
    when: null,
    keepDays: null,
  }
}

/** In each check the shop has five new products, and the oldest is gone. */
export function listAt(check: number): string[] {
  return Array.from({ length: 20 + 4 * check }, (_, n) => `/p/${check + n + 1}`)
}

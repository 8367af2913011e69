// Operation 25: the product pages of a shop, out of what it publishes for machines; one document of the shop per answer.
import { LISTED_SHOP_ADAPTER, type Shop, type ShopDirectory } from '../../settings/shop-directory.ts'
import type { SiteAdapter } from '#kit/define/define'
import { Fault } from '#kit/fault'
import { maybeText } from '#kit/product/general-product'
import type { SegmentList } from '#kit/define/site-mapping'
import * as param from '#kit/params/param-specs'
import type { Params } from '#kit/params/param-specs'
import { type Static, t } from '#kit/schema/schema'
import { type CursorState, CURSOR_MAX, readCursor, writeCursor } from './catalog/catalog-cursor.ts'
import { type CatalogPage, type CatalogPageStats, readCatalogPage } from './catalog/catalog-page.ts'
import { catalogRow } from '../../extract/list/catalog-row.ts'
import { isProductPattern } from './catalog/url-patterns.ts'
import type { CompositeOperation } from './composite.ts'
import { invalidParams } from './invalid-params.ts'

const BUDGET = 1_000
const BUDGET_MAX = 100_000

const params = {
  shop: param.required(param.words('Name of the shop, as in `/api/v2/shops`, or its address')),
  after: param.words('The `cursor` of the previous answer', {
    maxLength: CURSOR_MAX,
  }),
  budget: param.integer('Requests to the shop for the whole catalog', 1, BUDGET_MAX, BUDGET),
  include: param.anyOf('Optional parts of each row', ['variants']),
}

const result = t.object({
  shop: t.text('Name of the shop'),
  base: t.text('URL of the shop, without a slash at the end; patterns are below it'),
  products: t.list(catalogRow, 'Product pages in the order of the shop; the last page may be empty'),
  cursor: maybeText('For the next page; null after the last'),
  complete: t.flag('Whether the whole catalog has been given'),
  patterns: t.list(
    t.object({
      pattern: t.text('The form of the addresses, such as `/p/{code}`'),
      product: t.flag('Whether such pages count as product pages'),
      read: t.integer('Pages of this form that were read to learn it'),
      products: t.integer('How many of them show a product'),
    }),
    'What was learned about the addresses in sitemaps; empty for other lists',
  ),
  skipped: t.integer('URLs in this document that are no product pages, or not of this shop'),
  given: t.integer('Products given so far, this page included'),
  requests: t.object(
    {
      used: t.integer('Requests to the shop so far'),
      budget: t.integer('Requests at which the catalog stops'),
    },
    'What the catalog costs the shop',
  ),
  documents: t.list(
    t.text(),
    'Path of the sitemap that this page was read from, after the indexes that name it; empty for other lists',
  ),
  problems: t.list(t.text(), 'What could not be read in this document; may be empty'),
})

type CatalogAnswer = Static<typeof result>

const START: CursorState = { from: 'sitemap', places: [], patterns: [], used: 0, given: 0 }

/** `exampleShop`: a shop of the sandbox. */
export function createCatalogOperation(
  sites: readonly SiteAdapter[],
  exampleShop: string,
): CompositeOperation {
  const lists = new Map<string, SegmentList | undefined>(
    sites.flatMap(({ name, list }) => (list ? [[name, list]] : [])),
  ).set(LISTED_SHOP_ADAPTER, undefined)
  return {
    id: 'general.catalog',
    number: 25,
    summary: 'The product pages of a shop, page by page',
    path: '/api/v2/catalog',
    params,
    result,
    rows: 'products',
    core: ['/shop', '/products/*/url'],
    freshForS: 300,
    example: { shop: exampleShop },

    resolve(values, shops) {
      const { shop, after } = values as Params<typeof params>
      const listed = findShop(shop, shops, lists)
      if (!listed) throw invalidParams('shop', whyNone(shop, shops))
      if (after !== undefined && !readCursor(after))
        throw invalidParams('after', 'after must be the `cursor` of an answer')
      return { params: { ...values, shop: listed.name } }
    },

    async compose({ params: values }, subrequests) {
      const { shop, after, budget, include } = values as Params<typeof params>
      const listed = findShop(shop, subrequests.shops, lists)
      if (!listed) throw new Fault('not_found', 'there is no such shop')
      const state = after === undefined ? undefined : readCursor(after)
      const madeAtMs = subrequests.nowMs()
      const isSpent = state !== undefined && state.used >= budget
      const source = subrequests.catalog(listed, {
        list: lists.get(listed.adapter),
        withVariants: include?.includes('variants') === true,
      })
      const page: CatalogPage = isSpent
        ? {
            rows: [],
            next: state,
            skipped: 0,
            documents: [],
            problems: [`the budget of ${budget} requests is used up`],
          }
        : await readCatalogPage(source, state, START, {
            budget,
            timeLeftMs: () => subrequests.timeLeftMs(),
          })
      const value = toAnswer(listed, page, budget)
      if (!isSpent) source.note?.(notedPage(page), page.rows)
      return { value, source: '', madeAtMs, freshUntilMs: madeAtMs + FRESH_MS }
    },
  }
}

function notedPage({ rows, next }: CatalogPage): CatalogPageStats {
  return {
    source: next.from === 'list' ? 'platform' : next.from,
    price: rows.some(row => row.price !== null),
    availability: rows.some(row => row.availability !== null),
    products: next.given,
    requests: next.used,
    complete: next.done === true,
  }
}

function toAnswer(
  { name, origins }: Shop,
  { next, rows, skipped, documents, problems }: CatalogPage,
  budget: number,
): CatalogAnswer {
  return {
    shop: name,
    base: origins.main ?? Object.values(origins)[0] ?? '',
    products: [...rows],
    cursor: next.done ? null : writeCursor(next),
    complete: next.done === true,
    patterns: next.patterns.map(pattern => ({
      pattern: pattern.pattern,
      product: isProductPattern(pattern),
      read: pattern.read,
      products: pattern.products,
    })),
    skipped,
    given: next.given,
    requests: { used: next.used, budget },
    documents: [...documents],
    problems: [...problems],
  }
}

/** A catalog changes slowly, and a page of it costs the shop a request. */
const FRESH_MS = 300_000

function whyNone(text: string, shops: ShopDirectory): string {
  const isKnown = shops.shopNamed(text)?.enabled || shops.shopOf(text) !== undefined
  return isKnown
    ? 'this shop publishes no list that its adapter reads; `can.catalog` in `/api/v2/shops` names those with a catalog'
    : 'there is no such shop; `/api/v2/shops` lists those with a catalog'
}

/** Finds a shop by its name or any of its URLs. */
function findShop(text: string, shops: ShopDirectory, lists: ReadonlyMap<string, unknown>): Shop | undefined {
  const byUrl = [text, `https://${text}/`, `http://${text}/`]
    .map(address => shops.shopOf(address)?.shop)
    .find(shop => shop !== undefined)
  const byName = shops.shopNamed(text)
  const shop = byUrl ?? (byName?.enabled ? byName : undefined)
  return shop && lists.has(shop.adapter) ? shop : undefined
}

// Reads the grid of a search page, in the current markup and in the older one (which no recording confirms).
import { Fault, type Page, type PageElement, withMissingRows } from '#kit'
import {
  CUSTOMER_PRICE,
  currentTile,
  linkOf,
  olderLinkOf,
  olderSkuOf,
  olderTile,
  skuOf,
} from './result-tile.ts'
import type { SearchItem } from './search.schema.ts'

const PER_PAGE = 18
const PER_OLDER_PAGE = 24
const NOTHING_FOUND = /no results found|did not match any/i

export function readResults(page: Page, pageNumber: number): readonly SearchItem[] {
  const total = totalOf(page)
  if (total === 0) return []
  const items = tilesOf(page, perPage =>
    // A full page, or the remaining results on the last page.
    total === undefined ? 0 : Math.min(perPage, total - (pageNumber - 1) * perPage),
  )
  if (items.length > 0) return items
  // A page without tiles is valid only if it says that the list is empty or ended before this page.
  const ended = total !== undefined && total <= (pageNumber - 1) * PER_PAGE
  if (ended || saysNothingFound(page)) return []
  throw new Fault('upstream_changed', 'no product of the result grid could be recognised', {
    field: 'result grid',
  })
}

/**
 * Carousels and advertisements have the tiles' attributes too: only list items of the grid are results. The grid fills as
 * the user scrolls, so some tiles are placeholders without data.
 */
function tilesOf(page: Page, expected: (perPage: number) => number): readonly SearchItem[] {
  const all = currentTiles(page)
  const filled = all.filter(isFilled)
  if (filled.length === 0) return olderTiles(page, expected(PER_OLDER_PAGE))
  return withMissingRows(
    filled.map(tile => currentTile(tile, page.url)),
    { withoutProduct: Math.max(all.length, expected(PER_PAGE)) - filled.length },
  )
}

function currentTiles(page: Page): readonly PageElement[] {
  const grid = page.first('#main-results') ?? page
  const items = grid.select('li.product-list-item')
  return items.length > 0 ? items : page.select('#main-results li[data-product-id]')
}

/** A tile with what identifies its product. */
export interface FilledTile {
  readonly tile: PageElement
  readonly isOlder: boolean
  readonly sku: string | undefined
  readonly url: string | undefined
}

export function filledTiles(page: Page): FilledTile[] {
  const filled = currentTiles(page).filter(isFilled)
  if (filled.length > 0) {
    return filled.map(tile => {
      const url = linkOf(tile, page.url)
      return { tile, isOlder: false, sku: skuOf(tile, url), url }
    })
  }
  return page
    .select('li.sku-item')
    .map(tile => ({ tile, isOlder: true, sku: olderSkuOf(tile), url: olderLinkOf(tile, page.url) }))
}

function olderTiles(page: Page, expected: number): readonly SearchItem[] {
  const tiles = page.select('li.sku-item').map(tile => olderTile(tile, page.url))
  return tiles.length === 0 ? tiles : withMissingRows(tiles, { withoutProduct: expected - tiles.length })
}

function isFilled(tile: PageElement): boolean {
  return (
    tile.first('.skeleton-product-title') === undefined &&
    tile.first(`.product-title, ${CUSTOMER_PRICE}`) !== undefined
  )
}

/** `{"page":{"listCount":834}}` in a meta element. */
function totalOf(page: Page): number | undefined {
  const metadata = page.first('meta[name="analytics-metadata"]')?.attr('content')
  const count = /"listCount"\s*:\s*"?(\d+)/.exec(metadata ?? '')?.[1]
  return count === undefined ? undefined : Number(count)
}

function saysNothingFound(page: Page): boolean {
  return NOTHING_FOUND.test(page.first('body')?.text() ?? '')
}

// Says whether a page's product can be bought, from its words and its buying button.
import type { Availability } from './facts.ts'
import type { PageModel, Piece } from './page-model.ts'
import { GONE, THERE } from './stock-words.ts'

/** Whether the page says its product is gone and offers no way to buy it: then data that disagrees is stale. */
export function saysGone(page: PageModel): boolean {
  return page.cartAt === undefined && hasGoneWords(page)
}

export function pageAvailability(page: PageModel): Availability | undefined {
  const near = page.pieces.filter(piece => isNear(piece, page))
  if ((page.cartAt === undefined || page.cartDisabled) && hasGoneWords(page)) return 'OutOfStock'
  if (near.some(({ text }) => text.length < 40 && THERE.test(text))) return 'InStock'
  return page.cartAt === undefined ? undefined : 'InStock'
}

function hasGoneWords(page: PageModel): boolean {
  return page.pieces.some(piece => isNear(piece, page) && GONE.test(piece.text))
}

// The product's own words stand between its heading and what follows it, not in lists of other products.
function isNear(piece: Piece, page: PageModel): boolean {
  const start = page.headingAt ?? page.cartAt ?? 0
  return !piece.aside && !piece.hidden && piece.at >= start - 40 && piece.at <= start + 250
}

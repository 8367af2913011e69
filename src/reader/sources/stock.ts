// Evidence on whether the product is in stock: phrases on the page and the buy button.
import type { Emit, Features } from '../candidate.ts'
import {
  HIDDEN,
  CALLED_HIDDEN,
  LIST_ITEM,
  OTHER_PRODUCTS,
  REVIEWS,
  SITE_CHROME,
  VARIANTS,
} from '../page/element-context.ts'
import type { Page } from '../page/read-page.ts'
import type { Availability } from '../product.ts'
import { IN_STOCK, OUT_OF_STOCK, OUT_OF_STOCK_SENTENCE } from '../words/stock-words.ts'
import { placeOf } from './markup.ts'

// Where the product's own phrases are, relative to its heading, in segments.
const BEFORE = 40
const NEAR = 80
const AFTER = 250
const MAX_TEXT = 160
// "Not in stock" contains the words for "in stock".
const NEGATED =
  /(?:^|\s)(?:not|no|non|nicht|niet|ne|nie|não|ikke|inte|ei|не|нет|nem|nu|pas|plus|לא|אינו|אין|غير|without|keine?)(?:\s|$)/iu

export function emitStock(page: Page, emit: Emit): void {
  const start = page.heading?.at ?? page.button?.at ?? 0
  for (const segment of page.segments.slice(Math.max(0, start - BEFORE), start + AFTER)) {
    if (segment.text.length > MAX_TEXT) continue
    const short = segment.text.length <= 60
    const value: Availability | undefined =
      short && OUT_OF_STOCK.test(segment.text)
        ? 'OutOfStock'
        : OUT_OF_STOCK_SENTENCE.test(segment.text)
          ? 'OutOfStock'
          : short && segment.text.length < 40 && IN_STOCK.test(segment.text) && !NEGATED.test(segment.text)
            ? 'InStock'
            : undefined
    if (value === undefined) continue
    const flags = page.context.flags(segment.node)
    if ((flags & HIDDEN) > 0) continue
    const isAside = (flags & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) > 0
    const isPart = (flags & (VARIANTS | LIST_ITEM)) > 0
    const kind = isAside
      ? 'text aside'
      : isPart
        ? 'text of a variant'
        : (flags & CALLED_HIDDEN) > 0
          ? 'text called hidden'
          : 'text'
    const features: Features = {
      [kind]: 1,
      ...(kind === 'text' && segment.at - start <= NEAR && segment.at >= start - 5
        ? { 'text near the heading': 1 }
        : {}),
      ...(kind === 'text' && page.button === undefined ? { 'text without a button': 1 } : {}),
    }
    emit({
      field: 'availability',
      value,
      source: 'page',
      place: placeOf(page, segment.node),
      node: segment.node,
      at: segment.at,
      features,
    })
  }
  if (page.button)
    emit({
      field: 'availability',
      value: page.button.disabled ? 'OutOfStock' : 'InStock',
      source: 'page',
      place: placeOf(page, page.button.node),
      node: page.button.node,
      at: page.button.at,
      features: { button: 1 },
    })
}

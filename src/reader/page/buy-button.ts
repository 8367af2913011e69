// Finds the buy button of the page's product.
import { ADD_TO_CART } from '../words/stock-words.ts'
import type { ElementContext } from './element-context.ts'
import { HIDDEN, OTHER_PRODUCTS, SITE_CHROME } from './element-context.ts'
import { attribute, firstFrom, type PageView, parentOf } from './page-view.ts'

export interface BuyButton {
  /** The index of its text, or of the text after it. */
  readonly at: number
  readonly node: number
  /** Present but disabled. */
  readonly disabled: boolean
}

const BUTTON_NAME = /add-?_?to-?_?(?:cart|bag|basket|trolley)|buy-?_?(?:now|button|btn)|btn-?_?(?:buy|cart)/i
const DISABLED_NAME = /(?:^|[-_\s])(?:disabled|sold-?out|out-?of-?stock|unavailable)(?:$|[-_\s])/i
// How many levels of elements around a text may belong to its button.
const BUTTON_DEPTH = 4

export function findBuyButton(
  page: PageView,
  context: ElementContext,
  headingAt: number,
): BuyButton | undefined {
  const aside = OTHER_PRODUCTS | SITE_CHROME | HIDDEN
  for (let at = headingAt; at < page.segments.length; at++) {
    const segment = page.segments[at]
    if (!segment || segment.text.length >= 40 || !ADD_TO_CART.test(segment.text)) continue
    if ((context.flags(segment.node) & aside) === 0)
      return { at, node: segment.node, disabled: isDisabled(page, segment.node) }
  }
  for (const node of page.buttons) {
    const value = attribute(page, node, 'value') ?? attribute(page, node, 'title') ?? ''
    const isNamed = value.length < 40 && ADD_TO_CART.test(value)
    if (!isNamed && !BUTTON_NAME.test(`${context.names(node)} ${attribute(page, node, 'name') ?? ''}`))
      continue
    if ((context.flags(node) & aside) > 0) continue
    const at = firstFrom(page.segmentStarts, page.tree.starts[node] as number)
    return { at: Math.min(at, Math.max(0, page.segments.length - 1)), node, disabled: isDisabled(page, node) }
  }
  return undefined
}

function isDisabled(page: PageView, button: number): boolean {
  let node: number | undefined = button
  for (let level = 0; level < BUTTON_DEPTH && node !== undefined; level++) {
    const names = attribute(page, node, 'class') ?? ''
    if (
      attribute(page, node, 'disabled') !== undefined ||
      attribute(page, node, 'aria-disabled') === 'true' ||
      DISABLED_NAME.test(names)
    )
      return true
    node = parentOf(page.tree, node)
  }
  return false
}

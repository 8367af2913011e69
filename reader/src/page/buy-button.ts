// Finds the buy button of the page's product.
import { ADD_TO_CART, BUY, NOT_A_BUY_BUTTON, OUT_OF_STOCK, PREORDER } from '../words/stock-words.ts'
import type { ElementContext } from './element-context.ts'
import { HIDDEN, OTHER_PRODUCTS, SITE_CHROME } from './element-context.ts'
import { attribute, firstFrom, type PageView, parentOf, textIn } from './page-view.ts'

export interface BuyButton {
  /** The index of its text, or of the text after it. */
  readonly at: number
  readonly node: number
  /** Present but disabled. */
  readonly disabled: boolean
  /** It offers to order before the product comes out. */
  readonly isPreorder: boolean
}

export interface BuyButtons {
  /** The first one after the heading that is not among other products. */
  readonly main: BuyButton | undefined
  /** How many there are before the list of other products, outside the shop's header and footer, up to a limit. */
  readonly count: number
}

const BUTTON_NAME = /add-?_?to-?_?(?:cart|bag|basket|trolley)|buy-?_?(?:now|button|btn)|btn-?_?(?:buy|cart)/i
const DISABLED_NAME = /(?:^|[-_\s])(?:disabled|sold-?out|out-?of-?stock|unavailable)(?:$|[-_\s])/i
// How many levels of elements around a text may belong to its button.
const BUTTON_DEPTH = 4
const MIN_TEXT = 2
const MAX_TEXT = 40
// More than this is a list of products; the exact number does not matter.
const MAX_COUNT = 20
const CLICKABLE = new Set(['button', 'a', 'input', 'label'])

export function findBuyButtons(
  page: PageView,
  context: ElementContext,
  headingAt: number,
  othersAt: number,
): BuyButtons {
  const aside = OTHER_PRODUCTS | SITE_CHROME | HIDDEN
  let main: BuyButton | undefined
  let count = 0
  for (const segment of page.segments) {
    if (!isBuyText(page, segment)) continue
    const flags = context.flags(segment.node)
    if ((flags & (SITE_CHROME | HIDDEN)) === 0 && segment.at < othersAt) count++
    if (main === undefined && segment.at >= headingAt && (flags & aside) === 0)
      main = describe(page, segment.node, segment.at, segment.text)
    if (count >= MAX_COUNT) break
  }
  return { main: main ?? findByName(page, context, aside), count }
}

function isBuyText(page: PageView, { text, node }: { text: string; node: number }): boolean {
  if (text.length < MIN_TEXT || text.length >= MAX_TEXT) return false
  if (ADD_TO_CART.test(text)) return !NOT_A_BUY_BUTTON.test(text)
  return (BUY.test(text) || PREORDER.test(text)) && isClickable(page, node)
}

function isClickable(page: PageView, start: number): boolean {
  let node: number | undefined = start
  for (let level = 0; level < BUTTON_DEPTH && node !== undefined; level++) {
    if (CLICKABLE.has(page.tree.names[node] ?? '') || attribute(page, node, 'role') === 'button') return true
    node = parentOf(page.tree, node)
  }
  return false
}

/** Buttons without a text that says so: a value, a title, or only a class name. */
function findByName(page: PageView, context: ElementContext, aside: number): BuyButton | undefined {
  for (const node of page.buttons) {
    const value = attribute(page, node, 'value') ?? attribute(page, node, 'title') ?? ''
    const text = value === '' ? textIn(page, node, MAX_TEXT) : value
    if (OUT_OF_STOCK.test(text) || NOT_A_BUY_BUTTON.test(text)) continue
    const isCalled = value.length < MAX_TEXT && (ADD_TO_CART.test(value) || BUY.test(value))
    if (!isCalled && !BUTTON_NAME.test(`${context.names(node)} ${attribute(page, node, 'name') ?? ''}`))
      continue
    if ((context.flags(node) & aside) > 0) continue
    const at = firstFrom(page.segmentStarts, page.tree.starts[node] as number)
    return describe(page, node, Math.min(at, Math.max(0, page.segments.length - 1)), text)
  }
  return undefined
}

function describe(page: PageView, node: number, at: number, text: string): BuyButton {
  return { at, node, disabled: isDisabled(page, node), isPreorder: PREORDER.test(text) }
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

// Evidence on whether the product is in stock: what the page says, and its buy button.
import type { Emit, Features } from '../../candidate.ts'
import {
  CALLED_HIDDEN,
  LIST_ITEM,
  OTHER_PRODUCTS,
  REVIEWS,
  SITE_CHROME,
  VARIANTS,
} from '../../page/element-context.ts'
import { parentOf, placeOf, siblingsOf, textIn } from '../../page/page-view.ts'
import type { ReaderPage } from '../../page/read-page.ts'
import { hardStateIn } from '../../statements/stock-phrases.ts'
import {
  type StockStatement,
  stockStatements,
  type StockClassifierFor,
} from '../../statements/stock-statements.ts'

// Where the product's own statements are, relative to its heading, in segments.
const NEAR = 80

/** Gives how likely it is that the page says that it hides its price. */
export function emitStock(page: ReaderPage, emit: Emit, classifierFor?: StockClassifierFor): number {
  const start = page.heading?.at ?? page.button?.at ?? 0
  const { statements, unpriced } = stockStatements(page, classifierFor)
  for (const statement of statements) {
    const { node, at, state } = statement
    const isNear = at - start <= NEAR && at >= start - 5
    const kind = kindOf(page, statement)
    if (kind === 'soft text' && !isNear) continue
    const features: Features = { [kind]: 1 }
    const both = kind === 'text' && statement.isLearned ? ['learned text'] : []
    for (const plain of PLAIN.has(kind) ? [kind, ...both] : []) {
      features[plain] = 1
      if (isNear) features[`${plain} near the heading`] = 1
      if (page.button === undefined) features[`${plain} without a button`] = 1
    }
    emit({
      field: 'availability',
      value: state,
      source: 'page',
      place: placeOf(page, node),
      node,
      at,
      features,
    })
  }
  emitButton(page, emit)
  return unpriced
}

const PLAIN = new Set(['text', 'learned text', 'guessed text'])
const SOFTENED = OTHER_PRODUCTS | SITE_CHROME | REVIEWS | VARIANTS | LIST_ITEM | CALLED_HIDDEN

const LABELLED = /^\p{L}[^:：]{1,30}[:：]/u
const MAX_ITEMS = 40
const MAX_ITEM = 80

/** "Availability: out of stock" in a list of details, which have labels too; options have none, or each a statement. */
function isDetail(page: ReaderPage, node: number, text: string): boolean {
  let item: number | undefined = node
  while (item !== undefined && page.tree.names[item] !== 'li') item = parentOf(page.tree, item)
  if (item === undefined || !LABELLED.test(text)) return false
  const items = siblingsOf(page.tree, item, MAX_ITEMS).map(other => textIn(page, other, MAX_ITEM))
  const stating = items.filter(other => hardStateIn(other) !== undefined)
  return stating.length === 1 && items.every(other => LABELLED.test(other))
}

function kindOf(page: ReaderPage, { node, text, phrase, isSoft, isLearned }: StockStatement): string {
  const flags = page.context.flags(node)
  if (isSoft && (flags & SOFTENED) === 0) return 'soft text'
  if ((flags & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) > 0) return 'text aside'
  // A list of short statements often stands beside the price; what the tables do not know has been weighed with its place.
  const isListed = (flags & LIST_ITEM) > 0 && !(isLearned && isDetail(page, node, text))
  if (phrase !== undefined && ((flags & VARIANTS) > 0 || isListed)) return 'text of a variant'
  if ((flags & CALLED_HIDDEN) > 0) return 'text called hidden'
  if (phrase !== undefined) return 'text'
  return isLearned ? 'learned text' : 'guessed text'
}

function emitButton(page: ReaderPage, emit: Emit): void {
  const { button } = page
  if (button === undefined) return
  emit({
    field: 'availability',
    value: button.disabled ? 'out_of_stock' : button.isPreorder ? 'preorder' : 'in_stock',
    source: 'page',
    place: placeOf(page, button.node),
    node: button.node,
    at: button.at,
    features: { button: 1 },
  })
}

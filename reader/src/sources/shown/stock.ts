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
import { placeOf } from '../../page/page-view.ts'
import type { ReaderPage } from '../../page/read-page.ts'
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

function kindOf(page: ReaderPage, { node, phrase, isSoft, isLearned }: StockStatement): string {
  const flags = page.context.flags(node)
  if (isSoft && (flags & SOFTENED) === 0) return 'soft text'
  if ((flags & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) > 0) return 'text aside'
  // A list of short statements often stands beside the price; what the tables do not know has been weighed with its place.
  if (phrase !== undefined && (flags & (VARIANTS | LIST_ITEM)) > 0) return 'text of a variant'
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

// Phrases about stock in the languages of the tables: what a text says, if it is about nothing else.
import { isInside, parentOf, type TextRun } from '../page/page-view.ts'
import type { ReaderPage } from '../page/read-page.ts'
import type { Availability } from '../product-shape.ts'
import {
  BACKORDER,
  DISCONTINUED,
  IN_STOCK,
  LIMITED,
  OUT_OF_STOCK,
  OUT_OF_STOCK_SENTENCE,
  PREORDER,
  SOFT_IN_STOCK,
  STOCK_LABEL,
} from '../words/stock-words.ts'

const MAX_SENTENCE = 160
const MAX_PHRASE = 60
// "In stock" in a longer text is a part of a sentence about something else.
const MAX_IN_STOCK = 40
// "Not in stock" contains the words for "in stock".
const NEGATED =
  /(?:^|\s)(?:not|no|non|nicht|niet|ne|nie|não|ikke|inte|ei|не|нет|nem|nu|pas|plus|לא|אינו|אין|غير|without|keine?|if|when|wenn|falls|wann)(?:\s|$)|\?$/iu

const VALUE_CELLS = new Set(['td', 'dd'])

/** "Non-stick coating: not available": a row of a table about something other than stock. */
export function isOtherProperty(page: ReaderPage, { at, node }: TextRun): boolean {
  const cell = cellAround(page, node)
  const label = page.segments[at - 1]
  if (cell === undefined || label === undefined || isInside(page.tree, label.node, cell)) return false
  const isRow = isInside(page.tree, label.node, page.tree.parents[cell] as number)
  // In a list of values without names, the one before is no label.
  const above = cellAround(page, label.node)
  if (above !== undefined && page.tree.names[above] === 'dd') return false
  return isRow && label.text.length <= MAX_PHRASE && !STOCK_LABEL.test(label.text)
}

function cellAround(page: ReaderPage, start: number): number | undefined {
  let node: number | undefined = start
  for (let level = 0; level < 3 && node !== undefined; level++) {
    if (VALUE_CELLS.has(page.tree.names[node] ?? '')) return node
    node = parentOf(page.tree, node)
  }
  return undefined
}

/** What a text says about stock, if it is about nothing else. */
export function hardStateIn(written: string): Availability | undefined {
  if (written.length > MAX_SENTENCE) return undefined
  const text = written.replace(/^[^:：]{3,20}[:：]\s*(?=\S)/, '').replace(/(?<![.!…])[.!…]+$/, '')
  // "0 in stock".
  if (/^0(?!\d|[.,])/.test(text) && text.length < MAX_IN_STOCK && IN_STOCK.test(text)) return 'out_of_stock'
  const isShort = text.length <= MAX_PHRASE
  if (isShort && DISCONTINUED.test(text)) return 'discontinued'
  if (isShort && OUT_OF_STOCK.test(text)) return 'out_of_stock'
  if (OUT_OF_STOCK_SENTENCE.test(text)) return 'out_of_stock'
  if (!isShort || NEGATED.test(text)) return undefined
  if (LIMITED.test(text)) return 'limited'
  if (text.length >= MAX_IN_STOCK) return undefined
  if (BACKORDER.test(text)) return 'backorder'
  if (PREORDER.test(text)) return 'preorder'
  return IN_STOCK.test(text) ? 'in_stock' : undefined
}

const MAX_SOFT = 80
// What delivery costs says nothing about whether there is something to deliver.
const COST = /\p{Sc}|\d[.,]\d\d(?!\d)|(?<!\p{L})(?:kr|zł|Kč|Ft|TL|лв|грн|руб|Lei)(?!\p{L})|円/iu

/** "Leaves our warehouse within 24 hours." */
export function softStateIn(text: string): Availability | undefined {
  const isSoft =
    text.length <= MAX_SOFT && !NEGATED.test(text) && !COST.test(text) && SOFT_IN_STOCK.test(text)
  return isSoft ? 'in_stock' : undefined
}

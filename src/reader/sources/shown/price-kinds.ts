// What kind of price a printed number is, when it is not the price itself: by the words around it and its element's names.
import { isInside, type PageView, parentOf, segmentRange, textIn } from '../../page/page-view.ts'
import type { Page } from '../../page/read-page.ts'
import type { PriceKind } from '../../product-shape.ts'
import { PRICE_KIND_NAMES, PRICE_KINDS, USED } from '../../words/price-kind-words.ts'
import { UNIT_AFTER } from '../../words/price-words.ts'
import { numberOf } from './price-text.ts'
import { labelIn, taxBeside, taxIn } from './tax-labels.ts'

// A sentence is not a label.
const MAX_LABEL = 45
const MAX_NAMES = 160
// "12 x 24,90", "4x €12.50": a count before the price.
const COUNTED = /(?:^|[^\d.,])\d{1,2}\s?[x×]\s?(?:de |d.|sem |of |à )?\D{0,4}$/iu

/** "Price per 100 ml": a number that is no price. */
export const MEASURE = /(?<![\d.,])\d{1,4} ?(?:k?g|[mcd]?l|oz|lb|m)(?![\p{L}\d])/giu

interface Printed {
  readonly amount: string
  readonly text: string
  readonly at: number
  readonly node: number
  /** The text is the part of its segment that is about this price. */
  readonly isPart: boolean
}

export type ReadPriceKind = (price: Printed) => PriceKind | undefined

/** Remembers what texts say: pages repeat them. */
export function createPriceKinds(page: Page): ReadPriceKind {
  const known = new Map<string, PriceKind | undefined>()
  // "Used" says nothing about one price of a product that is used itself.
  const kinds = USED.test(page.heading?.text ?? '')
    ? PRICE_KINDS.filter(([kind]) => kind !== 'used')
    : PRICE_KINDS
  const kindIn = (text: string): PriceKind | undefined => {
    if (text.length < MIN_WORD || !/\p{L}/u.test(text)) return undefined
    if (!known.has(text)) known.set(text, kinds.find(([, pattern]) => pattern.test(text))?.[0])
    return known.get(text)
  }
  const kindBeside = (price: Printed, before: string, after: string): PriceKind | undefined => {
    const last = page.segments[price.at - 1]?.text ?? ''
    const isLabel =
      last.length <= MAX_LABEL &&
      (!/\d/.test(last.replace(MEASURE, '')) || /[:：]$/.test(last) || COUNTED.test(last))
    const label = isLabel && !isOfPriceBefore(page, price.at - 1) ? last : ''
    const following = page.segments[price.at + 1]?.text ?? ''
    // With a number in it, it belongs to the next price.
    const next = following.length <= MAX_LABEL && !/\d|[:：]$/.test(following) ? following : ''
    if (label !== '' && COUNTED.test(`${label} `)) return 'instalment'
    if (UNIT_AFTER.test(` ${next}`)) return 'unit'
    const tax = price.isPart
      ? undefined
      : (taxIn(`${before} | ${after}`) ??
        labelIn(columnLabel(page, price.node) ?? '') ??
        taxBeside(page.segments, price.at))
    const said = kindIn(before) ?? kindIn(after) ?? (taxIn(label) === undefined ? kindIn(label) : undefined)
    if (said !== undefined) return said
    if (tax === 'net') return 'without_tax'
    // The text after a price is often the label of the next one; only what cannot be a label counts.
    const nextKind = taxIn(next) === undefined ? kindIn(next) : undefined
    if (nextKind !== undefined && FOLLOWS.has(nextKind)) return nextKind
    const named = kindByName(page, price.node)
    return tax === 'gross' && named === 'without_tax' ? undefined : named
  }
  return price => {
    const own = page.segments[price.at]?.text ?? ''
    const text = price.isPart || price.text.length >= own.length ? price.text : own
    const number = numberOf(text, price.amount)
    const before = text.slice(0, number?.start ?? 0)
    const after = text.slice(number?.end ?? text.length)
    if (UNIT_AFTER.test(after)) return 'unit'
    if (COUNTED.test(before)) return 'instalment'
    return kindBeside(price, before, after)
  }
}

/** "€36.00 Subscribe & Save", in an element that holds nothing else: no label of the price after it. */
function isOfPriceBefore(page: Page, at: number): boolean {
  const segment = page.segments[at]
  const parent = segment && parentOf(page.tree, segment.node)
  if (parent === undefined || !/\d/.test(page.segments[at - 1]?.text ?? '')) return false
  const [from, to] = segmentRange(page, parent)
  return from === at - 1 && to === at + 1
}

const MIN_WORD = 2

const FOLLOWS: ReadonlySet<PriceKind> = new Set(['instalment', 'coupon', 'subscription', 'member'])

function kindByName(page: Page, node: number): PriceKind | undefined {
  const parent = parentOf(page.tree, node)
  const names = [page.context.names(node), parent === undefined ? '' : page.context.names(parent)]
  for (const text of names) {
    if (text === '') continue
    const found = PRICE_KIND_NAMES.find(([, pattern]) => pattern.test(text.slice(0, MAX_NAMES)))
    if (found) return found[0]
  }
  return undefined
}

/** The heading of the column of a table that a text is in. */
const MAX_LEVELS = 6
const MAX_COLUMNS = 40
const MAX_TEXT = 60

/** The text in the first row of the table, in the same column; undefined in the first row and outside tables. */
function columnLabel(page: PageView, node: number): string | undefined {
  const cell = ancestor(page, node, 'td')
  const row = cell === undefined ? undefined : parentOf(page.tree, cell)
  const table = row === undefined ? undefined : ancestor(page, row, 'table')
  if (cell === undefined || row === undefined || table === undefined) return undefined
  const first = page.tree.names.indexOf('tr', table)
  if (first < 0 || first === row || !isInside(page.tree, first, table)) return undefined
  const heading = cellsOf(page, first)[cellsOf(page, row).indexOf(cell)]
  return heading === undefined ? undefined : textIn(page, heading, MAX_TEXT)
}

function ancestor(page: PageView, start: number, name: string): number | undefined {
  let node: number | undefined = start
  for (let level = 0; level < MAX_LEVELS && node !== undefined; level++) {
    if (page.tree.names[node] === name) return node
    node = parentOf(page.tree, node)
  }
  return undefined
}

function cellsOf({ tree }: PageView, row: number): number[] {
  const { names, last } = tree
  const cells: number[] = []
  const end = last[row] as number
  for (
    let node = row + 1;
    node < end && cells.length < MAX_COLUMNS;
    node = Math.max(node + 1, last[node] as number)
  )
    if (names[node] === 'td' || names[node] === 'th') cells.push(node)
  return cells
}

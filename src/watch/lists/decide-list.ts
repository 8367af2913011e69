// Decides about all products of a list: whether its prices may be believed, then product by product. Pure.
import { CURRENCY_PROBLEM } from '../../answer/operations/catalog/catalog-page.ts'
import { isPurchasable, moneyOf } from '../facts/facts.ts'
import { DOUBTS, type PriceScale } from './catalog-state.ts'
import { type DecidedProduct, decideProduct, type ProductCheck } from './decide-product.ts'
import type { TrackedProduct, ListedRow } from './tracked-product.ts'

export interface ProductWithRow {
  readonly key: string
  readonly product: TrackedProduct
  readonly row: ListedRow
}

export interface DecidedList {
  readonly decided: ReadonlyMap<string, DecidedProduct>
  /** What the next list is held against; undefined if these prices have not all moved by one factor. */
  readonly scaled?: PriceScale
  /** Why the prices of the list are not believed; undefined if they are. */
  readonly trouble?: string
  /** For people, if there is no trouble. */
  readonly note?: string
}

/** From so many products on, a factor that they share is no chance. */
const FACTOR_PRODUCTS = 10
/** Share of the prices that moved by it. A shop that changes prices does not change most of them alike. */
const FACTOR_SHARE = 0.6
/** Two percent is the lowest tax; smaller moves cause no false alarm worth the delay. */
const FACTOR_MOVE = 0.015
/** 101.50 by 100.00 is 1.0149999… */
const ROUNDING = 1e-9
/** Prices are rounded after they were multiplied: to whole units of large prices, to cents of small ones. */
const FACTOR_TOLERANCE = 0.01
const HALF_A_CENT = 0.006
/** A list without the prices of more of what can be bought than this is another list. */
const UNREAD_SHARE = 0.3

export function decideList(
  pairs: readonly ProductWithRow[],
  before: Partial<PriceScale> | undefined,
  check: ProductCheck,
  problems: readonly string[] = [],
): DecidedList {
  const factor = factorOf(pairs)
  const scaled = factor === undefined ? undefined : scaledBy(factor, before)
  const isDoubted = scaled !== undefined && scaled.scaled < DOUBTS
  const trouble = isDoubted ? factorText(scaled.factor) : unreadText(pairs, problems)
  // Nothing of such a list is compared: its stock may be that of another market, too.
  if (trouble !== undefined) return { decided: new Map(), ...(scaled && { scaled }), trouble }
  const decided = pairs.map(pair => {
    const adopts = factor !== undefined && isMovedBy(pair, factor)
    const { product, row } = pair
    return [pair.key, decideProduct(product, row, check, adopts || undefined)] as const
  })
  const note = factor === undefined ? {} : { note: believedText(factor) }
  return { decided: new Map(decided), ...note }
}

/** Another factor than that of the list before is counted from the beginning. */
function scaledBy(factor: number, before: Partial<PriceScale> | undefined): Required<PriceScale> {
  const { scaled = 0, factor: last = factor } = before ?? {}
  const isSame = Math.abs(factor - last) <= last * FACTOR_TOLERANCE
  return { scaled: isSame ? scaled + 1 : 1, factor }
}

function believedText(factor: number): string {
  return `the prices of the list are ×${shortened(factor)} for several checks now, and are taken as they are`
}

function factorText(factor: number): string {
  return `nearly all prices moved by one factor (×${shortened(factor)}), as by another tax or unit; they are reported as no change, and taken as they are if ${DOUBTS} checks in a row say so (field: price)`
}

function shortened(factor: number): string {
  return String(Number(factor.toPrecision(4)))
}

/** The factor by which nearly all prices moved; undefined if they did not, or if the shop states the former ones. */
function factorOf(pairs: readonly ProductWithRow[]): number | undefined {
  const moves = pairs.flatMap(pair => moveOf(pair) ?? [])
  if (moves.length < FACTOR_PRODUCTS) return undefined
  const middle = moves.toSorted((a, b) => a - b)[Math.floor(moves.length / 2)] ?? 1
  if (Math.abs(middle - 1) < FACTOR_MOVE - ROUNDING) return undefined
  const moved = pairs.filter(pair => isMovedBy(pair, middle))
  if (moved.length < moves.length * FACTOR_SHARE) return undefined
  const announced = moved.filter(({ product, row }) => row.facts.list_price === product.facts?.price)
  return announced.length * 2 > moved.length ? undefined : middle
}

function isMovedBy(pair: ProductWithRow, factor: number): boolean {
  const amounts = amountsOf(pair)
  if (!amounts) return false
  const { was, is } = amounts
  return Math.abs(is - was * factor) <= Math.max(HALF_A_CENT, is * FACTOR_TOLERANCE)
}

function moveOf(pair: ProductWithRow): number | undefined {
  const amounts = amountsOf(pair)
  return amounts && amounts.is / amounts.was
}

/** The prices before and now, if both are known in one currency. */
function amountsOf({ product, row }: ProductWithRow) {
  const [lastPrice, price] = [moneyOf(product.facts?.price), moneyOf(row.facts.price)]
  if (!lastPrice || !price || lastPrice.currency !== price.currency || Number(lastPrice.amount) === 0)
    return undefined
  return { was: Number(lastPrice.amount), is: Number(price.amount) }
}

/** Prices that are missing while the products can be bought, or because nothing says in which currency they are. */
function unreadText(pairs: readonly ProductWithRow[], problems: readonly string[]): string | undefined {
  const priced = pairs.filter(({ product }) => product.facts?.price !== undefined)
  if (priced.length > 0 && problems.includes(CURRENCY_PROBLEM))
    return `${CURRENCY_PROBLEM}; the last values stay (field: price)`
  const onSale = priced.filter(({ row }) => isPurchasable(row.facts))
  const unread = onSale.filter(({ row }) => row.facts.price === undefined)
  if (unread.length === 0 || unread.length <= onSale.length * UNREAD_SHARE) return undefined
  return `the list no longer states the price of ${unread.length} of ${onSale.length} products that can be bought; the last values stay (field: price)`
}

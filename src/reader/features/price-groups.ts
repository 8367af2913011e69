// Prices that belong together: those of the options of one product, and those that add up to a total.
import {
  CALLED_FORMER,
  OTHER_PRODUCTS,
  REVIEWS,
  SITE_CHROME,
  STRUCK,
  VARIANTS,
} from '../page/element-context.ts'
import { attribute, isInside, parentOf, textIn } from '../page/page-view.ts'
import type { Page } from '../page/read-page.ts'
import type { ShownPrice } from '../sources/shown/shown-prices.ts'
import type { Features } from '../candidate.ts'
import { set } from './feature-sets.ts'

const OPTION_TAGS = new Set(['li', 'label', 'button', 'tr', 'td'])
const CHOSEN_NAME = /(?:^|[-_\s])(?:is-?)?(?:selected|active|checked|chosen|current)(?:$|[-_\s])/i
const CHOSEN_ATTRIBUTES = [
  'aria-checked',
  'aria-selected',
  'aria-pressed',
  'data-selected',
  'data-initiallyselected',
]
// How many levels of elements an option has around its price, and how many options are compared.
const OPTION_DEPTH = 6
const MAX_OPTIONS = 40
// A name and a price.
const MAX_OPTION = 60

export type OptionState = 'chosen' | 'other' | undefined

/** Whether a price is that of the chosen option, or of another one where one is chosen. */
export function createOptionStates(page: Page): (node: number) => OptionState {
  const radios = page.buttons.filter(node => attribute(page, node, 'type')?.toLowerCase() === 'radio')
  const inputsIn = (node: number) => radios.filter(radio => isInside(page.tree, radio, node))
  const known = new Map<number, boolean>()
  const isChosen = (option: number): boolean => {
    const before = known.get(option)
    if (before !== undefined) return before
    const found =
      CHOSEN_NAME.test(page.context.names(option)) ||
      CHOSEN_ATTRIBUTES.some(name => attribute(page, option, name) === 'true') ||
      inputsIn(option).some(radio => attribute(page, radio, 'checked') !== undefined)
    known.set(option, found)
    return found
  }
  return node => {
    const isVariant = (page.context.flags(node) & VARIANTS) > 0
    const isOption = (one: number) =>
      isVariant || inputsIn(one).length === 1 || textIn(page, one).length <= MAX_OPTION
    const isOneOfSeveral = (one: number) => {
      const options = siblingsOf(page, one)
      return options.length > 1 && options.filter(isChosen).length === 1
    }
    const option = optionAround(page, node, one => isOption(one) && isOneOfSeveral(one))
    if (option === undefined) return undefined
    return isChosen(option) ? 'chosen' : 'other'
  }
}

/** The innermost element around a price that holds one option. */
function optionAround(page: Page, start: number, isOption: (node: number) => boolean): number | undefined {
  let node: number | undefined = start
  for (let level = 0; level < OPTION_DEPTH && node !== undefined; level++) {
    if (OPTION_TAGS.has(page.tree.names[node] ?? '') && isOption(node)) return node
    node = parentOf(page.tree, node)
  }
  return undefined
}

function siblingsOf({ tree }: Page, node: number): number[] {
  const parent = tree.parents[node] as number
  const found: number[] = []
  for (
    let one = parent + 1;
    one < (tree.last[parent] as number) && found.length < MAX_OPTIONS;
    one = Math.max(one + 1, tree.last[one] as number)
  )
    if (tree.names[one] === tree.names[node]) found.push(one)
  return found
}

const ASIDE = OTHER_PRODUCTS | SITE_CHROME | REVIEWS
const MAX_PARTS = 8
const MIN_PARTS = 2
// Of amounts with two decimals, as doubles.
const EQUAL = 0.006

export interface Sums {
  /** Positions of prices that are the sum of those before them, and of these. */
  readonly totals: ReadonlySet<number>
  readonly parts: ReadonlySet<number>
}

/**
 * A bundle's price is the sum of the prices before it. Where the product's own price is printed before them as well, they
 * are products that are bought together.
 */
export function findSums(page: Page, prices: readonly ShownPrice[]): Sums {
  const totals = new Set<number>()
  const parts = new Set<number>()
  const start = page.heading?.at ?? 0
  const own = prices.filter(
    ({ at, node, kind }) =>
      at >= start && at < page.othersAt && kind === undefined && (page.context.flags(node) & ASIDE) === 0,
  )
  const times = new Map<number, number>()
  for (const { amount } of own) times.set(Number(amount), (times.get(Number(amount)) ?? 0) + 1)
  own.forEach(({ amount, at }, index) => {
    let sum = 0
    for (let first = index - 1; first >= Math.max(0, index - MAX_PARTS); first--) {
      const part = Number(own[first]?.amount)
      if ((times.get(part) ?? 0) > 1) return
      sum += part
      if (sum > Number(amount) + EQUAL) return
      if (index - first < MIN_PARTS || Math.abs(sum - Number(amount)) > EQUAL) continue
      totals.add(at)
      for (const one of own.slice(first, index)) parts.add(one.at)
      return
    }
  })
  return { totals, parts }
}

/** Features of a printed price from the prices next to it: a former price, a reduction. */
export const FORMER = STRUCK | CALLED_FORMER
// The maximum distance, in segments, between the old and the new price of a product.
const BESIDE = 12

export interface Shown extends ShownPrice {
  readonly flags: number
  readonly number: number
  readonly signature: string
  readonly option: OptionState
  /** Its own text shows that it is not the product's price: shipping, a saving, a unit price. */
  readonly isOther: boolean
}

export function addNeighbours(
  made: Features,
  page: Page,
  price: Shown,
  place: number,
  shown: readonly Shown[],
): void {
  let isBesideLower = false
  let isBesideHigher = false
  let isFormer = false
  let isReduced = false
  for (let other = Math.max(0, place - 4); other <= Math.min(shown.length - 1, place + 4); other++) {
    const next = shown[other]
    if (!next || other === place || Math.abs(next.at - price.at) > BESIDE || next.number === price.number)
      continue
    const isStruck = (next.flags & FORMER) > 0
    if (next.number < price.number && !isStruck && next.number > price.number / 10) isBesideLower = true
    if (next.number > price.number && isStruck) isBesideHigher = true
    if (Math.abs(other - place) === 1) {
      isFormer ||= isReduction(page, price, next)
      isReduced ||= isReduction(page, next, price)
    }
  }
  const isStruck = (price.flags & FORMER) > 0
  set(made, 'struck beside a lower price', isStruck && isBesideLower)
  set(made, 'lower than a struck price beside', !isStruck && isBesideHigher)
  set(made, 'higher price of a reduction', isFormer)
  set(made, 'lower price of a reduction', isReduced)
}

// "219.99 -50% 110.00": of two prices with a reduction between or next to them, the higher one is the former price.
function isReduction(page: Page, high: Shown, low: Shown): boolean {
  const ratio = low.number / high.number
  const from = Math.min(high.at, low.at)
  const to = Math.max(high.at, low.at)
  if (ratio >= 1 || ratio < 0.05 || to - from > 6) return false
  for (let at = Math.max(0, from - 1); at < to + 4; at++) {
    const percent = /(?:^|[^\d.,])(\d{1,2})(?:[.,]\d+)?\s?%/.exec(
      page.segments[at]?.text.slice(0, 60) ?? '',
    )?.[1]
    if (percent !== undefined && Math.abs(1 - ratio - Number(percent) / 100) < 0.02) return true
  }
  return false
}

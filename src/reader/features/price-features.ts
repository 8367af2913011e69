// Features of price candidates: words, place, neighbouring prices and agreement between sources.
import type { Candidate, Features } from '../candidate.ts'
import {
  CALLED_FORMER,
  CALLED_HIDDEN,
  EMPHASIS,
  FINANCE,
  IN_LINK,
  LIST_ITEM,
  OTHER_PRODUCTS,
  OWN_BLOCK,
  REVIEWS,
  SERVICE,
  SHIPPING,
  SITE_CHROME,
  STRUCK,
  VARIANTS,
} from '../page/element-context.ts'
import { parentOf } from '../page/page-view.ts'
import { type Page, sharedWithHeading } from '../page/read-page.ts'
import { numberOf } from '../sources/shown/price-text.ts'
import type { ShownPrice } from '../sources/shown/shown-prices.ts'
import {
  BID,
  ESTIMATE,
  FIXED_PRICE,
  FORMER_PRICE,
  INSTALMENT,
  ON_REQUEST,
  OUR_PRICE,
  PRICE_LABEL,
  SAVING,
  SERVICE_COST,
  SHIPPING_COST,
  SHIPPING_INCLUDED,
  SPECIAL_TERMS,
  THRESHOLD,
  TOTAL,
  UNIT_AFTER,
} from '../words/price-words.ts'
import { sharedWords } from '../page/main-heading.ts'
import { agreement, distanceBuckets, set } from './feature-sets.ts'
import {
  addNeighbours,
  createOptionStates,
  findSums,
  FORMER,
  type OptionState,
  type Shown,
  type Sums,
} from './price-groups.ts'

const MAIN_NAME =
  /current|final|sale|special|actual|main|product-?price|price-?value|our-?price|now|offer|buy|detail|itemprop|reduced|primary|sell/i
const SIGNED = /^\s*[+−–-]\s*(?:\p{Sc}\s*)?\d/u
const ASIDE = OTHER_PRODUCTS | SITE_CHROME | REVIEWS

export interface PricePage {
  readonly candidates: readonly Features[]
  readonly none: Features
}

export function priceFeatures(
  page: Page,
  candidates: readonly Candidate[],
  prices: readonly ShownPrice[],
): PricePage {
  const optionOf = createOptionStates(page)
  const shown = prices.map(price => describe(page, price, optionOf(price.node)))
  const kindsIn = createKindsIn()
  const byPlace = new Map(shown.map((price, index) => [price.at, index]))
  const signatures = countBy(shown, ({ signature }) => signature)
  const order = orderAfterHeading(page, shown)
  const sums = findSums(page, prices)
  const pagePrices: PagePrices = { page, shown, signatures, order, kindsIn, sums }
  const keyOf = (value: string) => String(Number(value))
  const inOwn = new Set(
    shown
      .filter(
        ({ flags, isOther, kind }) => !isOther && kind === undefined && (flags & (ASIDE | FORMER)) === 0,
      )
      .map(({ number }) => number),
  )
  const struck = new Set(shown.filter(({ flags }) => (flags & FORMER) > 0).map(({ number }) => number))
  const all = new Set(shown.map(({ number }) => number))
  const agrees = agreement(candidates, keyOf, candidate => candidate.features['other product'] === 1)
  const stated = candidates.filter(isOfData).map(({ value }) => Number(value))
  const formers = shown.filter(isFormerOfProduct).map(({ number }) => number)
  const features = candidates.map((candidate, index) => {
    const made: Features = { ...candidate.features, ...agrees[index] }
    const number = Number(candidate.value)
    if (inOwn.has(number)) made['shown for the product'] = 1
    const place =
      candidate.source === 'page' && candidate.at !== undefined ? byPlace.get(candidate.at) : undefined
    const price = place === undefined ? undefined : shown[place]
    if (price && place !== undefined) {
      addShown(made, price, place, pagePrices)
      set(made, 'after a heading of other products', price.at > page.othersAt)
      const isStruck = (price.flags & FORMER) > 0
      set(
        made,
        'struck above the price in data',
        isStruck && stated.some(one => isReductionOf(price.number, one)),
      )
    } else {
      const isStruckAbove = isOfData(candidate) && formers.some(one => isReductionOf(one, number))
      set(made, 'below a struck price', isStruckAbove)
      set(made, 'data shown nowhere', shown.length > 0 && !all.has(number))
      set(made, 'data shown only struck', struck.has(number) && !inOwn.has(number))
    }
    return made
  })
  return { candidates: features, none: noneFeatures(page, shown) }
}

/** What speaks for a page without a price. */
function noneFeatures(page: Page, shown: readonly Shown[]): Features {
  const own = shown.filter(
    ({ flags, at, kind, isOther }) =>
      (flags & (ASIDE | FORMER)) === 0 &&
      kind === undefined &&
      !isOther &&
      at >= (page.heading?.at ?? 0) &&
      at < page.othersAt,
  )
  const none: Features = { none: 1 }
  set(none, 'no price after the heading', own.length === 0)
  set(none, 'no button', page.button === undefined)
  set(none, 'price on request', isOnRequest(page))
  return none
}

function isOfData({ source, features }: Candidate): boolean {
  return source !== 'page' && source !== 'embedded' && features['other product'] !== 1
}

function isFormerOfProduct({ flags }: Shown): boolean {
  return (flags & FORMER) > 0 && (flags & ASIDE) === 0
}

// A larger reduction is one of another product, or of another size.
const MAX_REDUCTION = 3

function isReductionOf(former: number, price: number): boolean {
  return price < former && former <= price * MAX_REDUCTION
}

// Where the price would stand.
const REQUEST_AFTER = 60
const MAX_REQUEST = 60

function isOnRequest(page: Page): boolean {
  const start = page.heading?.at ?? 0
  return page.segments
    .slice(start, start + REQUEST_AFTER)
    .some(({ text }) => text.length <= MAX_REQUEST && ON_REQUEST.test(text))
}

function describe(page: Page, price: ShownPrice, option: OptionState): Shown {
  const parent = parentOf(page.tree, price.node)
  const { names } = page.tree
  return {
    ...price,
    flags: page.context.flags(price.node),
    number: Number(price.amount),
    option,
    isOther: option === 'other' || isOtherAmount(price.text, price.amount) || isService(page, price),
    signature:
      `${names[price.node]} ${page.context.names(price.node)} < ${parent === undefined ? '' : `${names[parent]} ${page.context.names(parent)}`}`.replace(
        /\d+/g,
        '',
      ),
  }
}

function isOtherAmount(text: string, amount: string): boolean {
  const number = numberOf(text, amount)
  const before = text.slice(0, number?.start ?? 0)
  const after = withoutFreeShipping(text.slice(number?.end ?? text.length))
  const isKind = (pattern: RegExp) => pattern.test(before) || pattern.test(after)
  return (
    SIGNED.test(text) ||
    UNIT_AFTER.test(after) ||
    (before.length + after.length > 4 && [SAVING, SHIPPING_COST, FORMER_PRICE].some(isKind))
  )
}

/** A word such as "only" may stand between a service and its price. */
const MAX_BETWEEN = 8

/** The text before a price, with the one before it where that text is no more than a word. */
function labelBefore({ segments }: Page, at: number): string {
  const last = segments[at - 1]?.text ?? ''
  const before = last.length > MAX_BETWEEN || /\d/.test(last) ? '' : (segments[at - 2]?.text ?? '')
  return `${before.slice(-MAX_LABEL)} ${last.slice(-MAX_LABEL)}`
}

function isService(page: Page, { node, at, sign }: ShownPrice): boolean {
  if ((page.context.flags(node) & SERVICE) > 0) return true
  return sign !== undefined && SERVICE_COST.test(labelBefore(page, at))
}

// "£579.99 delivered free" is the price and not that of shipping.
function withoutFreeShipping(after: string): string {
  return after.replace(SHIPPING_INCLUDED, ' ')
}

function countBy<Item>(items: readonly Item[], key: (item: Item) => string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

/** The rank of each current price among those after the heading. */
function orderAfterHeading(page: Page, shown: readonly Shown[]): ReadonlyMap<number, number> {
  const start = page.heading?.at ?? 0
  const after = shown.filter(
    ({ at, flags, isOther, kind }) =>
      at >= start &&
      at < page.othersAt &&
      !isOther &&
      kind === undefined &&
      (flags & (ASIDE | FORMER | FINANCE | SHIPPING | SERVICE)) === 0,
  )
  return new Map(after.map(({ at }, rank) => [at, rank]))
}

/** What the features of one price are compared with. */
interface PagePrices {
  readonly page: Page
  readonly shown: readonly Shown[]
  /** How many prices have the same markup. */
  readonly signatures: ReadonlyMap<string, number>
  readonly order: ReadonlyMap<number, number>
  readonly kindsIn: KindsIn
  readonly sums: Sums
}

function addShown(made: Features, price: Shown, place: number, pagePrices: PagePrices): void {
  const { page, shown, signatures, order, kindsIn, sums } = pagePrices
  const { flags } = price
  set(made, 'struck', (flags & STRUCK) > 0)
  set(made, 'called a former price', (flags & CALLED_FORMER) > 0 && (flags & STRUCK) === 0)
  set(made, 'other products', (flags & OTHER_PRODUCTS) > 0)
  set(made, 'site chrome', (flags & SITE_CHROME) > 0)
  set(made, 'in reviews', (flags & REVIEWS) > 0)
  set(made, 'in finance', (flags & FINANCE) > 0)
  set(made, 'in shipping', (flags & SHIPPING) > 0)
  set(made, 'of a service', isService(page, price))
  set(made, 'of the chosen option', price.option === 'chosen')
  set(made, 'of another option', price.option === 'other')
  set(made, 'sum of the prices before it', sums.totals.has(price.at))
  set(made, 'part of a sum', sums.parts.has(price.at))
  set(made, 'in variants', (flags & VARIANTS) > 0)
  set(made, 'in a link', (flags & IN_LINK) > 0)
  set(made, 'in a list', (flags & LIST_ITEM) > 0)
  set(made, 'in the product block', (flags & OWN_BLOCK) > 0)
  set(made, 'called hidden', (flags & CALLED_HIDDEN) > 0)
  set(made, 'emphasis', (flags & EMPHASIS) > 0)
  set(made, 'called a price', price.isNamed)
  set(made, 'no currency', price.sign === undefined)
  set(made, 'currency sign', price.sign !== undefined && !/^[A-Z]{3}$/.test(price.sign))
  set(made, 'range', price.isRange)
  set(made, 'whole number', !/\./.test(price.amount))
  const repeats = signatures.get(price.signature) ?? 1
  set(made, 'only one like it', repeats === 1)
  set(made, 'repeated often', repeats > 4)
  const parent = parentOf(page.tree, price.node)
  const names = `${page.context.names(price.node)} ${parent === undefined ? '' : page.context.names(parent)}`
  set(made, 'called the main price', MAIN_NAME.test(names))
  if (price.kind !== undefined) made[`${price.kind} price`] = 1
  addWords(made, page, price, kindsIn)
  addNeighbours(made, page, price, place, shown)
  if (price.at > page.othersAt) for (const name of OF_ANY_PRODUCT) delete made[name]
  addPlace(made, page, price, order)
}

const KINDS: readonly (readonly [string, RegExp])[] = [
  ['former price', FORMER_PRICE],
  ['saving', SAVING],
  ['shipping', SHIPPING_COST],
  ['threshold', THRESHOLD],
  ['special terms', SPECIAL_TERMS],
  ['our price', OUR_PRICE],
  ['bid', BID],
  ['estimate', ESTIMATE],
  ['fixed price', FIXED_PRICE],
  ['total', TOTAL],
  ['service', SERVICE_COST],
]
// A sentence is not a label.
const MAX_LABEL = 45
const MIN_WORD = 1

// Which of two prices is the current one; in a list of other products it says nothing about whose it is.
const OF_ANY_PRODUCT = [
  'our price in its text',
  'our price before',
  'our price after',
  'lower price of a reduction',
  'lower than a struck price beside',
]

type KindsIn = (text: string) => ReadonlySet<string>

const NO_KINDS: ReadonlySet<string> = new Set()

/** Remembers what texts say: the prices of a list have the same words around them. */
function createKindsIn(): KindsIn {
  const known = new Map<string, ReadonlySet<string>>()
  return text => {
    if (text.length < MIN_WORD) return NO_KINDS
    const before = known.get(text)
    if (before) return before
    const kinds = new Set(KINDS.filter(([, pattern]) => pattern.test(text)).map(([kind]) => kind))
    known.set(text, kinds)
    return kinds
  }
}

function addWords(made: Features, page: Page, price: Shown, kindsIn: KindsIn): void {
  const own = page.segments[price.at]?.text ?? ''
  const text = price.text.length >= own.length ? price.text : own
  const number = numberOf(text, price.amount)
  const before = text.slice(0, number?.start ?? 0)
  const after = withoutFreeShipping(text.slice(number?.end ?? text.length))
  const last = page.segments[price.at - 1]?.text ?? ''
  const label = /\d/.test(last) && !/[:：]$/.test(last) ? '' : last.slice(-MAX_LABEL)
  const following = page.segments[price.at + 1]?.text.slice(0, MAX_LABEL) ?? ''
  const next = /\d/.test(following) ? '' : following
  for (const kind of [...kindsIn(before), ...kindsIn(after)]) made[`${kind} in its text`] = 1
  for (const kind of kindsIn(label)) made[`${kind} before`] = 1
  for (const kind of kindsIn(next)) made[`${kind} after`] = 1
  set(made, 'unit after', UNIT_AFTER.test(after))
  set(made, 'unit in next text', UNIT_AFTER.test(` ${following}`))
  set(made, 'instalment', INSTALMENT.test(`${label} ${price.text} ${next}`))
  set(made, 'signed', SIGNED.test(price.text))
  set(made, 'price label', PRICE_LABEL.test(label) || PRICE_LABEL.test(before))
  set(made, 'long text', own.length > 25)
  set(
    made,
    'word for currency',
    price.sign !== undefined && /^\p{Ll}|^\p{Script=Latin}{4,}$/u.test(price.sign),
  )
  set(made, 'other words around the number', own.replace(/[\d\s.,\p{Sc}]|[A-Z]{3}/gu, '').length > 12)
  set(
    made,
    'beside another name',
    isName(page, price.at - 1) || isName(page, price.at + 1) || isName(page, price.at - 2),
  )
}

// Names of other products are links next to their prices.
function isName(page: Page, at: number): boolean {
  const segment = page.segments[at]
  if (
    !segment ||
    segment.text.length < 20 ||
    segment.text.split(' ').length < 3 ||
    (page.context.flags(segment.node) & IN_LINK) === 0
  )
    return false
  return sharedWords(segment.text, page.headingWords) < 0.6
}

function addPlace(made: Features, page: Page, price: Shown, order: ReadonlyMap<number, number>): void {
  const rank = order.get(price.at)
  set(made, 'first after the heading', rank === 0)
  set(made, 'second after the heading', rank === 1)
  set(made, 'third or fourth after the heading', rank === 2 || rank === 3)
  if (page.heading) distanceBuckets(made, 'heading', price.at - page.heading.at)
  else made['no heading'] = 1
  if (page.button) distanceBuckets(made, 'button', price.at - page.button.at)
  const share = sharedWithHeading(page, price.node)
  set(made, 'shares a small block with the heading', share < 0.08)
  set(made, 'shares a block with the heading', share >= 0.08 && share < 0.35)
  set(made, 'shares only the page with the heading', share > 0.8)
}

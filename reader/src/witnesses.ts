// Which other sources of a page state the same value as the chosen one, and which contradict it.
import { UNITS } from './values/currency-data.ts'
import { currencyFromSymbol } from './values/currency.ts'
import { shiftDecimalPoint } from './values/number.ts'
import type { Candidate, ScoredField } from './candidate.ts'
import type { FieldChoice } from './choose.ts'
import {
  type Availability,
  isPurchasable,
  type Contradiction,
  type OtherPrice,
  type ReaderProduct,
  type SourceKind,
} from './product-shape.ts'
import { type ExplainedAmount, kindOf } from './amounts/explain-amounts.ts'
import { STRUCK } from './page/element-context.ts'
import type { ReaderPage } from './page/read-page.ts'
import { allOffersOf, otherOfferPrices } from './schema-org/schema-org-offers.ts'
import type { SchemaItem } from './schema-org/schema-org-values.ts'

/** Sources that speak about the product itself; stray keys in scripts do not. */
const WITNESSES: ReadonlySet<SourceKind> = new Set(['json-ld', 'microdata', 'rdfa', 'open-graph'])

export interface Corroboration {
  readonly also: readonly SourceKind[]
  readonly against: readonly Contradiction[]
}

/** `listed`: everything the page offers for the field, for fields whose candidates are summed up before the choice. */
export function corroborate(
  field: Contradiction['field'],
  { candidate, from, field: scored }: FieldChoice,
  listed: readonly Candidate[] = from.list,
): Corroboration {
  if (candidate === undefined) return { also: [], against: [] }
  const keyOf = (value: string) =>
    scored === 'price'
      ? String(Number(value))
      : scored === 'availability'
        ? String(isPurchasable(value as Availability))
        : value
  const valueOf = (one: Candidate) => inIsoUnit(scored, one)
  const own = listed.filter(({ features }) => features['other product'] !== 1)
  const same = new Set(
    own.filter(one => keyOf(valueOf(one)) === keyOf(valueOf(candidate))).map(({ source }) => source),
  )
  const against = new Map<SourceKind, Contradiction>()
  for (const claim of own) {
    const { source, features } = claim
    // One of several offers, or a range, says nothing about which one the price is.
    const isOne = features['several offers'] !== 1 && features['second price of offer'] !== 1
    if (!WITNESSES.has(source) || same.has(source) || !isOne || against.has(source)) continue
    against.set(source, { field, value: valueOf(claim), from: source })
  }
  same.delete(candidate.source)
  return { also: [...same], against: [...against.values()] }
}

/** Whether the answer has the value too: as another price of its own, as that of a variant, or as its currency. */
export function isInAnswer({ field, value }: Contradiction, product: ReaderProduct): boolean {
  const { variants } = product
  if (field === 'currency') return product.iso_currency === value
  if (field === 'availability') {
    const states = [product.availability, ...variants.map(one => one.availability)]
    return states.some(one => one && isPurchasable(one) === isPurchasable(value as Availability))
  }
  const own = [product.price, product.list_price, product.price_max]
  const amounts = [...own, ...variants.flatMap(one => [one.price, one.list_price])]
  return amounts.some(one => one && Number(one) === Number(value))
}

/** A price in toman as one in rials, so that the two can be compared. */
function inIsoUnit(field: ScoredField, { value, currency, sign }: Candidate): string {
  if (field === 'currency') return UNITS[value]?.code ?? value
  if (field !== 'price') return value
  const unit = UNITS[currency ?? currencyFromSymbol(sign ?? '') ?? '']
  return unit ? shiftDecimalPoint(value, unit.places) : value
}

// How far, in segments, such a price may be from the heading, and how many there can be.
const BEFORE = 10
const AFTER = 150
const MAX_PRICES = 12
const MAX_TEXT = 80

/** Prices that the page states for the product and that are not its price: for members, per month, per unit. */
export function findOtherPrices(
  page: ReaderPage,
  items: readonly { readonly item: SchemaItem }[],
  amounts: readonly ExplainedAmount[],
  price: string | null,
): OtherPrice[] {
  const start = page.heading?.at ?? 0
  const stated = items.flatMap(({ item }) => otherOfferPrices(allOffersOf(item)))
  const printed = amounts.flatMap((amount): OtherPrice[] => {
    const kind = kindOf(amount)
    const { at, isOwn, flags } = amount
    if (kind === undefined || at < start - BEFORE || at > Math.min(start + AFTER, page.othersAt)) return []
    if (!isOwn || (flags & STRUCK) > 0) return []
    return [{ kind, price: amount.amount, text: labelledText(amount) }]
  })
  const priceByKey = new Map<string, OtherPrice>()
  for (const one of [...stated, ...printed]) {
    const key = `${one.kind} ${Number(one.price)}`
    if (Number(one.price) !== Number(price) && !priceByKey.has(key) && priceByKey.size < MAX_PRICES)
      priceByKey.set(key, one)
  }
  return [...priceByKey.values()]
}

/** The price with its label, as a person reads it. */
function labelledText({ text, words }: ExplainedAmount): string {
  const written = /\p{L}{3}/u.test(text) ? text : [words.label, text, words.next].join(' ')
  return written.trim().slice(0, MAX_TEXT)
}

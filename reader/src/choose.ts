// Chooses one value per field from the candidates of a page.
import type { Candidate, FieldCandidates, ScoredField } from './candidate.ts'
import type { PageCandidates } from './collect-candidates.ts'
import { FORMER } from './amounts/describe-amounts.ts'
import { type ExplainedAmount, shareOf } from './amounts/explain-amounts.ts'
import { chanceOf } from './amounts/roles.ts'
import type { SourceKind } from './product-shape.ts'
import { choose, WEIGHTS, type Weights } from './score/weights.ts'
import { placeOf } from './page/page-view.ts'

export interface FieldChoice {
  readonly field: ScoredField
  readonly from: FieldCandidates
  /** The chosen candidate; undefined when "none" is more likely or the confidence is below the threshold. */
  readonly candidate: Candidate | undefined
  readonly confidence: number
  /** Of two prices, neither is clearly the one. */
  readonly rivals?: readonly [Candidate, Candidate]
  /** The probability of each candidate, followed by that of "none". */
  readonly chances: readonly number[]
}

export function chooseField(field: ScoredField, from: FieldCandidates, all: Weights = WEIGHTS): FieldChoice {
  const weights = all[field]
  const none = field === 'availability' ? undefined : from.none
  const { index, confidence, chances } = choose(from.candidates, none, from.keys, weights)
  const isSure = index >= 0 && confidence >= weights.threshold
  return { field, from, candidate: isSure ? bestSpelling(from, index) : undefined, confidence, chances }
}

/**
 * Without the prices that are stated in another currency, if some are stated in this one: the amount of one offer never
 * goes with the currency of another.
 */
export function pricesIn(currency: string | undefined, from: FieldCandidates): FieldCandidates {
  if (currency === undefined || !from.list.some(one => one.currency === currency)) return from
  const isKept = ({ currency: own }: Candidate) => own === undefined || own === currency
  const ofKept = <T>(values: readonly T[]) =>
    values.filter((_value, index) => isKept(from.list[index] as Candidate))
  return {
    ...from,
    list: from.list.filter(isKept),
    candidates: ofKept(from.candidates),
    keys: ofKept(from.keys),
  }
}

// A price that is not clearly more likely than another would be a guess.
const CLEARLY = 1.2

/** The two most likely prices of a page, if nothing but its text states them and neither is clearly the one. */
export function rivalsOf({
  candidate,
  from,
  chances,
}: FieldChoice): readonly [Candidate, Candidate] | undefined {
  if (candidate?.source !== 'page') return undefined
  const byKey = new Map<string, { chance: number; first: Candidate; isStated: boolean }>()
  from.keys.forEach((key, index) => {
    const one = from.list[index] as Candidate
    const known = byKey.get(key) ?? { chance: 0, first: one, isStated: false }
    known.chance += chances[index] as number
    known.isStated ||= one.source !== 'page'
    byKey.set(key, known)
  })
  const [best, next] = [...byKey.values()].toSorted((a, b) => b.chance - a.chance)
  const isClear =
    best === undefined || next === undefined || best.isStated || best.chance >= next.chance * CLEARLY
  return isClear ? undefined : [best.first, next.first]
}

const RANKS: readonly SourceKind[] = ['json-ld', 'microdata', 'rdfa', 'open-graph', 'embedded', 'page']

/** Of candidates with the same value, prefers structured data: it has the exact form and a key. The address comes last. */
function bestSpelling({ list, keys, candidates }: FieldCandidates, index: number): Candidate | undefined {
  let best = list[index]
  list.forEach((one, at) => {
    if (best === undefined || keys[at] !== keys[index] || one.features['other product'] === 1) return
    if (rankOf(one) < rankOf(best)) best = one
  })
  const isPrinted = best?.features.address === 1 && candidates[index]?.printed === 1
  return best && isPrinted ? { ...best, place: 'text' } : best
}

function rankOf({ source, features }: Candidate): number {
  return features.address === 1 ? RANKS.length : RANKS.indexOf(source)
}

// The maximum distance, in segments, between the old and the new price of a product.
const BESIDE = 12

/** The price before a reduction: higher than the price, from data or struck through next to it. */
export function chooseListPrice(
  { page, amounts, fields }: PageCandidates,
  price: string,
  weights: Weights = WEIGHTS,
): FieldChoice {
  const own = amounts.filter(({ number, isOwn }) => isOwn && number === Number(price))
  const isNet = own.some(amount => chanceOf(amount, 'net') > 0.5)
  const printed = amounts.flatMap((amount): Candidate[] => {
    const { amount: value, at, node } = amount
    // A recommended price without tax says nothing about a price with tax.
    if (!isNet && amount.role === 'net') return []
    const isBeside = own.some(one => Math.abs(one.at - at) <= BESIDE)
    if (!isBeside || !isFormer(amount)) return []
    const features = { page: 1 }
    return [{ field: 'list_price', value, source: 'page', place: placeOf(page, node), node, at, features }]
  })
  const list = [...fields.list_price.list, ...printed].filter(
    ({ value, priceOfOffer = price }) =>
      Number(value) > Number(price) && Number(priceOfOffer) === Number(price),
  )
  return chooseField(
    'list_price',
    {
      list,
      candidates: list.map(({ features }) => features),
      none: { none: 1 },
      keys: list.map(({ value }) => String(Number(value))),
    },
    weights,
  )
}

// An amount above the price is often its former one.
const LIKELY = 0.25

function isFormer(amount: ExplainedAmount): boolean {
  return amount.isOwn && ((amount.flags & FORMER) > 0 || shareOf(amount, 'former') > LIKELY)
}

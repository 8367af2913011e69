// Chooses one value per field from the candidates of a page.
import type { Candidate, FieldCandidates, ScoredField } from './candidate.ts'
import type { PageCandidates } from './collect-candidates.ts'
import { CALLED_FORMER, OTHER_PRODUCTS, REVIEWS, SITE_CHROME, STRUCK } from './page/element-context.ts'
import type { SourceKind } from './product-shape.ts'
import { choose, WEIGHTS, type Weights } from './score/weights.ts'
import { placeOf } from './page/page-view.ts'

export interface Chosen {
  readonly field: ScoredField
  readonly from: FieldCandidates
  /** The chosen candidate; undefined when "none" is more likely or the confidence is below the threshold. */
  readonly candidate: Candidate | undefined
  readonly confidence: number
  /** The probability of each candidate, followed by that of "none". */
  readonly chances: readonly number[]
}

export function chooseField(field: ScoredField, from: FieldCandidates, all: Weights = WEIGHTS): Chosen {
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
  { page, prices, fields }: PageCandidates,
  price: string,
  weights: Weights = WEIGHTS,
): Chosen {
  const own = prices.filter(({ amount }) => Number(amount) === Number(price))
  const places = own.map(({ at }) => at)
  const isNet = own.some(({ kind }) => kind === 'without_tax')
  const printed = prices.flatMap(({ amount, at, node, kind }): Candidate[] => {
    // A recommended price without tax says nothing about a price with tax.
    if (kind === 'without_tax' && !isNet) return []
    const flags = page.context.flags(node)
    const isFormer =
      (flags & (STRUCK | CALLED_FORMER)) > 0 && (flags & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) === 0
    const isBeside = places.some(place => Math.abs(place - at) <= BESIDE)
    if (!isBeside || (!isFormer && !isFormerByFeatures(fields.price, at))) return []
    return [
      {
        field: 'list_price',
        value: amount,
        source: 'page',
        place: placeOf(page, node),
        node,
        at,
        features: { page: 1 },
      },
    ]
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

function isFormerByFeatures({ list, candidates }: FieldCandidates, at: number): boolean {
  const index = list.findIndex(candidate => candidate.at === at)
  const features = candidates[index] ?? {}
  return (
    features['higher price of a reduction'] === 1 ||
    features['former price before'] === 1 ||
    features['former price in its text'] === 1
  )
}

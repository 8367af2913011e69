// Explains why each field has its value: the candidates, their probabilities, and the features that weighed most.
import type { ScoredField } from './candidate.ts'
import type { FieldChoice } from './choose.ts'
import { collectCandidates } from './collect-candidates.ts'
import type { ReadOptions } from './page/read-page.ts'
import type { ReaderProduct, SourceKind } from './product-shape.ts'
import { chooseAll, toProduct } from './read-product.ts'
import { WEIGHTS } from './score/weights.ts'

interface ExplainedCandidate {
  readonly value: string | null
  readonly from: SourceKind | 'none'
  readonly where: string
  /** Other places on the page with the same value. */
  readonly also: readonly string[]
  /** From 0 to 1, before calibration, summed over all places with this value. */
  readonly chance: number
  /** The features that weighed most, each with its weight. */
  readonly because: readonly (readonly [feature: string, weight: number])[]
}

export interface Explanation {
  readonly field: ScoredField
  readonly answer: string | null
  readonly confidence: number
  readonly threshold: number
  /** The most likely candidates, best first; `null` means "the page has none". */
  readonly candidates: readonly ExplainedCandidate[]
}

const MAX_CANDIDATES = 4
const MAX_FEATURES = 6
const MAX_PLACES = 4

export function explainProduct(
  html: string | Uint8Array,
  url: string,
  options?: ReadOptions,
): { product: ReaderProduct; fields: Explanation[] } {
  const candidates = collectCandidates(html, url, options)
  const choices = chooseAll(candidates)
  return { product: toProduct(candidates, choices), fields: Object.values(choices).map(explainField) }
}

function explainField({ field, from, candidate, confidence, chances }: FieldChoice): Explanation {
  const { features: weights, threshold } = WEIGHTS[field]
  const listed = from.list.map((entry, index) => ({
    value: entry.value as string | null,
    from: entry.source as SourceKind | 'none',
    where: entry.place,
    also: [] as readonly string[],
    key: from.keys[index],
    chance: chances[index] ?? 0,
    because: weighed(from.candidates[index] ?? {}, weights),
  }))
  if (field !== 'availability')
    listed.push({
      value: null,
      from: 'none',
      where: '',
      also: [],
      key: undefined,
      chance: chances[from.list.length] ?? 0,
      because: weighed(from.none, weights),
    })
  return {
    field,
    answer: candidate?.value ?? null,
    confidence: rounded(confidence),
    threshold,
    candidates: joinEqualValues(listed).slice(0, MAX_CANDIDATES),
  }
}

function weighed(
  features: Readonly<Record<string, number>>,
  weights: Readonly<Record<string, number>>,
): [string, number][] {
  return Object.entries(features)
    .map(([name, strength]): [string, number] => [name, (weights[name] ?? 0) * strength])
    .filter(([, weight]) => Math.abs(weight) >= 0.05)
    .toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))
    .slice(0, MAX_FEATURES)
}

interface KeyedCandidate extends ExplainedCandidate {
  /** Equal for equal values; undefined for "none". */
  readonly key: string | undefined
}

/** Merges candidates with the same value into the most likely of them. */
function joinEqualValues(candidates: readonly KeyedCandidate[]): ExplainedCandidate[] {
  const byKey = new Map<string | undefined, KeyedCandidate[]>()
  for (const candidate of candidates.toSorted((a, b) => b.chance - a.chance)) {
    const equal = byKey.get(candidate.key)
    if (equal) equal.push(candidate)
    else byKey.set(candidate.key, [candidate])
  }
  return [...byKey.values()]
    .flatMap(([best, ...rest]): ExplainedCandidate[] => {
      if (best === undefined) return []
      const { key: _key, ...shown } = best
      const chance = rest.reduce((sum, one) => sum + one.chance, best.chance)
      const also = [...new Set(rest.map(({ from, where }) => `${from} ${where}`))].slice(0, MAX_PLACES)
      return [{ ...shown, chance: rounded(chance), also }]
    })
    .toSorted((a, b) => b.chance - a.chance)
}

function rounded(chance: number): number {
  return Math.round(chance * 1000) / 1000
}

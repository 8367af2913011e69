// Says why each field has its value: the candidates, their chances, and the features that weighed.
import type { ScoredField } from './candidate.ts'
import type { Chosen } from './choose.ts'
import { collectCandidates } from './collect.ts'
import type { Product, SourceKind } from './product.ts'
import { chooseAll, toProduct } from './read-product.ts'
import { WEIGHTS } from './score/weights.ts'

interface ExplainedCandidate {
  readonly value: string | null
  readonly from: SourceKind | 'none'
  readonly where: string
  /** From 0 to 1, before calibration; candidates with one value add up. */
  readonly chance: number
  /** The features that weighed most, each with its weight. */
  readonly because: readonly (readonly [feature: string, weight: number])[]
}

export interface Explanation {
  readonly field: ScoredField
  readonly answer: string | null
  readonly confidence: number
  readonly threshold: number
  /** The likeliest candidates, best first; `null` stands for "the page has none". */
  readonly candidates: readonly ExplainedCandidate[]
}

const MAX_CANDIDATES = 4
const MAX_FEATURES = 6

export function explainProduct(
  html: string | Uint8Array,
  url: string,
): { product: Product; fields: Explanation[] } {
  const found = collectCandidates(html, url)
  const choices = chooseAll(found)
  return { product: toProduct(found, choices), fields: Object.values(choices).map(explainField) }
}

function explainField({ field, from, candidate, confidence, chances }: Chosen): Explanation {
  const { features: weights, threshold } = WEIGHTS[field]
  const listed = from.list.map((one, index) => ({
    value: one.value as string | null,
    from: one.source as SourceKind | 'none',
    where: one.place,
    chance: chances[index] ?? 0,
    because: weighed(from.candidates[index] ?? {}, weights),
  }))
  if (field !== 'availability')
    listed.push({
      value: null,
      from: 'none',
      where: '',
      chance: chances[from.list.length] ?? 0,
      because: weighed(from.none, weights),
    })
  return {
    field,
    answer: candidate?.value ?? null,
    confidence,
    threshold,
    candidates: firstOfEachValue(listed.toSorted((a, b) => b.chance - a.chance)).slice(0, MAX_CANDIDATES),
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

function firstOfEachValue(candidates: readonly ExplainedCandidate[]): ExplainedCandidate[] {
  const seen = new Set<string | null>()
  return candidates.filter(({ value }) => !seen.has(value) && seen.add(value))
}

// The weights of every field, trained by `npm run train`.
import type { Features, ScoredField } from '../candidate.ts'

import trained from './weights.json' with { type: 'json' }

export type Weights = Readonly<Record<ScoredField | 'is_product', FieldWeights>>

export const WEIGHTS: Weights = trained.fields

export interface Calibration {
  readonly slope: number
  readonly offset: number
  /** Confidence that is higher than `SURE` begins here: what lies between was wrong too often. */
  readonly sureFrom?: number
}

/** Above it, an answer can be taken without a look. */
export const SURE = 0.9

/** The scorer: sums the weights of a candidate's features and turns the scores of a field into probabilities (softmax). */
export interface FieldWeights {
  /** The weight of each feature, by name. */
  readonly features: Readonly<Record<string, number>>
  /** Calibrates probabilities, so that they match the share of right answers. */
  readonly calibration: Calibration
  /** The same for a price that nothing but the text of the page states. */
  readonly printed?: Calibration
  /** Below this confidence a field is null. */
  readonly threshold: number
}

export function scoreOf(features: Features, weights: Readonly<Record<string, number>>): number {
  let score = 0
  for (const name in features) score += (weights[name] ?? 0) * (features[name] ?? 0)
  return score
}

/** Softmax. */
export function softmax(scores: readonly number[]): number[] {
  let highest = Number.NEGATIVE_INFINITY
  for (const score of scores) if (score > highest) highest = score
  const raised = scores.map(score => Math.exp(score - highest))
  const sum = raised.reduce((total, one) => total + one, 0)
  return raised.map(one => one / sum)
}

export interface Choice {
  /** The index of the chosen candidate, or -1 for none. */
  readonly index: number
  readonly confidence: number
  /** The probability of each candidate, and of none, before calibration. */
  readonly chances: readonly number[]
}

/**
 * Chooses the most likely value. Candidates with the same key have the same value, and their probabilities add up; the
 * most likely of them is returned.
 */
export function choose(
  candidates: readonly Features[],
  none: Features | undefined,
  keys: readonly string[],
  weights: FieldWeights,
): Choice {
  const scores = candidates.map(features => scoreOf(features, weights.features))
  if (none !== undefined) scores.push(scoreOf(none, weights.features))
  const chances = softmax(scores)
  const byKey = new Map<string, { chance: number; index: number }>()
  keys.forEach((key, index) => {
    const chance = chances[index] as number
    const known = byKey.get(key)
    if (known === undefined) byKey.set(key, { chance, index })
    else {
      if (chance > (chances[known.index] as number)) known.index = index
      known.chance += chance
    }
  })
  let best = { chance: none === undefined ? 0 : (chances[candidates.length] as number), index: -1 }
  for (const value of byKey.values()) if (value.chance > best.chance) best = value
  const isPrinted = isOnlyPrinted(candidates[best.index])
  const { calibration, printed = calibration } = weights
  return { index: best.index, confidence: calibrate(best.chance, isPrinted ? printed : calibration), chances }
}

/** A value that stands in the text of the page and in no data. */
export function isOnlyPrinted(features: Features = {}): boolean {
  return features.page === 1 && !Object.keys(features).some(name => name.startsWith('agrees with '))
}

/** Platt scaling: a linear function of the log odds; beyond doubt only where it was hardly ever wrong. */
export function calibrate(chance: number, { slope, offset, sureFrom = SURE }: Calibration): number {
  const bounded = Math.min(Math.max(chance, 1e-6), 1 - 1e-6)
  const scaled = 1 / (1 + Math.exp(-(slope * Math.log(bounded / (1 - bounded)) + offset)))
  return scaled > SURE && scaled < sureFrom ? SURE : scaled
}

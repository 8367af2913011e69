// The weights of every field, trained by `npm run train`.
import type { Features, ScoredField } from '../candidate.ts'

import trained from './weights.json' with { type: 'json' }

export type Weights = Readonly<Record<ScoredField | 'is_product', FieldWeights>>

export const WEIGHTS: Weights = trained.fields

/** The scorer: sums the weights of a candidate's features and turns the scores of a field into probabilities (softmax). */
export interface FieldWeights {
  /** The weight of each feature, by name. */
  readonly features: Readonly<Record<string, number>>
  /** Calibrates probabilities, so that they match the share of right answers. */
  readonly calibration: { readonly slope: number; readonly offset: number }
  /** Below this confidence a field is null. */
  readonly threshold: number
}

export function scoreOf(features: Features, weights: Readonly<Record<string, number>>): number {
  let score = 0
  for (const name in features) score += (weights[name] ?? 0) * (features[name] ?? 0)
  return score
}

/** Softmax. */
export function chancesOf(scores: readonly number[]): number[] {
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
  const chances = chancesOf(scores)
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
  return { index: best.index, confidence: calibrate(best.chance, weights.calibration), chances }
}

/** Platt scaling: a linear function of the log odds. */
export function calibrate(chance: number, { slope, offset }: FieldWeights['calibration']): number {
  const bounded = Math.min(Math.max(chance, 1e-6), 1 - 1e-6)
  return 1 / (1 + Math.exp(-(slope * Math.log(bounded / (1 - bounded)) + offset)))
}

// Fits the weights of one field by maximising the likelihood of the right values among all candidates.
import type { Features } from '#reader/candidate'

/** One page for one field: the features of each candidate, "none" last, and which candidates are right. */
export interface Example {
  readonly shop: string
  readonly weight: number
  readonly candidates: readonly Features[]
  readonly right: readonly boolean[]
}

export interface FitOptions {
  /** Strength of the regularisation, in examples. */
  readonly penalty: number
  readonly steps: number
  /** The values that weights are regularised towards; zero for features without one. */
  readonly prior: Readonly<Record<string, number>>
}

interface Packed {
  readonly weight: number
  /** Per candidate, the indexes of its features and their values. */
  readonly indexes: readonly Int32Array[]
  readonly values: readonly Float64Array[]
  readonly right: readonly boolean[]
}

/** Full-batch Adam: no randomness, so the same pages give the same weights. */
export function fit(
  examples: readonly Example[],
  { penalty, steps, prior }: FitOptions,
): Record<string, number> {
  const names = featureNames(examples)
  const number = new Map(names.map((name, index) => [name, index]))
  const packed = examples.map(example => pack(example, number))
  const size = names.length
  const start = Float64Array.from(names, name => prior[name] ?? 0)
  const weights = start.slice()
  const gradient = new Float64Array(size)
  const mean = new Float64Array(size)
  const square = new Float64Array(size)
  const total = packed.reduce((sum, { weight }) => sum + weight, 0)
  for (let step = 1; step <= steps; step++) {
    for (let i = 0; i < size; i++)
      gradient[i] = (penalty / total) * ((weights[i] as number) - (start[i] as number))
    for (const example of packed) addGradient(example, weights, gradient, total)
    const rate = 0.15 * Math.min(1, (2 * (steps - step + 1)) / steps)
    for (let i = 0; i < size; i++) {
      const slope = gradient[i] as number
      mean[i] = 0.9 * (mean[i] as number) + 0.1 * slope
      square[i] = 0.99 * (square[i] as number) + 0.01 * slope * slope
      const corrected = (mean[i] as number) / (1 - 0.9 ** step)
      const spread = Math.sqrt((square[i] as number) / (1 - 0.99 ** step)) + 1e-8
      weights[i] = (weights[i] as number) - (rate * corrected) / spread
    }
  }
  // Features that do not occur in these pages keep their previous weight.
  return { ...prior, ...Object.fromEntries(names.map((name, index) => [name, weights[index] as number])) }
}

function featureNames(examples: readonly Example[]): string[] {
  const names = new Set<string>()
  for (const { candidates } of examples)
    for (const features of candidates) for (const name in features) names.add(name)
  return [...names].toSorted()
}

function pack({ weight, candidates, right }: Example, number: ReadonlyMap<string, number>): Packed {
  return {
    weight,
    right,
    indexes: candidates.map(features =>
      Int32Array.from(Object.keys(features), name => number.get(name) as number),
    ),
    values: candidates.map(features => Float64Array.from(Object.values(features))),
  }
}

// The gradient of -log(sum of the probabilities of the right candidates).
function addGradient(
  { weight, indexes, values, right }: Packed,
  weights: Float64Array,
  gradient: Float64Array,
  total: number,
): void {
  const scores = new Float64Array(indexes.length)
  let highest = Number.NEGATIVE_INFINITY
  for (let c = 0; c < indexes.length; c++) {
    const index = indexes[c] as Int32Array
    const value = values[c] as Float64Array
    let score = 0
    for (let f = 0; f < index.length; f++)
      score += (weights[index[f] as number] as number) * (value[f] as number)
    scores[c] = score
    if (score > highest) highest = score
  }
  let all = 0
  let good = 0
  for (let c = 0; c < indexes.length; c++) {
    const raised = Math.exp((scores[c] as number) - highest)
    scores[c] = raised
    all += raised
    if (right[c]) good += raised
  }
  for (let c = 0; c < indexes.length; c++) {
    const raised = scores[c] as number
    const slope = (weight / total) * (raised / all - (right[c] ? raised / Math.max(good, 1e-300) : 0))
    if (Math.abs(slope) < 1e-9) continue
    const index = indexes[c] as Int32Array
    const value = values[c] as Float64Array
    for (let f = 0; f < index.length; f++) {
      const i = index[f] as number
      gradient[i] = (gradient[i] as number) + slope * (value[f] as number)
    }
  }
}

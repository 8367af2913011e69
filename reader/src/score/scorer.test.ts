// The scorer: probabilities add up by value, "none" can win, and the threshold applies.
import { expect, test } from 'vitest'
import { calibrate, softmax, choose, scoreOf, type FieldWeights } from './weights.ts'

const weights: FieldWeights = {
  features: { good: 2, bad: -2, none: 0 },
  calibration: { slope: 1, offset: 0 },
  threshold: 0.5,
}

test('a score is the sum of weights times strengths; unknown features have no weight', () => {
  expect(scoreOf({ good: 1, bad: 0.5, unheard: 9 }, weights.features)).toBe(1)
})

test('probabilities sum to one, for any scores', () => {
  const chances = softmax([1000, 999, -1000])
  expect(chances.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 12)
  expect(chances[0]).toBeCloseTo(1 / (1 + Math.exp(-1)), 12)
})

test('probabilities of equal values add up, and the most likely candidate is chosen', () => {
  const { index, confidence } = choose(
    [{ good: 1 }, { good: 0.8 }, { good: 0.8 }],
    { none: 1 },
    ['a', 'b', 'b'],
    weights,
  )
  expect(index).toBe(1)
  expect(confidence).toBeGreaterThan(0.5)
})

test('none wins when there is no evidence for the candidates', () => {
  expect(choose([{ bad: 1 }], { none: 1 }, ['a'], weights).index).toBe(-1)
  expect(choose([], { none: 1 }, [], weights).index).toBe(-1)
})

test('calibration is monotonic and stays between 0 and 1', () => {
  const soft = { slope: 0.5, offset: -0.2 }
  const read = [0, 0.2, 0.6, 1].map(chance => calibrate(chance, soft))
  expect(read.toSorted((a, b) => a - b)).toEqual(read)
  expect(Math.min(...read)).toBeGreaterThan(0)
  expect(Math.max(...read)).toBeLessThan(1)
})

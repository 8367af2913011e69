import { expect, it } from 'vitest'
import { createClassifier, unpackClasses } from '../../src/reader/score/classes.ts'
import { wordsIn } from '../../src/reader/score/text-grams.ts'
import { packClasses, packedWeight } from './pack-classes.ts'

const pairs = (...weights: readonly number[]) =>
  weights.map((weight, index) => packedWeight(index, weight)).join('')

it('reads the weights that were written', () => {
  const names = Array.from({ length: 700 }, (_, place) => `b:_wort${place}_`)
  const written = new Map([...names, 'a part of another', 'x:%', 'x:税込'].map(name => [name, pairs(1, -2)]))
  expect(unpackClasses(packClasses(written))).toEqual(written)
})

it('tells classes apart by the sum of their weights', () => {
  const { chances } = createClassifier(
    3,
    packClasses(
      new Map([
        ['a', pairs(1, 0, -1)],
        ['x:bott', pairs(0, 3)],
      ]),
    ),
  )
  const [first = 0, second = 0, third = 0] = chances({
    explicit: ['a', 'unknown'],
    texts: [[{ whole: [], parts: 'x' }, wordsIn('bottle')]],
  })
  expect(first + second + third).toBeCloseTo(1)
  expect(Math.log(second / first)).toBeCloseTo(2)
  expect(Math.log(first / third)).toBeCloseTo(2)
})

it('keeps weights within what two characters hold, and drops those that round to nothing', () => {
  expect(packedWeight(0, 0.05)).toBe('')
  expect(packedWeight(2, 99)).toBe(packedWeight(2, 5.7))
})

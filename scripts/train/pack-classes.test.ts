import { expect, it } from 'vitest'
import { createClassifier, numberOf, unpackClasses } from '#reader/score/classes'
import { wordsIn } from '#reader/score/text-grams'
import { type ClassWeight, packClasses } from './pack-classes.ts'

const CLASSES = ['first', 'second', 'third']
const weightsOf = (name: string, ...weights: readonly number[]): ClassWeight[] =>
  weights.map((weight, index) => ({ name, of: CLASSES[index] as string, weight }))

it('reads the weights that were written', () => {
  const names = Array.from({ length: 700 }, (_, place) => `b:_wort${place}_`)
  const all = [...names, 'a part of another', 'x:%', 'x:税込']
  const written = packClasses(all.flatMap(name => weightsOf(name, 1, -2)))
  const read = unpackClasses(CLASSES, written)
  expect(read.size).toBe(new Set(all.map(numberOf)).size)
  for (const name of all) expect(read.get(numberOf(name))).toEqual([0, 8, 1, -16])
  expect(JSON.stringify(written)).not.toContain('\\')
})

it('tells classes apart by the sum of their weights', () => {
  const { chances } = createClassifier(
    CLASSES,
    packClasses([...weightsOf('a', 1, 0, -1), ...weightsOf('x:bott', 0, 3)]),
  )
  const [first = 0, second = 0, third = 0] = chances({
    explicit: ['a', 'unknown'],
    texts: [[{ whole: [], parts: 'x' }, wordsIn('bottle')]],
  })
  expect(first + second + third).toBeCloseTo(1)
  expect(Math.log(second / first)).toBeCloseTo(2)
  expect(Math.log(first / third)).toBeCloseTo(2)
})

it('keeps weights within limits, and drops those that round to nothing', () => {
  expect(packClasses(weightsOf('a', 0.05))).toEqual({ first: {} })
  expect(packClasses(weightsOf('a', 99))).toEqual(packClasses(weightsOf('a', 5.7)))
})

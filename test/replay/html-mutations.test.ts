// Removes the elements of the pages of every source: the answer is a fault, or it names exactly what was lost.
import { describe, expect, it } from 'vitest'
import { sample } from '../sample.ts'
import { bodiesOf } from './case-body.ts'
import { findMutableCases } from './find-cases.ts'
import { findProblem } from './find-problem.ts'
import { elementRemovalsOf } from './mutate-html.ts'
import { runCase } from './run-case.ts'

const cases = findMutableCases().filter(one => !elementRemovalsOf(one).next().done)

describe('removed elements:', () => {
  it.each(cases)('$name loses no value silently', { timeout: 120_000 }, async one => {
    const before = await runCase(one)
    if ('fault' in before) expect.fail(before.fault.detail)
    const silent: string[] = []
    let tried = 0
    for (const { place, changed } of sample(elementRemovalsOf(one), 4)) {
      tried++
      const payload = bodiesOf(changed)
      const mutated = { operation: one.expected.operation, what: 'element', place, payload } as const
      const complaint = findProblem(mutated, before, await runCase(changed))
      if (complaint) silent.push(`${place}: ${complaint}`)
    }
    console.log(`${one.name}: ${tried} elements, ${silent.length} silent`)
    expect(silent).toEqual([])
  })
})

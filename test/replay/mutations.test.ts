// Mutates the fields of the upstream documents of every source: the answer is a fault, or it names exactly what was lost.
import { describe, expect, it } from 'vitest'
import { sample } from '../sample.ts'
import { bodiesOf } from './case-body.ts'
import { findMutableCases } from './find-cases.ts'
import { findProblem } from './find-problem.ts'
import { mutationsOf } from './mutate.ts'
import { runCase } from './run-case.ts'

/** Not a multiple of three: each field is mutated in three ways. */
const NTH = 8

const cases = findMutableCases()

describe('mutations', () => {
  it.each(cases)('$name loses no value silently', { timeout: 120_000 }, async one => {
    const before = await runCase(one)
    if ('fault' in before) expect.fail(before.fault.detail)
    const silent: string[] = []
    let tried = 0
    for (const mutation of sample(mutationsOf(one), NTH)) {
      tried++
      const { what, place, changed } = mutation
      const mutated = { operation: one.expected.operation, what, place, payload: bodiesOf(changed) }
      const complaint = findProblem(mutated, before, await runCase(changed))
      if (complaint) silent.push(`${what} ${place}: ${complaint}`)
    }
    console.log(`${one.name}: ${tried} mutations, ${silent.length} silent`)
    expect(silent).toEqual([])
  })
})

// Numbers as people write them, in the data of every source: the answer has the number, another source's, or names the absence.
import { describe, expect, it } from 'vitest'
import { sample } from '../sample.ts'
import { findMutableCases } from './find-cases.ts'
import { differences, isListedAbsent } from './find-problem.ts'
import { respellingsOf } from './mutate.ts'
import { type CaseOutcome, runCase } from './run-case.ts'

const NTH = 8
const SPELLINGS = ['1,234', '١٬٢٣٤', '$1,234.00', '1.234,00 €', '1 234', '1234.0', '1,234+']
const FAULTS = /^(?:upstream_changed|upstream_failed|upstream_blocked|not_found)$/

describe('a number of 1234', () => {
  it.each(findMutableCases())('in $name is never another one', { timeout: 120_000 }, async one => {
    const known = numbersIn(await runCase(one))
    const wrong: string[] = []
    for (const { place, plain, respelled } of sample(respellingsOf(one, 1234, SPELLINGS), NTH)) {
      const before = await runCase(plain)
      if ('fault' in before) continue
      for (const [at, changed] of respelled.entries())
        wrong.push(
          ...wrongIn(before, await runCase(changed), known).map(what => `${SPELLINGS[at]} ${place}: ${what}`),
        )
    }
    expect(wrong).toEqual([])
  })
})

/** Numbers of the answer that nothing in the case states. A neutral 0 in place of a number must be named as absent. */
function wrongIn(before: CaseOutcome, after: CaseOutcome, known: ReadonlySet<number>): string[] {
  if ('fault' in after) return FAULTS.test(after.fault.code) ? [] : [`ends in ${after.fault.code}`]
  if ('fault' in before) return []
  const noted = new Set(after.absent)
  return [...differences(before.result, after.result)].flatMap(({ pointer, now }) => {
    if (typeof now !== 'number' || isListedAbsent(pointer, noted)) return []
    return now !== 0 && known.has(now) ? [] : [`${pointer} is ${now}`]
  })
}

function numbersIn(outcome: CaseOutcome): ReadonlySet<number> {
  const found = JSON.stringify(outcome).matchAll(/-?\d+(?:\.\d+)?/g)
  return new Set([...found].map(([text]) => Number(text)))
}

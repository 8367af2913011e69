// Very long texts and lists in every field of every operation's recorded case: reading stays linear.
import { describe, expect, it } from 'vitest'
import { sample } from '../sample.ts'
import { cpuTime, growth, MAX_RATIO, QUICK_MS } from './cpu-time.ts'
import { hostileFields } from './hostile-cases.ts'
import { hostileTexts } from './hostile-markup.ts'
import { casesByOperation } from './hostile-subjects.ts'
import { prepareCase } from './read-case.ts'

const TEXT_LENGTH = 40_000
const LIST_LENGTH = 500
/** Each field gets some of the texts, the next field the next ones, so that all of them are used by many fields. */
const TEXTS_PER_FIELD = 2

describe('time to read hostile fields is linear in', { timeout: 300_000 }, () => {
  it.each(casesByOperation())('$expected.operation', async one => {
    let turn = 0
    for (const field of sample(hostileFields(one), 8)) {
      const values =
        field.kind === 'list'
          ? [(size: number) => LIST_LENGTH * size]
          : Array.from({ length: TEXTS_PER_FIELD }, () => {
              const pump = hostileTexts[turn++ % hostileTexts.length] as string
              return (size: number) => pump.repeat(Math.ceil((TEXT_LENGTH * size) / pump.length))
            })
      for (const value of values) {
        // Most fields are fast; only the others are measured carefully.
        if ((await cpuTime(prepareCase(field.put(value(1))))) < QUICK_MS) continue
        const { ms, doubledMs, ratio } = await growth(1, size => prepareCase(field.put(value(size))))
        expect(ratio, `${field.place}: ${ms.toFixed(0)} and ${doubledMs.toFixed(0)} ms`).toBeLessThan(
          MAX_RATIO,
        )
      }
    }
  })
})

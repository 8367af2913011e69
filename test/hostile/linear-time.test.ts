// Linear time on any page: twice the input costs at most 2.3 times the CPU, for every operation and every reader.
import { describe, expect, it } from 'vitest'
import { sample } from '../sample.ts'
import { growth, MAX_RATIO } from './cpu-time.ts'
import { hostilePages } from './hostile-cases.ts'
import { hostileMarkup, hostileTexts, markupOf } from './hostile-markup.ts'
import { casesByOperation, pageReaders, textReaders } from './hostile-subjects.ts'
import { prepareCase } from './read-case.ts'

const LENGTH = 60_000

async function expectLinear(name: string, prepare: (length: number) => () => unknown): Promise<void> {
  const { ms, doubledMs, ratio } = await growth(LENGTH, prepare)
  expect(ratio, `${name}: ${ms.toFixed(0)} ms, twice as long ${doubledMs.toFixed(0)} ms`).toBeLessThan(
    MAX_RATIO,
  )
}

describe('time to read hostile pages is linear in', { timeout: 300_000 }, () => {
  it.each(casesByOperation())('$expected.operation', async one => {
    for (const { name, make } of sample(hostilePages(one), 4))
      await expectLinear(name, length => prepareCase(make(length)))
  })

  it.each(Object.entries(pageReaders))('%s', async (_, read) => {
    for (const name of Object.keys(hostileMarkup))
      await expectLinear(name, length => {
        const html = `<html><body>${markupOf(name, length)}<p class="price">1</p>`
        return () => read(html)
      })
  })
})

describe('time to read hostile texts is linear in', { timeout: 300_000 }, () => {
  it.each(Object.entries(textReaders))('%s', async (_, read) => {
    for (const pump of hostileTexts)
      await expectLinear(pump, length => {
        const text = pump.repeat(Math.ceil(length / pump.length))
        return () => read(text)
      })
    for (const name of Object.keys(hostileMarkup))
      await expectLinear(name, length => {
        const html = markupOf(name, length)
        return () => read(html)
      })
  })
})

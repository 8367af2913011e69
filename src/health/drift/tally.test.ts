// What is counted of answers between two writes, and what a failed write keeps.
import { describe, expect, it } from 'vitest'
import { addAnswer, type FieldsOfAnswer, mergeTallies, type Tallies } from './tally.ts'

const OPERATION = 'shop.product'
const MEASURES = { fields: 4, silent: 1 }

function tallyOf(...answers: Partial<FieldsOfAnswer>[]): Tallies {
  const tallies: Tallies = new Map()
  for (const answer of answers) addAnswer(tallies, { operation: OPERATION, absent: [], ...answer })
  return tallies
}

describe('addAnswer', () => {
  it('counts a failed request under its field, cut to 200 characters, and not as an answer', () => {
    const tallies = tallyOf({ failed: 'x'.repeat(300), absent: ['/name'], measures: MEASURES })
    expect(tallies.get(OPERATION)).toMatchObject({
      answers: 0,
      fields: 0,
      absent: new Map(),
      failed: new Map([['x'.repeat(200), 1]]),
    })
  })

  it('counts an answer without measures, but none of its fields', () => {
    expect(tallyOf({ absent: ['/name'] }).get(OPERATION)).toMatchObject({
      answers: 1,
      fields: 0,
      absentFields: 0,
      absent: new Map([['/name', 1]]),
    })
  })

  it('takes 500 names of fields, and goes on counting those that it has', () => {
    const names = Array.from({ length: 501 }, (_, place) => `/made-up/${place}`)
    const absent = tallyOf({ absent: names }, { absent: names }).get(OPERATION)?.absent
    expect(absent?.size).toBe(500)
    expect([absent?.get('/made-up/499'), absent?.get('/made-up/500')]).toEqual([2, undefined])
  })
})

describe('mergeTallies', () => {
  const lacking = { absent: ['/color'], measures: MEASURES }

  it('adds a batch that was not written to what was counted since', () => {
    const into = tallyOf(lacking, { failed: 'price' })
    mergeTallies(into, tallyOf(lacking, lacking, { failed: 'price' }))
    expect(into).toEqual(tallyOf(lacking, lacking, lacking, { failed: 'price' }, { failed: 'price' }))
  })

  it('takes over operations that were not counted since', () => {
    const into: Tallies = new Map()
    mergeTallies(into, tallyOf(lacking))
    expect(into).toEqual(tallyOf(lacking))
  })
})

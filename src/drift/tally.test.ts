// What is counted of answers between two writes, and what a failed write keeps.
import { describe, expect, it } from 'vitest'
import { addAnswer, type FieldsOfAnswer, mergeTallies, type Tallies, valueIn } from './tally.ts'

const OPERATION = 'shop.product'
const NO_VALUES = { fields: 4, silent: 1, price: undefined, rows: undefined, description: undefined }

function tallyOf(...answers: Partial<FieldsOfAnswer>[]): Tallies {
  const tallies: Tallies = new Map()
  for (const answer of answers) addAnswer(tallies, { operation: OPERATION, absent: [], ...answer })
  return tallies
}

const bucketsOf = (tallies: Tallies) => tallies.get(OPERATION)?.values

describe('addAnswer', () => {
  it('counts a failed request under its field, cut to 200 characters, and not as an answer', () => {
    const tallies = tallyOf({ failed: 'x'.repeat(300), absent: ['/name'], measures: NO_VALUES })
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

  it('counts no value where the answer has none', () => {
    expect(bucketsOf(tallyOf({ measures: NO_VALUES }))?.size).toBe(0)
  })

  it.each([0.01, 1, 9.99, 120, 5_000, 1_000_000])('keeps a price of %d to a fifth', price => {
    const buckets = bucketsOf(tallyOf({ measures: { ...NO_VALUES, price } }))?.get('price')
    const [bucket = Number.NaN] = buckets?.keys() ?? []
    expect(valueIn(bucket) / price).toBeGreaterThan(0.8)
    expect(valueIn(bucket) / price).toBeLessThan(1.25)
  })

  it('tells nothing from little, and has an end at both sides', () => {
    const prices = [0, 1e-30, 1e30].map(price => ({ measures: { ...NO_VALUES, price } }))
    expect([
      ...(bucketsOf(tallyOf(...prices))
        ?.get('price')
        ?.keys() ?? []),
    ]).toEqual([-60, -59, 60])
    expect([valueIn(-60), valueIn(-59) > 0]).toEqual([0, true])
  })
})

describe('mergeTallies', () => {
  const lacking = { absent: ['/color'], measures: { ...NO_VALUES, price: 120, rows: 3 } }

  it('adds a batch that was not written to what was counted since', () => {
    const into = tallyOf(lacking, { failed: 'price' })
    mergeTallies(into, tallyOf(lacking, lacking, { failed: 'price' }))
    expect(into).toEqual(tallyOf(lacking, lacking, lacking, { failed: 'price' }, { failed: 'price' }))
  })

  it('takes over operations and values that were not counted since', () => {
    const batch = tallyOf(lacking)
    const [into, withoutValues] = [new Map() as Tallies, tallyOf({})]
    mergeTallies(into, batch)
    expect(into).toEqual(tallyOf(lacking))
    mergeTallies(withoutValues, batch)
    expect(withoutValues).toEqual(tallyOf({}, lacking))
  })
})

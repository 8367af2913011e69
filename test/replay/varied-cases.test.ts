// Varies values of recorded documents: the general answer has no made-up value, and no fault is ours.
import { describe, expect, it } from 'vitest'
import { TRIES_ALL } from '../sample.ts'
import { jsonParts } from './json-parts.ts'
import { findMadeUp } from './made-up.ts'
import { varyJson } from './vary-json.ts'
import { bodiesOf, withBody } from './case-body.ts'
import { findGeneralCases, type GeneralCase, runGeneralCase } from './general-case.ts'

/** Places of each document. `npm run check:upstream -- FOLDER --varied` tries more, on recorded samples. */
const PLACES = TRIES_ALL ? 10 : 3

/** Two cases of each site with JSON to vary. */
const all = findGeneralCases().filter(
  ({ one, expected }) => expected.product && bodiesOf(one).some(body => jsonParts(body).length > 0),
)
const cases = [...Map.groupBy(all, ({ one }) => one.site).values()].flatMap(few => few.slice(0, 2))

describe('varied documents', () => {
  it.each(cases.map(one => [one.one.name, one] as const))(
    '%s: no value is made up',
    { timeout: 120_000 },
    async (_, one) => {
      const whole = await runGeneralCase(one, 'product')
      const problems: string[] = []
      let tried = 0
      for (const { what, varied } of variationsOf(one)) {
        tried++
        // An internal fault is thrown as its cause.
        const answer = await runGeneralCase(varied, 'product').catch((error: unknown) => {
          problems.push(`${what}: ${String(error)}`)
        })
        const found = findMadeUp(answer, whole, bodiesOf(varied.one))
        problems.push(...found.map(problem => `${what}: ${problem}`))
      }
      expect(problems).toEqual([])
      expect(tried).toBeGreaterThan(0)
    },
  )
})

function* variationsOf(one: GeneralCase): Generator<{ what: string; varied: GeneralCase }> {
  for (const [index, body] of bodiesOf(one.one).entries()) {
    for (const part of jsonParts(body)) {
      for (const { what, value } of varyJson(part.value, PLACES))
        yield {
          what: `${part.name}${what}`,
          varied: { ...one, one: withBody(one.one, index, part.put(value)) },
        }
    }
  }
}

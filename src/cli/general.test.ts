// What the command line knows of the general operations without loading them is what their definitions say.
import { expect, it } from 'vitest'
import { createRegistry } from '../engine/registry.ts'
import { hasTable } from '../http/csv-answer.ts'
import { sites } from '../../sites/index.ts'
import { PRINTED } from './general.ts'

it.each(Object.values(PRINTED))('$id is printed as it is defined', printed => {
  const entry = createRegistry(sites).byId.get(printed.id)
  const { rows, statedNulls, siteOutcomes } = entry?.operation ?? {}
  expect(entry && hasTable(entry)).toBe(printed.isList)
  expect({ rows: undefined, statedNulls: undefined, siteOutcomes: undefined, ...printed }).toMatchObject({
    rows,
    statedNulls,
    siteOutcomes,
  })
})

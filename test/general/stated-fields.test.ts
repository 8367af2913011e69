// `null` means that the shop does not state the value: what the sites' documents are known to state is read, by a case each.
import { expect, it } from 'vitest'
import { generalFields } from '../../scripts/general-fields/fields-of.ts'
import { readFromCases } from '../../scripts/general-fields/fields-table.ts'
import { statedFields } from '../../scripts/general-fields/stated-fields.ts'
import { sites } from '../../adapters/sites/index.ts'

const read = readFromCases()

it.each(sites.map(({ name }) => name))('%s has a case with every field that it states', site => {
  const stated = statedFields[site] ?? []
  expect(stated.length).toBeGreaterThan(8)
  expect(stated.filter(field => !generalFields.includes(field))).toEqual([])
  expect(stated.filter(field => !read[site]?.has(field))).toEqual([])
})

// The format of an output, by its file name and the operations of its inputs.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ask, registry, resolveInput } from './bulk-sites-fixture.ts'
import { ndjsonFormat } from './result.ts'
import { resultFormatFor, surveyInputs } from './result-format.ts'

it('has the columns of the wanted operations, in the order of the registry', () => {
  const bodyColumns = (...ids: string[]) =>
    resultFormatFor('out.CSV', new Set(ids), registry)
      .header.trim()
      .split(',')
      .filter(name => name.startsWith('body.'))
  expect(bodyColumns('hats.product')).toEqual(['body.hats', 'body.price'])
  expect(bodyColumns('hats.product', 'shoes.product')).toEqual(['body.shoes', 'body.price', 'body.hats'])
  expect(resultFormatFor('out.csv.ndjson', new Set(['hats.product']), registry)).toBe(ndjsonFormat)
})

it('is determined in one pass over the inputs', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'wares-survey-'))
  const file = join(folder, 'in.ndjson')
  const inputs = [ask('hats', '1'), ask('hats', '2'), { operation: 'coats.product' }]
  writeFileSync(file, inputs.map(input => JSON.stringify(input)).join('\n'))
  expect(await surveyInputs(file, resolveInput)).toEqual({
    total: 3,
    lastLine: 3,
    operations: new Set(['hats.product']),
  })
  rmSync(folder, { recursive: true })
})

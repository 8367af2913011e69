// What the command line knows of the operations without loading them is what their definitions say.
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PRINTED_FILE, printedSource } from '../../../scripts/generate-client/printed-source.ts'
import { createRegistry } from '../../answer/request/registry.ts'
import { sites } from '../../../adapters/sites/index.ts'

it('is generated from the definitions (else: npm run docs)', () => {
  expect(readFileSync(PRINTED_FILE, 'utf8')).toBe(printedSource(createRegistry(sites)))
})

// The generated client/src/operations.ts matches the definitions.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { operations } from '../../client/src/operations.ts'
import { clientSource, OPERATIONS_FILE } from '../../scripts/generate-client/source.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { sites } from '../../adapters/sites/index.ts'

const registry = createRegistry(sites)

describe('generated client', () => {
  it('is current (else: node scripts/generate-client.ts)', () => {
    expect(readFileSync(OPERATIONS_FILE, 'utf8')).toBe(clientSource(registry))
  })

  it('has the path of every operation', () => {
    const known = Object.entries(operations).flatMap(([site, rows]) =>
      Object.entries(rows).map(([name, row]) => [`${site}.${name}`, row.path]),
    )
    const wanted = registry.entries.map(entry => [entry.operation.id, entry.path])
    expect(Object.fromEntries(known)).toEqual(Object.fromEntries(wanted))
  })
})

// Fixture of the bulk tests: a folder, a sandbox in a separate process, and inputs for it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Sandbox } from '../../src/start/start-sandbox.ts'
import { createCatalog } from '../../sandbox/catalog.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

export interface BulkFixture {
  readonly folder: string
  readonly sandbox: Sandbox
  readonly env: Record<string, string>
  /** Writes inputs, one per line, and returns the file name. */
  writeInputs(name: string, values: readonly unknown[]): string
  path(name: string): string
}

export async function createBulkFixture(): Promise<BulkFixture> {
  const folder = temporaryFolder('bulk')
  const sandbox = sharedSandbox()
  const path = (name: string): string => join(folder, name)
  return {
    folder,
    sandbox,
    env: { WARES_DATA: path('data'), WARES_SANDBOX_PORT: String(sandbox.port), WARES_LOG: 'silent' },
    path,
    writeInputs(name, values) {
      const lines = values.map(value => (typeof value === 'string' ? value : JSON.stringify(value)))
      writeFileSync(path(name), `${lines.join('\n')}\n`)
      return path(name)
    },
  }
}

/** This many inputs that the sandbox answers, from two sites. */
export function priceInputs(count: number): unknown[] {
  const catalog = createCatalog(1)
  const sneakers = catalog.products('sneakers')
  const general = catalog.products('general')
  return Array.from({ length: count }, (_, place) => {
    const id = (kind: typeof sneakers): string => String(kind[place % kind.length]?.id)
    return place % 4 === 3
      ? { operation: 'departmentstore.product', params: { id: id(general) }, place }
      : { operation: 'sneakerhub.prices', params: { id: id(sneakers) }, place }
  })
}

export interface BulkResult {
  readonly line: number
  readonly input: unknown
  readonly outcome: string
  readonly body?: unknown
  readonly problem?: { code: string; retryable: boolean }
}

export function readResults(file: string): BulkResult[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map(line => JSON.parse(line) as BulkResult)
}

/** Lists violations of the rule that every input has exactly one result, for this input. */
export function mismatches(file: string, inputs: readonly unknown[]): string[] {
  const results = readResults(file)
  const byLine = new Map(results.map(result => [result.line, result]))
  const wrong = inputs.flatMap((input, place) => {
    const result = byLine.get(place + 1)
    return JSON.stringify(result?.input) === JSON.stringify(input) ? [] : [`line ${place + 1}`]
  })
  if (results.length !== byLine.size) wrong.push(`${results.length - byLine.size} results twice`)
  if (byLine.size > inputs.length) wrong.push('results of no input')
  return wrong
}

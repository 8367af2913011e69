// The generated OpenAPI document equals the published docs/openapi.json.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sites } from '../../../../adapters/sites/index.ts'
import { createRegistry } from '../../../answer/request/registry.ts'
import { version } from '../../../runtime/version.ts'
import { readAnswerExamples } from './answer-examples.ts'
import { openApiDocument } from './openapi-document.ts'

type Part = Readonly<Record<string, unknown>>

const registry = createRegistry(sites)
const made = JSON.parse(
  JSON.stringify(openApiDocument(registry, version, { examples: readAnswerExamples(registry) })),
) as Record<string, Part>
const published = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Record<string, Part>

/** Ignores a site that was just added or removed, until `npm run docs` has run. */
function inBoth(one: Part | undefined, other: Part | undefined): Part {
  return Object.fromEntries(Object.entries(one ?? {}).filter(([name]) => other && name in other))
}

describe('the document', () => {
  it.each(['openapi', 'info', 'servers', 'webhooks'])('has the published %s', part => {
    expect(made[part]).toEqual(published[part])
  })

  it('has the published paths', () => {
    expect(inBoth(made.paths, published.paths)).toEqual(inBoth(published.paths, made.paths))
  })

  it.each(['securitySchemes', 'headers', 'responses', 'schemas'])('has the published %s', part => {
    const [here, there] = [made, published].map(({ components }) => components?.[part] as Part)
    expect(inBoth(here, there)).toEqual(inBoth(there, here))
    expect(Object.keys(inBoth(here, there)).length).toBeGreaterThan(0)
  })

  it('states where the operations that need no key are served', () => {
    const document = openApiDocument(registry, '1', { finderAddress: 'https://finder.example' })
    const servers = Object.entries(document.paths as Record<string, { servers?: unknown }>)
      .filter(([, path]) => path.servers !== undefined)
      .map(([path, { servers }]) => [path, servers])
    const open = registry.entries.filter(({ operation }) => operation.open)
    expect(servers).toEqual(open.map(({ path }) => [path, [{ url: 'https://finder.example' }]]))
    expect(open.length).toBeGreaterThan(0)
  })
})

// Backward compatibility of /api/v1 and /api/v2: additions pass, every breaking change is reported.
import { describe, expect, it } from 'vitest'
import { findBreakingChanges, resolveReferences } from '../../scripts/breaking-changes.ts'
import { createRegistry } from '../../src/engine/registry.ts'
import { openApiDocument } from '../../src/http/openapi.ts'
import { sites } from '../../sites/index.ts'

interface Schema {
  $ref?: string
  type?: string
  enum?: string[]
  maximum?: number
  maxLength?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
}
interface Operation {
  parameters: { name: string; required: boolean; schema: Schema }[]
  security: object[]
  responses: Record<string, { content: { 'application/json': { schema: Schema } } }>
}
interface Document {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, { get: Operation }>
}

const make = () =>
  structuredClone(openApiDocument(createRegistry(sites), '1')) as unknown as Document &
    Record<string, unknown>
const PRICES = '/api/v1/scraper/sneakerhub/prices'
const FINDER = '/api/v2/finder/watchmarket-search'
const SEARCH = '/api/v1/scraper/sneakerhub/search'

function breaksOf(change: (document: Document) => void): string[] {
  const changed = make()
  change(changed)
  return findBreakingChanges(make(), changed)
}
function at(document: Document, path: string): Operation {
  const operation = document.paths[path]?.get
  if (!operation) throw new Error(`no ${path}`)
  return operation
}
function parameter(document: Document, path: string, name: string) {
  const found = at(document, path).parameters.find(one => one.name === name)
  if (!found) throw new Error(`no ${name}`)
  return found
}
function result(document: Document, path: string): Schema {
  return follow(document, at(document, path).responses[200]?.content['application/json'].schema)
}
function follow(document: Document, schema: Schema = {}): Schema {
  return schema.$ref ? (document.components.schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}) : schema
}
/** The schema of the answer, or of its items. */
function shapeOf(document: Document, path: string): Schema {
  const { items } = result(document, path)
  return items ? follow(document, items) : result(document, path)
}

describe('API change', () => {
  it.each<[string, (document: Document) => void, RegExp]>([
    ['a path is removed', ({ paths }) => delete paths[PRICES], /prices is gone/],
    ['a parameter is removed', d => at(d, PRICES).parameters.pop(), /prices\?country is gone/],
    [
      'a parameter becomes required',
      d => (parameter(d, PRICES, 'country').required = true),
      /country is now required/,
    ],
    [
      'a value is no longer accepted',
      d => parameter(d, PRICES, 'country').schema.enum?.shift(),
      /no longer takes/,
    ],
    ['a bound gets tighter', d => (parameter(d, SEARCH, 'page').schema.maximum = 3), /smaller maximum/],
    ['a bound is added', d => (parameter(d, SEARCH, 'page').schema.maxLength = 3), /smaller maxLength/],
    ['a key is needed', d => (at(d, FINDER).security = [{ key: [] }]), /now needs a key/],
    ['a type changes', d => (result(d, SEARCH).type = 'string'), /another type/],
    [
      'a field of the answer is removed',
      d => {
        const { properties, required } = shapeOf(d, PRICES)
        const [first = ''] = required ?? []
        delete properties?.[first]
      },
      /prices answers.* without /,
    ],
    ['a field is no longer guaranteed', d => shapeOf(d, PRICES).required?.shift(), /without being sure of/],
  ])('is reported when %s', (_, change, sentence) => {
    const breaks = breaksOf(change)
    expect(breaks).toHaveLength(1)
    expect(breaks[0]).toMatch(sentence)
  })

  it('passes if it only adds', () => {
    expect(
      breaksOf(d => {
        d.paths['/api/v1/scraper/newshop/product'] = { get: at(d, PRICES) }
        at(d, PRICES).parameters.push({ name: 'more', required: false, schema: { type: 'string' } })
        parameter(d, PRICES, 'country').schema.enum?.push('XX')
        parameter(d, SEARCH, 'page').schema.maximum = 1e6
        const shape = shapeOf(d, PRICES)
        if (shape.properties) shape.properties.more = { type: 'string' }
        shape.required?.push('more')
      }),
    ).toEqual([])
  })

  it('passes if components get names or lose them', () => {
    const inline = resolveReferences(make())
    expect(JSON.stringify(inline.paths)).not.toContain('$ref')
    expect(findBreakingChanges(inline, make())).toEqual([])
    expect(findBreakingChanges(make(), inline)).toEqual([])
  })
})

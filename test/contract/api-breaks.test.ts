// Backward compatibility of /api/v1 and /api/v2: additions pass, every breaking change is reported.
import { describe, expect, it } from 'vitest'
import { findBreakingChanges, resolveReferences } from '../../scripts/breaking-changes.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { openApiDocument } from '../../src/serve/http/openapi/openapi-document.ts'
import { sites } from '../../adapters/sites/index.ts'

interface Schema {
  $ref?: string
  type?: string
  enum?: string[]
  maximum?: number
  maxLength?: number
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
}
interface Message {
  required?: boolean
  content: { 'application/json': { schema: Schema } }
}
interface Operation {
  parameters: { name: string; required: boolean; schema: Schema }[]
  security: object[]
  requestBody?: Message
  responses: Record<string, Message>
}
type Method = 'get' | 'post' | 'patch' | 'delete'
interface Document {
  components: { schemas: Record<string, Schema> }
  paths: Record<string, { [method in Method]?: Operation }>
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
function at(document: Document, path: string, method: Method = 'get'): Operation {
  const operation = document.paths[path]?.[method]
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

const WATCHES = '/api/v2/watches'
const WATCH = '/api/v2/watches/{id}'
/** The fields of the body; those of a component, which other methods may share. */
function bodyOf(document: Document, path: string, method: Method): Schema {
  return follow(document, at(document, path, method).requestBody?.content['application/json'].schema)
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
    ['a method is removed', ({ paths }) => delete paths[WATCH]?.delete, /^DELETE .*\{id\} is gone/],
    [
      'a field of a body is removed',
      d => delete bodyOf(d, WATCHES, 'post').properties?.url,
      /^POST .*watches body no longer takes url/,
    ],
    [
      'a field of a body becomes required',
      d => (bodyOf(d, WATCHES, 'post').required = ['url']),
      /body\/url is now required/,
    ],
    [
      'a bound of a body gets tighter',
      d => ((bodyOf(d, WATCH, 'patch').properties ?? {}).name = { type: 'string', maxLength: 3 }),
      /^PATCH .*body\/name has a smaller maxLength/,
    ],
    [
      'a body takes one type less',
      d => (bodyOf(d, WATCH, 'patch').properties?.when?.anyOf ?? []).pop(),
      /body\/when no longer takes a null/,
    ],
    [
      'a body becomes required',
      d => ((at(d, `${WATCH}/check`, 'post').requestBody as Message).required = true),
      /^POST .*check body is now required/,
    ],
    [
      'the answer to a POST loses a field',
      d => {
        const answer = at(d, `${WATCH}/try`, 'post').responses[200]?.content['application/json'].schema
        delete follow(d, answer).properties?.alerts
      },
      /^POST .*try answers without alerts/,
    ],
    [
      'the answer 201 loses a field',
      d => {
        const answer = at(d, '/api/v2/shops', 'post').responses[201]
        if (answer) answer.content['application/json'].schema = { type: 'object' }
      },
      /^POST .*shops answers without/,
    ],
  ])('is reported when %s', (_, change, sentence) => {
    const breaks = breaksOf(change)
    expect(breaks.length).toBeGreaterThan(0)
    for (const one of breaks) expect(one).toMatch(sentence)
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

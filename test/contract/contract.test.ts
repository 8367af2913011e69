// Compares the definitions, the routes and /openapi.json with the contract's tables.
import { describe, expect, it } from 'vitest'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { openApiDocument } from '../../src/serve/http/openapi/openapi-document.ts'
import { type PlainSchema, withoutNull } from '#kit/schema/schema'
import { sites } from '../../adapters/sites/index.ts'
import { table } from './operations-table.ts'
import { specFields } from './spec-fields.ts'

const registry = createRegistry(sites)
const document = openApiDocument(registry, '0') as {
  paths: Record<
    string,
    { get: { operationId: string; 'x-wares-number': number; parameters: { name: string }[] } }
  >
}
/** 1 to 24 are assigned by the contract; further sites continue from there. */
const LAST_NUMBER = 24
const served = table.filter(row => registry.byId.has(row.id))

describe('operations', () => {
  it('are those of the contract', () => {
    expect(table.map(row => row.id).filter(id => !registry.byId.has(id))).toEqual([])
  })

  it('of further sites have numbers above those of the contract', () => {
    const known = new Set(table.map(row => row.id))
    const others = registry.entries.filter(({ operation }) => !known.has(operation.id))
    expect(others.filter(({ operation }) => operation.number <= LAST_NUMBER)).toEqual([])
  })

  it.each(served)('$number $id has its path, number and parameters', row => {
    const entry = registry.byId.get(row.id)
    expect(entry?.path).toBe(row.path)
    expect(entry?.operation.number).toBe(row.number)
    const names = Object.keys(entry?.operation.params ?? {})
    if (row.more) expect(names).toEqual(expect.arrayContaining([...row.params]))
    else expect(names.toSorted()).toEqual(row.params.toSorted())
  })

  it.each(served)('$id is in /openapi.json', row => {
    const { get } = document.paths[row.path] ?? {}
    expect(get?.operationId).toBe(row.id)
    expect(get?.['x-wares-number']).toBe(row.number)
    expect(get?.parameters.map(one => one.name)).toEqual(
      Object.keys(registry.byId.get(row.id)?.operation.params ?? {}),
    )
  })
})

describe('results', () => {
  it.each(served.filter(row => specFields[row.id]))('$id has every field of SPEC.md and no other', row => {
    const schema = registry.byId.get(row.id)?.operation.result as PlainSchema
    expect(schema.type === 'array').toBe(row.list)
    const wanted = fieldsOf(specFields[row.id] ?? '')
    const found = new Map<string, string>()
    flatten(schema, '', false, wanted, found)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted))
  })
})

/** Pointer → type, parsed from the notation of spec-fields.ts. */
function fieldsOf(notation: string): Map<string, string> {
  const fields = new Map<string, string>()
  let place = ''
  for (const line of notation.trim().split('\n')) {
    const [, head] = /^\s*\[(.*)\]$/.exec(line) ?? []
    if (head !== undefined) {
      place = head
      continue
    }
    const [type = '', names = ''] = line.trim().split(': ')
    for (const name of names.split(' ')) {
      fields.set(`${place}/${name.replace('?', '')}`, name.endsWith('?') ? `${type}?` : type)
    }
  }
  return fields
}

/** The leaves of a schema in the same notation; where SPEC.md leaves the inner shape open, so does this. */
function flatten(
  given: PlainSchema,
  pointer: string,
  optional: boolean,
  wanted: ReadonlyMap<string, string>,
  found: Map<string, string>,
): void {
  const { schema, nullable } = withoutNull(given)
  const open = wanted.get(pointer)?.replace('?', '')
  const mark = optional ? '?' : ''
  if (open && ['any[]', 'map[]', 'object', 'nullable', 'flags'].includes(open)) {
    const fits = {
      'any[]': 'array',
      'map[]': 'array',
      object: 'object',
      flags: 'object',
      nullable: undefined,
    }[open]
    const good = open === 'nullable' ? nullable : schema.type === fits
    found.set(pointer, (good ? open : `not ${open}`) + mark)
  } else if (schema.properties) {
    for (const [name, property] of Object.entries(schema.properties)) {
      flatten(property, `${pointer}/${name}`, !schema.required?.includes(name), wanted, found)
    }
  } else if (schema.type === 'array' && (schema.items?.properties || schema.items?.type === 'array')) {
    flatten(schema.items, `${pointer}/*`, false, wanted, found)
  } else if (schema.type === 'array') {
    found.set(pointer, `${schema.items?.type ?? 'any'}[]${mark}`)
  } else {
    found.set(pointer, `${schema.type}${nullable ? '|null' : ''}${mark}`)
  }
}

// A field is defined once: it appears in the request, the OpenAPI document, both clients, wares.yaml, CSV and the page.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { API_FILE, apiSource } from '../../scripts/generate-client/api-source.ts'
import { PYTHON_API_FILE, pythonApiSource } from '../../scripts/generate-client/python-api.ts'
import { documentRoutes } from '../../src/http/route-document.ts'
import { allRoutes } from '../../src/http/routes/all-routes.ts'
import type { AnyRoute } from '../../src/kit/define-route.ts'
import { f, readFields, schemasOf } from '../../src/kit/fields.ts'
import { t } from '../../src/kit/schema.ts'
import { watchFields } from '../../src/rules/rule-fields.ts'
import { settingsSchema } from '../../src/config/settings-schema.ts'
import { EXPORT_COLUMNS } from '../../src/watch/import-watches.ts'
import { ChangeMessage } from '../../src/watch/watch-schemas.ts'
import { endpointSample } from '../../web/src/model/endpoint-samples.ts'
import { readReference, type ReferenceDocument } from '../../web/src/model/reference.ts'

const create = allRoutes.find(({ id }) => id === 'watches.create') ?? expect.fail('no watches.create')

/** The route with one field more in its body and in its result. */
const changed: AnyRoute = {
  ...create,
  body: create.body && {
    ...create.body,
    fields: { ...create.body.fields, only_in: f.text('Countries to check from') },
  },
  result: {
    ...create.result,
    properties: {
      ...(create.result as unknown as { properties: object }).properties,
      only_in: t.text('Countries that it is checked from'),
    },
    required: [...((create.result as unknown as { required: string[] }).required ?? []), 'only_in'],
  },
  example: { ...create.example, body: { ...create.example.body, only_in: 'DE' } },
}

describe('one field more', () => {
  it('is read, and what is wrong with it is reported', () => {
    expect(readFields(changed.body?.fields ?? {}, { only_in: 'DE' }).values).toEqual({ only_in: 'DE' })
    expect(readFields(changed.body?.fields ?? {}, { only_in: 1 }).errors).toHaveLength(1)
  })

  it('is in the OpenAPI document', () => {
    const { schemas } = documentRoutes([changed])
    expect(JSON.stringify(schemas.NewWatch)).toContain('Countries to check from')
    expect(JSON.stringify(schemas.Watch)).toContain('Countries that it is checked from')
  })

  it('is in the TypeScript client', () => {
    const source = apiSource([changed])
    expect(source).toContain('readonly only_in?: string')
    expect(source).toContain('readonly only_in: string')
  })

  it('is in the Python client', () => {
    const source = pythonApiSource([changed])
    expect(source).toContain('only_in: str | None = None')
    expect(source).toContain('"only_in": "str"')
  })

  it('is on the page: in the reference and its samples', () => {
    const { paths, schemas } = documentRoutes([changed])
    const document = { openapi: '3.1.0', info: {}, tags: [], paths, components: { schemas } }
    const reference = readReference(document as unknown as ReferenceDocument)
    const entry = reference.groups.flatMap(group => group.entries).find(({ id }) => id === changed.id)
    if (!entry) expect.fail('not in the reference')
    expect(endpointSample('TypeScript', 'http://h', entry)).toContain("only_in: 'DE'")
    expect(endpointSample('Python', 'http://h', entry)).toContain('only_in="DE"')
  })
})

describe('the fields of a watch', () => {
  it('are the same in the API, in wares.yaml and in CSV', () => {
    const names = Object.keys(watchFields).toSorted()
    expect(Object.keys(create.body?.fields ?? {}).toSorted()).toEqual(names)
    expect(EXPORT_COLUMNS.toSorted()).toEqual(names)
    const { properties } = settingsSchema() as unknown as {
      properties: { watches: { items: { properties: object } } }
    }
    expect(Object.keys(properties.watches.items.properties).toSorted()).toEqual(names)
  })
})

describe('the definitions', () => {
  it('have ids of their own', () => {
    expect(new Set(allRoutes.map(({ id }) => id)).size).toBe(allRoutes.length)
  })

  it('are in both clients (else: npm run docs)', () => {
    expect(readFileSync(API_FILE, 'utf8')).toBe(apiSource(allRoutes, [ChangeMessage]))
    expect(readFileSync(PYTHON_API_FILE, 'utf8')).toBe(pythonApiSource(allRoutes, [ChangeMessage]))
  })

  it.each(allRoutes.map(route => [route.id, route] as const))(
    'of %s have an example that fits',
    (_id, route) => {
      const { result, otherwise, body, query } = route.example
      if (route.result && !JSON.stringify(route.result).includes('$ref')) {
        expect([...Compile(route.result).Errors(result)]).toEqual([])
      }
      expect(otherwise === undefined || route.statusOf !== undefined).toBe(true)
      if (route.body) expect(readFields(route.body.fields, { ...body }).errors).toEqual([])
      if (route.query) expect(readFields(route.query, { ...query }, 'query').errors).toEqual([])
      expect(Object.keys(schemasOf(route.body?.fields ?? {})).every(name => /^[a-z_]+$/.test(name))).toBe(
        true,
      )
    },
  )
})

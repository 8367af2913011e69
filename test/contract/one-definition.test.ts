// A field is defined once: it appears in the request, the OpenAPI document, both clients, wares.yaml, CSV, the page, `--help` and the tools for agents.
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { API_FILE, apiSource } from '../../scripts/generate-client/api-source.ts'
import { PYTHON_API_FILE, pythonApiSource } from '../../scripts/generate-client/python-api.ts'
import { documentRoutes } from '../../src/serve/http/openapi/route-document.ts'
import { allRoutes } from '../../src/serve/http/routes/all-routes.ts'
import type { AnyRoute } from '../../src/serve/http/define-route.ts'
import { f, readFields, schemasOf } from '../../src/settings/fields.ts'
import { t } from '#kit/schema/schema'
import { ruleFields, watchFields } from '../../src/settings/watch-rules/rule-fields.ts'
import { sites } from '../../adapters/sites/index.ts'
import { watchCommand } from '../../src/cli/watch/watch-command.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { addShopTool } from '../../src/serve/mcp/add-shop-tool.ts'
import { shopsTool } from '../../src/serve/mcp/shops-tool.ts'
import { selectTools } from '../../src/serve/mcp/tool-selection.ts'
import { watchesTool, watchTool } from '../../src/serve/mcp/watch-tool.ts'
import { settingsSchema } from '../../src/settings/settings-schema.ts'
import { EXPORT_COLUMNS } from '../../src/watch/watch-csv.ts'
import { ChangeMessage } from '../../src/watch/model/watch-schemas.ts'
import { endpointSample } from '../../web/src/model/code-samples.ts'
import type { OpenApi } from '../../web/src/model/openapi.ts'
import { readReference } from '../../web/src/model/reference.ts'

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
    const reference = readReference(document as unknown as OpenApi)
    const entry = reference.groups.flatMap(group => group.entries).find(({ id }) => id === changed.id)
    if (!entry) expect.fail('not in the reference')
    expect(endpointSample('TypeScript', 'http://h', entry)).toContain("only_in: 'DE'")
    expect(endpointSample('Python', 'http://h', entry)).toContain('only_in="DE"')
  })
})

describe('the fields of a watch', () => {
  it('are the same in the API, in wares.yaml and in CSV', () => {
    const names = Object.keys(watchFields).toSorted()
    // An export names the owner, and what reads it knows the watch.
    const withOwner = [...names, 'owner'].toSorted()
    expect(Object.keys(create.body?.fields ?? {}).toSorted()).toEqual(withOwner)
    expect(EXPORT_COLUMNS.toSorted()).toEqual(withOwner)
    const { properties } = settingsSchema() as unknown as {
      properties: { watches: { items: { properties: object } } }
    }
    expect(Object.keys(properties.watches.items.properties).toSorted()).toEqual(names)
  })
})

describe('the rules of a watch', () => {
  const optionsOf = (name: string) =>
    watchCommand().commands.find(one => one.name() === name)?.options ?? expect.fail(`no watch ${name}`)

  it('are options of `watch add` and `watch edit`, with the description of the field as help', () => {
    for (const command of ['add', 'edit'])
      for (const [name, { schema }] of Object.entries(ruleFields)) {
        const option = optionsOf(command).find(one => one.long === `--${name.replaceAll('_', '-')}`)
        const { description = '' } = schema as { description?: string }
        expect(option?.description.toLowerCase(), `${command} ${name}`).toContain(
          description.replaceAll('`', '').toLowerCase(),
        )
      }
  })

  it('are read by the reader of the field', () => {
    const parse = optionsOf('add').find(one => one.long === '--confirm')?.parseArg
    expect(() => parse?.('6', undefined)).toThrow('a whole number from 1 to 5')
  })

  it('are in the form of the page', () => {
    const form = readFileSync(
      new URL('../../web/src/view/watch-form/watch-inputs.tsx', import.meta.url),
      'utf8',
    )
    for (const name of [...Object.keys(ruleFields), 'url', 'variant'])
      expect(form, name).toContain(`readonly ${name}: `)
    // One input for either of them.
    expect(form).toContain("'catalog' : 'url'")
  })

  it('are in the tools for agents, each parameter with a description', () => {
    const registry = createRegistry(sites)
    const operations = selectTools('all', registry.entries, () => true).map(one => one.definition)
    const tools = [...operations, watchTool, watchesTool, shopsTool, addShopTool]
    const bare = tools.flatMap(({ name, inputSchema }) =>
      Object.entries(inputSchema.properties ?? {})
        .filter(([, one]) => !(one as { description?: string }).description)
        .map(([parameter]) => `${name}.${parameter}`),
    )
    expect(bare).toEqual([])
    const known = Object.keys(create.body?.fields ?? {})
    const offered = Object.keys(watchTool.inputSchema.properties ?? {})
    expect(offered.filter(one => !['action', 'id', 'paused'].includes(one) && !known.includes(one))).toEqual(
      [],
    )
    expect([watchesTool.annotations?.readOnlyHint, watchTool.annotations?.readOnlyHint]).toEqual([
      true,
      false,
    ])
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

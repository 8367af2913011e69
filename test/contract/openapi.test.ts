// The OpenAPI document as tools read it: everything is described, defined once, has an example, and its patterns are
// portable.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Compile } from 'typebox/compile'
import { describe, expect, it } from 'vitest'
import { resolveReferences } from '../../scripts/breaking-changes.ts'
import { collectExamples } from '../../scripts/examples/collect-examples.ts'
import { sites } from '../../adapters/sites/index.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { readAnswerExamples } from '../../src/serve/http/openapi/answer-examples.ts'
import { openApiDocument } from '../../src/serve/http/openapi/openapi-document.ts'
import { findOrInstall } from '../services.ts'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly description?: string
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
}
interface Parameter {
  readonly name: string
  readonly description: string
  readonly schema: Schema
  readonly example?: unknown
}
interface Operation {
  readonly operationId: string
  readonly 'x-wares-number'?: number
  readonly description: string
  readonly parameters?: readonly Parameter[]
  readonly responses: Record<
    string,
    { content: Record<string, { schema: Schema; example?: unknown }>; description: string }
  >
}
interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, Schema>
    readonly headers: Record<string, { description: string }>
  }
}

const registry = createRegistry(sites)
const examples = readAnswerExamples(registry)
const made = openApiDocument(registry, '1', { examples })
const document = made as unknown as Document
const resolved = resolveReferences(made) as unknown as Document
const everyOperation = Object.values(resolved.paths).flatMap(methods =>
  Object.values(methods).filter(one => 'operationId' in one),
)
/** The operations of the sites; the server's other endpoints have no number. */
const operations = everyOperation.filter(one => one['x-wares-number'] !== undefined)
const parameters = everyOperation.flatMap(({ operationId, parameters: all = [] }) =>
  all.map(one => ({ place: `${operationId}?${one.name}`, ...one })),
)
const patterned = parameters.flatMap(({ place, schema, example }) =>
  [schema, schema.items].flatMap(one => (one?.pattern ? [{ place, pattern: one.pattern, example }] : [])),
)

interface Field {
  readonly pointer: string
  readonly description: string | undefined
}

/** Every property of a schema and its nested schemas. */
function fieldsIn(schema: Schema, pointer: string): Field[] {
  const { properties = {}, items, anyOf = [], allOf = [], additionalProperties } = schema
  return [
    ...Object.entries(properties).flatMap(([name, property]) => {
      const own: Field = { pointer: `${pointer}/${name}`, description: property.description }
      return [own].concat(fieldsIn(property, own.pointer))
    }),
    ...(items ? fieldsIn(items, `${pointer}/*`) : []),
    ...[...anyOf, ...allOf].flatMap(one => fieldsIn(one, pointer)),
    ...(typeof additionalProperties === 'object' ? fieldsIn(additionalProperties, `${pointer}/*`) : []),
  ]
}

const fields = Object.entries(document.components.schemas).flatMap(([name, schema]) => fieldsIn(schema, name))

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(word => word !== '')
const FILLING = new Set(
  'a an the of this that its it is in on for and or with by to as product item field value'.split(' '),
)

/** `brand_name`: "The name of the brand". */
function repeatsName({ pointer, description = '' }: Field): boolean {
  const known = new Set(wordsOf(pointer))
  return wordsOf(description).every(word => known.has(word) || FILLING.has(word))
}

describe('descriptions', () => {
  it('exist for every field, parameter, operation and header', () => {
    expect(fields.length).toBeGreaterThan(600)
    const undescribed = [
      ...fields.filter(({ description }) => !description).map(({ pointer }) => pointer),
      ...parameters.filter(({ description }) => !description).map(({ place }) => place),
      ...everyOperation.filter(({ description }) => !description).map(({ operationId }) => operationId),
      ...Object.entries(document.components.headers).flatMap(([name, one]) => (one.description ? [] : name)),
    ]
    expect(undescribed).toEqual([])
  })

  it('say more than the name', () => {
    expect(fields.filter(repeatsName)).toEqual([])
    expect(repeatsName({ pointer: 'Product/brand_name', description: 'The name of the brand' })).toBe(true)
    expect(repeatsName({ pointer: 'Product/sizeUnit', description: 'Size unit' })).toBe(true)
  })
})

describe('components', () => {
  it('hold every object: no object schema is nested inside another', () => {
    const inner = Object.entries(document.components.schemas)
      .filter(([, { allOf }]) => !allOf)
      .flatMap(([name, { properties = {}, items }]) =>
        [...Object.entries(properties), ...(items ? [['*', items] as const] : [])].flatMap(([key, one]) =>
          fieldsIn(one, `${name}/${key}`),
        ),
      )
    expect(inner).toEqual([])
    for (const { get } of Object.values(document.paths)) {
      const { schema } = get?.responses[200]?.content['application/json'] ?? {}
      if (get) expect(schema?.$ref).toMatch(/^#\/components\/schemas\//)
    }
  })
})

describe('parameters', () => {
  it('list every alias', () => {
    const known = registry.entries.flatMap(({ operation }) =>
      Object.entries(operation.params).flatMap(([name, { aliases = [] }]) =>
        aliases.map(alias => ({ place: `${operation.id}?${name}`, alias })),
      ),
    )
    expect(known.length).toBeGreaterThan(20)
    const unlisted = known.filter(
      ({ place, alias }) => !parameters.find(one => one.place === place)?.description.includes(alias),
    )
    expect(unlisted).toEqual([])
  })

  it('are checked with the published pattern', () => {
    const flagged = registry.entries.flatMap(({ operation }) =>
      Object.entries(operation.params).flatMap(([name, param]) =>
        param.kind === 'text' && param.pattern?.flags ? [`${operation.id}?${name}`] : [],
      ),
    )
    expect(flagged).toEqual([])
  })
})

const listOf = (example: unknown): readonly unknown[] =>
  example === undefined ? [] : Array.isArray(example) ? example : [example]

describe('patterns', () => {
  it('match their examples in JavaScript, without flags', () => {
    expect(patterned.length).toBeGreaterThan(20)
    for (const { place, pattern, example } of patterned) {
      for (const one of listOf(example)) expect(new RegExp(pattern).test(String(one)), place).toBe(true)
    }
  })

  const python = findOrInstall(
    () => (spawnSync('python3', ['--version']).status === 0 ? 'python3' : undefined),
    'python3',
  )
  it.skipIf(!python)('match them in Python too, and reject what JavaScript rejects', () => {
    const texts = [
      '',
      'AB1234-001',
      'a/b',
      'tab\there',
      'a\u0085b',
      'x'.repeat(70),
      '12',
      '1e3',
      'en-GB',
      '<b>',
    ]
    const asked = patterned.map(({ place, pattern, example }) => ({
      place,
      pattern,
      texts: [...listOf(example).map(String), ...texts],
    }))
    const program =
      'import json, re, sys; print(json.dumps([[bool(re.search(one["pattern"], text)) for text in one["texts"]] for one in json.load(sys.stdin)]))'
    const { stdout, stderr } = spawnSync('python3', ['-c', program], {
      input: JSON.stringify(asked),
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toEqual(
      asked.map(one => one.texts.map(text => new RegExp(one.pattern).test(text))),
    )
  })
})

describe('examples', () => {
  it.each(operations)(
    '$operationId has one that matches the published schema',
    ({ operationId, responses }) => {
      const { schema = {}, example } = responses[200]?.content['application/json'] ?? {}
      expect(example, 'run npm run docs').toBeDefined()
      const validator = Compile(schema as object)
      expect(
        [...validator.Errors(example)].map(({ instancePath, message }) => instancePath + message),
      ).toEqual([])
      expect(registry.byId.get(operationId)?.explain(example)).toBe('')
      expect(validator.Check(withNumberForText(example))).toBe(false)
    },
  )

  it('of every other path match the published schema too', () => {
    const wrong = everyOperation.flatMap(({ operationId, responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) => {
        // A reference to a shared answer has none.
        const { schema, example } = (content as typeof content | undefined)?.['application/json'] ?? {}
        if (!schema || example === undefined) return []
        const errors = Compile(schema as object).Errors(example)
        return [...errors].map(one => `${operationId} ${status} ${one.instancePath}: ${one.message}`)
      }),
    )
    expect(wrong).toEqual([])
  })

  it('equal the answers of the sandbox', async () => {
    const collected = await collectExamples()
    expect(Object.fromEntries(collected.map(one => [one.entry.operation.id, one.answer]))).toEqual(examples)
  }, 240_000)

  it('are in docs/openapi.json', () => {
    const published = JSON.parse(readFileSync('docs/openapi.json', 'utf8')) as Document
    for (const { get } of Object.values(published.paths)) {
      if (get?.['x-wares-number'] === undefined) continue
      expect(get.responses[200]?.content['application/json']?.example).toEqual(examples[get.operationId])
    }
  })
})

/** Replaces the first text of an answer by a number: the check must notice. */
function withNumberForText(answer: unknown): unknown {
  const text = JSON.stringify(answer)
  return JSON.parse(text.replace(/:"(?:[^"\\]|\\.)*"/, ':17.25'))
}

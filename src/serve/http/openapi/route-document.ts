// The defined routes in the OpenAPI document: paths, and the schemas that have a name.
import type { AnyRoute } from '../define-route.ts'
import { faultTable } from '#kit/fault'
import { schemasOf } from '../../../settings/fields.ts'
import { Type } from '#kit/schema/json-schema'
import { MEANING } from '../../../settings/named-schema.ts'
import type { PlainSchema, TSchema } from '#kit/schema/schema'
import { FORMATS, tableContent } from '../answer/csv-answer.ts'
import { problemReference } from './openapi-problems.ts'
import { usualStatus } from '../serve-route.ts'
import type { Json } from './schema-components.ts'

export interface RouteDocument {
  readonly paths: Json
  readonly schemas: Json
}

/** `more`: schemas that no route has, such as that of a message. */
export function documentRoutes(routes: readonly AnyRoute[], more: readonly TSchema[] = []): RouteDocument {
  const schemas: Json = {}
  const publish = (schema: TSchema) => publishSchema(schema, schemas)
  const byPath = Map.groupBy(routes, route => route.path)
  const paths = Array.from(byPath, ([path, all]) => [
    path,
    {
      ...pathParameters(all[0]),
      ...Object.fromEntries(all.map(route => [route.method.toLowerCase(), operationOf(route, publish)])),
    },
  ])
  for (const schema of more) publish(schema)
  return { paths: Object.fromEntries(paths) as Json, schemas }
}

type SchemaPublisher = (schema: TSchema) => Json

function pathParameters(route: AnyRoute | undefined): Json {
  const names = Object.entries(route?.names ?? {})
  if (names.length === 0) return {}
  return {
    parameters: names.map(([name, description]) => ({
      name,
      in: 'path',
      description,
      required: true,
      schema: { type: 'string' },
      example: route?.example.path?.[name],
    })),
  }
}

function operationOf(route: AnyRoute, publish: SchemaPublisher): Json {
  const parameters = parametersOf(route, publish)
  return {
    operationId: route.id,
    summary: route.summary,
    tags: [route.tag],
    security: route.scope === 'none' ? [] : [{ key: [] }],
    ...(route.description !== undefined && { description: route.description }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBodyOf(route, publish),
    responses: responsesOf(route, publish),
  }
}

function parametersOf(route: AnyRoute, publish: SchemaPublisher): Json[] {
  const query = Object.entries(route.query ?? {}).map(([name, { schema, presence }]) => {
    const { description, ...shape } = publish(schema)
    return { name, in: 'query', description, required: presence === 'required', schema: shape }
  })
  const format = {
    name: 'format',
    in: 'query',
    description: 'Response format; overrides `Accept`',
    required: false,
    schema: { type: 'string', enum: [...FORMATS] },
  }
  const lastId = {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last event received; the stream resumes after it',
    required: false,
    schema: { type: 'string' },
  }
  return [...query, ...(route.table ? [format] : []), ...(route.stream ? [lastId] : [])]
}

function requestBodyOf({ body, example }: AnyRoute, publish: SchemaPublisher): Json {
  if (!body) return {}
  const { title, description, fields, isOptional = false, refusesMore } = body
  const schema = publish(
    Type.Object(schemasOf(fields), {
      title,
      description,
      [MEANING]: description,
      ...(refusesMore && { additionalProperties: false }),
    }),
  )
  return {
    requestBody: {
      required: !isOptional,
      content: { 'application/json': { schema, example: example.body } },
    },
  }
}

function responsesOf(route: AnyRoute, publish: SchemaPublisher): Json {
  const answers = Object.entries(route.answers).map(([status, description]) => {
    if (!route.result) return [status, { description }]
    const json = { schema: publish(route.result), example: exampleFor(route, Number(status)) }
    return [
      status,
      {
        description,
        content: {
          'application/json': json,
          ...(route.stream && { 'text/event-stream': { schema: { type: 'string' } } }),
          ...(route.table && tableContent),
        },
      },
    ]
  })
  const problems = problemsOf(route).map(status => [status, problemReference(status)])
  return Object.fromEntries([...answers, ...problems]) as Json
}

function exampleFor(route: AnyRoute, status: number): unknown {
  const { result, otherwise } = route.example
  const statusOf = route.statusOf as ((result: unknown) => number) | undefined
  if (!statusOf) return status === usualStatus(route) ? result : undefined
  return [result, otherwise].find(one => one !== undefined && statusOf(one) === status)
}

/** What any request with a key can meet: the server reads no more of a wrong one than it must. */
const WITH_KEY = [400, 401, 403, 404, 405, 413, 415, 429, 500, 503]
const WITHOUT_KEY = [405, 500]

function problemsOf({ scope, problems = [], answers }: AnyRoute): number[] {
  const statuses = problems.map(code => faultTable[code].status)
  const all = new Set([...(scope === 'none' ? WITHOUT_KEY : WITH_KEY), ...statuses])
  return [...all].filter(status => !(status in answers)).toSorted((a, b) => a - b)
}

interface NamedSchema extends Omit<PlainSchema, 'properties' | 'items' | 'anyOf'> {
  readonly [MEANING]?: string
  readonly $ref?: string
  readonly additionalProperties?: unknown
  readonly properties?: Readonly<Record<string, NamedSchema>>
  readonly items?: NamedSchema
  readonly anyOf?: readonly NamedSchema[]
  readonly patternProperties?: Readonly<Record<string, NamedSchema>>
}

/** The schema with references in place of what has a name. */
function publishSchema(schema: NamedSchema, schemas: Json): Json {
  const { title, [MEANING]: meaning, ...rest } = schema
  if (title === undefined || meaning === undefined) return withParts(rest, schemas)
  if (!(title in schemas)) {
    // Before its parts, so that a component stands before what it contains.
    schemas[title] = {}
    const { type, description: _, ...shape } = withParts(rest, schemas)
    schemas[title] = { type, description: meaning, ...shape }
  }
  const { description } = schema
  return { $ref: `#/components/schemas/${title}`, ...(description !== meaning && { description }) }
}

function withParts(schema: NamedSchema, schemas: Json): Json {
  const { properties, items, anyOf, patternProperties, ...rest } = schema
  const [values] = Object.values(patternProperties ?? {})
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, one]) => [name, publishSchema(one, schemas)]),
      ),
    }),
    ...(items && { items: publishSchema(items, schemas) }),
    ...(anyOf && { anyOf: anyOf.map(one => publishSchema(one, schemas)) }),
    ...(values && {
      additionalProperties: Object.keys(values).length === 0 || publishSchema(values, schemas),
    }),
  }
}

// The OpenAPI 3.1 document, made from the definitions: parameters, results, problems, examples.
import { hasTable } from './csv-answer.ts'
import { paramNamesByAlias } from '../engine/read-params.ts'
import type { RegistryEntry, Registry } from '../engine/registry.ts'
import type { Param } from '../kit/param-specs.ts'
import type { AnswerExamples } from './answer-examples.ts'
import { watchPaths, watchSchemas, watchTag, watchWebhooks } from './openapi-watches.ts'
import { RECORD_PATH } from './record-link.ts'
import { requestRecordPath, requestRecordSchemas } from './request-record-openapi.ts'
import { problemReference, problemReferences, problemResponses, problemSchemas } from './openapi-problems.ts'
import { createSchemaComponents, type Json } from './schema-components.ts'

interface DocumentOptions {
  /** Where the operations that need no key are served, if that is elsewhere. */
  readonly finderAddress?: string | undefined
  /** By the operation's id. */
  readonly examples?: AnswerExamples
}

export function openApiDocument(
  registry: Registry,
  version: string,
  { finderAddress, examples = {} }: DocumentOptions = {},
): Json {
  const components = createSchemaComponents()
  const paths = registry.entries.map(entry => {
    const { id, result, summary, open } = entry.operation
    const answer = { schema: components.publish(id, result, summary), example: examples[id] }
    return [
      entry.path,
      {
        ...(open && finderAddress !== undefined ? { servers: [{ url: finderAddress }] } : {}),
        get: operationOf(entry, answer),
      },
    ]
  })
  return {
    openapi: '3.1.0',
    info: documentInfo(version),
    servers: [{ url: '/', description: 'The server that this document comes from' }],
    tags: [
      ...Array.from(new Set(registry.entries.map(entry => entry.site)), site => ({
        name: site.name,
        description: site.about,
      })),
      watchTag,
      { name: 'evidence', description: 'How answers came about' },
    ],
    paths: {
      ...Object.fromEntries(paths),
      ...watchPaths,
      [`${RECORD_PATH}/{id}`]: requestRecordPath(problemReference),
    } as Json,
    webhooks: watchWebhooks,
    components: {
      securitySchemes: {
        key: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'Made by the operator with `wares keys create`',
        },
      },
      headers: sharedHeaders(),
      responses: problemResponses(),
      schemas: { ...components.schemas(), ...problemSchemas(), ...watchSchemas, ...requestRecordSchemas },
    },
  }
}

function documentInfo(version: string): Json {
  return {
    title: 'Wares',
    version,
    summary: 'Product data of shops as typed JSON',
    description:
      'Read-only. Parameters travel in the query string, in a JSON body on GET, or in a JSON body on QUERY; all three are one operation.',
    contact: { name: 'The operator of this server' },
    license: { name: 'MIT', identifier: 'MIT' },
  }
}

interface Answer {
  readonly schema: Json
  readonly example: unknown
}

function operationOf(entry: RegistryEntry, { schema, example: answer }: Answer): Json {
  const { site, operation, example } = entry
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: describeOperation(entry),
    tags: [site.name],
    ...(operation.deprecated ? { deprecated: true, 'x-sunset': operation.deprecated.sunset } : {}),
    'x-wares-number': operation.number,
    'x-wares-example': example,
    'x-wares-fresh-for-seconds': operation.freshForS,
    'x-wares-core': operation.core,
    ...(operation.lookup ? { 'x-wares-lookup': operation.lookup } : {}),
    security: operation.open ? [{}, { key: [] }] : [{ key: [] }],
    parameters: Object.entries(operation.params).map(([name, param]) =>
      parameterOf(
        name,
        param,
        example[name],
        !operation.lookupOptional && operation.lookup?.length === 1 && operation.lookup[0] === name,
      ),
    ),
    responses: {
      200: {
        description: 'The answer, bare.',
        headers: Object.fromEntries(
          Object.keys(sharedHeaders()).map(name => [name, { $ref: `#/components/headers/${name}` }]),
        ),
        content: {
          'application/json': { schema, ...(answer === undefined ? {} : { example: answer }) },
          ...(hasTable(entry) ? { 'text/csv': { schema: { type: 'string' } } } : {}),
        },
      },
      304: { description: 'Not modified: the ETag sent is still right.' },
      ...problemReferences(),
    },
  }
}

function describeOperation(entry: RegistryEntry): string {
  const { operation, site } = entry
  const aliases = [...paramNamesByAlias(operation)].filter(([alias, name]) => alias !== name)
  const notes = [
    `Site: ${site.about}.`,
    operation.lookup && operation.lookup.length > 1
      ? `Give exactly one of ${operation.lookup.join(', ')}.`
      : '',
    operation.lookup && !operation.params.query
      ? '`query` stands for the look-up value, whatever its form.'
      : '',
    `An answer stays fresh for ${operation.freshForS} seconds.`,
    hasTable(entry) ? 'As a table: `Accept: text/csv`, or `format=csv`.' : '',
    aliases.length > 0
      ? `Also understood: ${aliases.map(([alias, name]) => `${alias} (${name})`).join(', ')}.`
      : '',
  ]
  return notes.filter(Boolean).join(' ')
}

function parameterOf(name: string, param: Param, example: unknown, onlyLookup: boolean): Json {
  return {
    name,
    in: 'query',
    description: describeParam(param),
    required: param.required === true || onlyLookup,
    schema: paramSchema(param),
    ...(param.kind === 'list' ? { style: 'form', explode: param.values === undefined } : {}),
    ...(example === undefined ? {} : { example }),
    ...(param.aliases?.length ? { 'x-wares-aliases': param.aliases } : {}),
  }
}

function describeParam(param: Param): string {
  const synonyms = param.kind === 'choice' ? Object.entries(param.synonyms ?? {}) : []
  return [
    param.description,
    param.aliases?.length ? `Also understood as ${param.aliases.join(', ')}` : '',
    ...synonyms.map(([other, value]) => `${other} means ${value}`),
  ]
    .filter(Boolean)
    .join('. ')
}

export function paramSchema(param: Param): Json {
  const initial = 'default' in param && param.default !== undefined ? { default: param.default } : {}
  switch (param.kind) {
    case 'integer':
      return { type: 'integer', minimum: param.min, maximum: param.max, ...initial }
    case 'choice':
      return { type: 'string', enum: param.values, ...initial }
    case 'list':
      return {
        type: 'array',
        // Codes of a shop are no `enum`: one that it adds tomorrow must not break a generated client.
        items: param.values
          ? { type: 'string', enum: param.values }
          : { type: 'string', pattern: '^[A-Za-z0-9_.-]{1,40}$', 'x-wares-values': param.known },
        maxItems: param.maxItems,
      }
    case 'url':
      return { type: 'string', format: 'uri', maxLength: param.maxLength }
    default:
      return {
        type: 'string',
        maxLength: param.maxLength,
        ...(param.pattern ? { pattern: param.pattern.source } : {}),
        ...initial,
      }
  }
}

function sharedHeaders(): Json {
  const text = (description: string) => ({ description, schema: { type: 'string' } })
  return {
    'X-Request-Id': text('Quote it when you report a problem.'),
    RateLimit: text('What is left of your limits (IETF draft, structured field).'),
    'RateLimit-Policy': text('Your limits.'),
    ETag: text('Strong; send it back in If-None-Match.'),
    Age: text('Seconds since the upstream was read.'),
    'Cache-Status': text('Whether the answer came from the cache (RFC 9211).'),
    'Cache-Control': text('How long the answer stays fresh.'),
    'Server-Timing': text('Where the time went.'),
    Link: text(
      '`rel="via"`: the page of the shop that was read, where there is one for people; `rel="alternate"`: the same in the shape of the site’s own operation; `rel="describedby"`: the record of the request, where it is recorded (RFC 8288).',
    ),
    'Wares-Absent': text(
      'JSON Pointers of fields that the upstream did not give; their values are neutral, not data. `/*;dropped=2` says that two rows of a list could not be read and were left out.',
    ),
  }
}

// The OpenAPI 3.1 document, made from the definitions: parameters, results, problems, examples.
import { hasTable } from './csv-answer.ts'
import { paramNamesByAlias } from '../engine/read-params.ts'
import type { RegistryEntry, Registry } from '../engine/registry.ts'
import { type FaultCode, faultTable } from '../kit/fault.ts'
import type { Param } from '../kit/param-specs.ts'

type Json = Record<string, unknown>

/** `finderAddress`: where the operations that need no key are served, if that is elsewhere. */
export function openApiDocument(registry: Registry, version: string, finderAddress?: string): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Wares',
      version,
      summary: 'Product data of shops as typed JSON',
      description:
        'Read-only. Parameters travel in the query string, in a JSON body on GET, or in a JSON body on QUERY; all three are one operation.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Array.from(new Set(registry.entries.map(entry => entry.site)), site => ({
      name: site.name,
      description: site.about,
    })),
    paths: Object.fromEntries(
      registry.entries.map(entry => [
        entry.path,
        {
          ...(entry.operation.open && finderAddress !== undefined
            ? { servers: [{ url: finderAddress }] }
            : {}),
          get: operationOf(entry),
        },
      ]),
    ),
    components: {
      securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-api-key' } },
      headers: sharedHeaders(),
      responses: Object.fromEntries(
        problemStatuses().map(([status, codes]) => [`Problem${status}`, problemResponse(codes)]),
      ),
      schemas: { Problem: problemSchema() },
    },
  }
}

function operationOf(entry: RegistryEntry): Json {
  const { site, operation, example } = entry
  const aliases = [...paramNamesByAlias(operation)].filter(([alias, name]) => alias !== name)
  const notes = [
    operation.lookup && operation.lookup.length > 1
      ? `Give exactly one of ${operation.lookup.join(', ')}.`
      : '',
    operation.lookup && !operation.params.query
      ? '`query` stands for the look-up value, whatever its form.'
      : '',
    hasTable(entry) ? 'As a table: `Accept: text/csv`, or `format=csv`.' : '',
    aliases.length > 0
      ? `Also understood: ${aliases.map(([alias, name]) => `${alias} (${name})`).join(', ')}.`
      : '',
  ]
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: notes.filter(Boolean).join(' '),
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
          'application/json': { schema: operation.result },
          ...(hasTable(entry) ? { 'text/csv': { schema: { type: 'string' } } } : {}),
        },
      },
      304: { description: 'Not modified: the ETag sent is still right.' },
      ...Object.fromEntries(
        problemStatuses().map(([status]) => [status, { $ref: `#/components/responses/Problem${status}` }]),
      ),
    },
  }
}

function parameterOf(name: string, param: Param, example: unknown, onlyLookup: boolean): Json {
  return {
    name,
    in: 'query',
    description: param.description,
    required: param.required === true || onlyLookup,
    schema: paramSchema(param),
    ...(param.kind === 'list' ? { style: 'form', explode: param.values === undefined } : {}),
    ...(example === undefined ? {} : { example }),
  }
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
      '`rel="via"`: the page of the shop that was read, where there is one for people; `rel="alternate"`: the same in the shape of the site’s own operation (RFC 8288).',
    ),
    'Wares-Absent': text(
      'JSON Pointers of fields that the upstream did not give; their values are neutral, not data. `/*;dropped=2` says that two rows of a list could not be read and were left out.',
    ),
  }
}

function problemStatuses(): [number, FaultCode[]][] {
  const byStatus = Map.groupBy(Object.keys(faultTable) as FaultCode[], code => faultTable[code].status)
  return [...byStatus].toSorted(([a], [b]) => a - b)
}

function problemResponse(codes: readonly FaultCode[]): Json {
  return {
    description: codes.map(code => `\`${code}\`: ${faultTable[code].when}`).join('\n\n'),
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }, { properties: { code: { enum: codes } } }],
        },
      },
    },
  }
}

function problemSchema(): Json {
  return {
    type: 'object',
    required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'retryable'],
    properties: {
      type: { type: 'string', format: 'uri-reference' },
      title: { type: 'string' },
      status: { type: 'integer' },
      detail: { type: 'string' },
      instance: { type: 'string' },
      code: { type: 'string', enum: Object.keys(faultTable) },
      request_id: { type: 'string' },
      retryable: { type: 'boolean' },
      field: { type: 'string' },
      errors: {
        type: 'array',
        items: {
          type: 'object',
          required: ['name', 'in', 'message'],
          properties: {
            name: { type: 'string' },
            in: { type: 'string', enum: ['query', 'body'] },
            message: { type: 'string' },
            accepted: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
  }
}

// Generates the OpenAPI 3.1 document from the definitions: what any shop can do, the server's routes, the built-in shops.
import { paramSchema } from './param-schema.ts'
import { hasTable, tableContent } from '../answer/csv-answer.ts'
import { paramNamesByAlias } from '../../../answer/request/read-params.ts'
import type { RegisteredOperation, Registry } from '../../../answer/request/registry.ts'
import type { Param } from '#kit/params/param-specs'
import type { AnswerExamples } from './answer-examples.ts'
import { possibleCodes, problemReferences, problemResponses, problemSchemas } from './openapi-problems.ts'
import { documentRoutes } from './route-document.ts'
import { generalSite } from '../../../answer/operations/composite-operations.ts'
import { allRoutes } from '../routes/all-routes.ts'
import { watchExamples } from '../routes/watch-examples.ts'
import { ChangeMessage } from '../../../watch/model/watch-schemas.ts'
import { createSchemaComponents, type Json } from './schema-components.ts'

interface DocumentOptions {
  /** URL of the operations that need no key, if they are served elsewhere. */
  readonly finderAddress?: string | undefined
  /** Examples by operation id. */
  readonly examples?: AnswerExamples
}

export function openApiDocument(
  registry: Registry,
  version: string,
  { finderAddress, examples = {} }: DocumentOptions = {},
): Json {
  const components = createSchemaComponents()
  const routes = documentRoutes(allRoutes, [ChangeMessage])
  const pathsOf = (entries: readonly RegisteredOperation[]) =>
    Object.fromEntries(
      entries.map(entry => {
        const { id, result, summary, open } = entry.operation
        const answer = { schema: components.publish(id, result, summary), example: examples[id] }
        const servers = open && finderAddress !== undefined ? { servers: [{ url: finderAddress }] } : {}
        return [entry.path, { ...servers, get: operationOf(entry, answer) }]
      }),
    )
  const general = registry.entries.filter(({ site }) => site === generalSite)
  const builtIn = registry.entries.filter(({ site }) => site !== generalSite)
  const sites = Array.from(new Set(builtIn.map(({ site }) => site)), tagOf)
  return {
    openapi: '3.1.0',
    info: documentInfo(version),
    servers: [{ url: '/', description: 'The server that serves this document' }],
    tags: [{ ...tagOf(generalSite), 'x-displayName': ANY_SHOP }, ...ROUTE_TAGS, ...sites],
    'x-tagGroups': [
      { name: ANY_SHOP, tags: [generalSite.name, 'shops', 'watches'] },
      { name: 'This server', tags: ['evidence', 'usage', 'system'] },
      { name: 'Built-in shops', tags: sites.map(({ name }) => name) },
    ],
    paths: { ...pathsOf(general), ...routes.paths, ...pathsOf(builtIn) },
    webhooks: { change: changeMessage },
    components: {
      securitySchemes: { key: keyScheme },
      headers: sharedHeaders(),
      responses: problemResponses(),
      schemas: {
        ...components.schemas(),
        ...problemSchemas(),
        ...routes.schemas,
      },
    },
  }
}

/** `general` is the name of a scope, and no shop. */
const ANY_SHOP = 'Any shop'

const tagOf = ({ name, about }: RegisteredOperation['site']) => ({ name, description: about })

const ROUTE_TAGS = [
  { name: 'shops', description: 'What this server can read' },
  { name: 'watches', description: 'Products checked on a schedule; needs a key with the scope `watches`' },
  { name: 'evidence', description: 'How an answer was produced' },
  { name: 'usage', description: 'Usage by key' },
  { name: 'system', description: 'This server itself; needs no key' },
]

/** The message to an endpoint that `wares notify add webhook` registers. */
const changeMessage = {
  post: {
    operationId: 'webhooks.change',
    summary: 'A change that matches the condition of its watch',
    description:
      'Signed as in the Standard Webhooks specification. Retried for a day until the response is 2xx; may arrive twice, with the same `webhook-id`.',
    tags: ['watches'],
    security: [],
    parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => ({
      name,
      in: 'header',
      required: true,
      description: 'See the Standard Webhooks specification',
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/ChangeMessage' },
          example: watchExamples.message,
        },
      },
    },
    responses: {
      '2XX': { description: 'Received.' },
      410: { description: 'Wares sends nothing more to this endpoint.' },
    },
  },
}

const keyScheme = {
  type: 'apiKey',
  in: 'header',
  name: 'x-api-key',
  description: 'The operator creates keys with `wares keys create`',
}

function documentInfo(version: string): Json {
  return {
    title: 'Wares',
    version,
    summary: 'Product data from shops as typed JSON',
    description:
      'Product operations are read-only. Pass parameters in the query string, or in the JSON body of a GET or QUERY request; the result is the same.',
    contact: { name: 'The operator of this server' },
    license: { name: 'MIT', identifier: 'MIT' },
  }
}

interface Answer {
  readonly schema: Json
  readonly example: unknown
}

function operationOf(entry: RegisteredOperation, { schema, example: answer }: Answer): Json {
  const { site, operation, example } = entry
  return {
    operationId: operation.id,
    summary: operation.summary,
    description: describeOperation(entry),
    tags: [site.name],
    'x-wares-number': operation.number,
    'x-wares-example': example,
    'x-wares-fresh-for-seconds': operation.freshForS,
    'x-wares-core': operation.core,
    ...(operation.lookup ? { 'x-wares-lookup': operation.lookup } : {}),
    ...generalParts(entry),
    'x-wares-problems': possibleCodes(entry),
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
        description: 'The data itself, without an envelope.',
        headers: Object.fromEntries(
          Object.keys(sharedHeaders()).map(name => [name, { $ref: `#/components/headers/${name}` }]),
        ),
        content: {
          'application/json': { schema, ...(answer === undefined ? {} : { example: answer }) },
          ...(hasTable(entry) ? tableContent : {}),
        },
      },
      304: { description: 'Not modified: the ETag in `If-None-Match` still matches.' },
      ...problemReferences(),
    },
  }
}

/** For programs that show an answer in the general shape: what of it the documents of the operation give. */
function generalParts({ site, operation }: RegisteredOperation): Json {
  const parts = (['product', 'search'] as const).filter(part => site[part]?.operation === operation.id)
  return parts.length > 0 ? { 'x-wares-general': parts } : {}
}

function describeOperation(entry: RegisteredOperation): string {
  const { operation, site } = entry
  const aliases = [...paramNamesByAlias(operation)].filter(([alias, name]) => alias !== name)
  const notes = [
    `${site === generalSite ? '' : 'Site: '}${site.about}.`,
    operation.lookup && operation.lookup.length > 1
      ? `Pass exactly one of ${operation.lookup.map(name => `\`${name}\``).join(', ')}.`
      : '',
    operation.lookup && !operation.params.query ? queryNote(operation.lookup) : '',
    `Answers are cached for ${operation.freshForS} seconds.`,
    hasTable(entry)
      ? 'For CSV, send `Accept: text/csv` or add `format=csv`; `format=csv-excel` starts with a byte order mark, and `format=parquet` is a Parquet file.'
      : '',
    operation.siteOutcomes ? 'In CSV, a failed site is a row with the error code in `error`.' : '',
    aliases.length > 0 ? `Aliases: ${aliases.map(([alias, name]) => `${alias} (${name})`).join(', ')}.` : '',
  ]
  return notes.filter(Boolean).join(' ')
}

function queryNote(lookup: readonly string[]): string {
  return lookup.length > 1
    ? 'Any of them can also be passed as `query`.'
    : `\`query\` is accepted in place of \`${lookup[0]}\`.`
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
    param.aliases?.length ? `Also accepted as ${param.aliases.join(', ')}` : '',
    ...synonyms.map(([other, value]) => `\`${other}\` is accepted for \`${value}\``),
  ]
    .filter(Boolean)
    .join('. ')
}

function sharedHeaders(): Json {
  const text = (description: string) => ({ description, schema: { type: 'string' } })
  return {
    'X-Request-Id': text('Quote it when you report a problem.'),
    RateLimit: text('Requests left (IETF draft, structured field).'),
    'RateLimit-Policy': text('Limits of the key.'),
    ETag: text(
      'Send it back in If-None-Match. Strong, or weak where the body has `fetched_at`, which it ignores.',
    ),
    Age: text('Seconds since the shop was read.'),
    'Cache-Status': text('Whether the answer came from the cache (RFC 9211).'),
    'Cache-Control': text('How long the answer stays fresh.'),
    'Server-Timing': text('Time spent in each stage of the request.'),
    Link: text(
      '`rel="via"`: the shop page that was read, if it opens in a browser; `rel="alternate"`: the answer of the site’s own operation; `rel="describedby"`: the record of the request, if there is one (RFC 8288).',
    ),
    'Wares-Absent': text(
      'JSON Pointers of fields that the shop did not give; their values are placeholders. `/*;dropped=2` means that two rows of a list could not be read and were left out.',
    ),
  }
}

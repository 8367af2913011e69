// The problems in the OpenAPI document: one response per status, and their common schema.
import type { RegisteredOperation } from '../../../answer/request/registry.ts'
import { type FaultCode, faultTable } from '#kit/fault'
import type { Json } from './schema-components.ts'

export function problemReference(status: number): Json {
  return { $ref: `#/components/responses/Problem${status}` }
}

/** References to all problem responses, for an operation. */
export function problemReferences(): Json {
  return Object.fromEntries(problemStatuses().map(([status]) => [status, problemReference(status)]))
}

/** The error codes that this operation can return. A wrong path or method never reaches it. */
export function possibleCodes({ operation }: RegisteredOperation): FaultCode[] {
  // The storefronts accept a URL, a handle or words in one parameter.
  const takesUrl = operation.lookupOptional || Object.values(operation.params).some(one => one.kind === 'url')
  // Operations without a key answer from our own tables: no shop is read.
  const readsShop = !operation.open
  const impossible: Partial<Record<FaultCode, boolean>> = {
    unknown_path: true,
    method_not_allowed: true,
    missing_key: operation.open === true,
    url_not_allowed: !takesUrl,
    not_found: operation.lookup === undefined,
  }
  return (Object.keys(faultTable) as FaultCode[]).filter(
    code => !impossible[code] && (readsShop || !/^(?:upstream|robots)_/.test(code)),
  )
}

export function problemResponses(): Json {
  return Object.fromEntries(
    problemStatuses().map(([status, codes]) => [
      `Problem${status}`,
      {
        description: codes.map(code => `\`${code}\`: ${faultTable[code].when}`).join('\n\n'),
        content: {
          'application/problem+json': { schema: { $ref: `#/components/schemas/Problem${status}` } },
        },
      },
    ]),
  )
}

export function problemSchemas(): Json {
  const ofStatus = problemStatuses().map(([status, codes]) => [
    `Problem${status}`,
    {
      description: `A problem with the status ${status}`,
      allOf: [
        { $ref: '#/components/schemas/Problem' },
        { type: 'object', properties: { code: { description: CODE, type: 'string', enum: codes } } },
      ],
    },
  ])
  return { Problem: problem, ProblemParameter: problemParameter, ...Object.fromEntries(ofStatus) }
}

function problemStatuses(): [number, FaultCode[]][] {
  const byStatus = Map.groupBy(Object.keys(faultTable) as FaultCode[], code => faultTable[code].status)
  return [...byStatus].toSorted(([a], [b]) => a - b)
}

const CODE = 'Error code from a closed list, for programs to compare'

const text = (description: string) => ({ description, type: 'string' })

const problem = {
  description: 'Error document (RFC 9457)',
  type: 'object',
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'retryable'],
  properties: {
    type: {
      ...text('Path of the page on this server that explains the code'),
      format: 'uri-reference',
      examples: ['/problems/not_found'],
    },
    title: text('Short description of the code; the same for every occurrence'),
    status: { description: 'Same as the HTTP status of the response', type: 'integer' },
    detail: text('What happened this time, for people to read'),
    instance: text('Path of the request that failed'),
    code: { description: CODE, type: 'string', enum: Object.keys(faultTable) },
    request_id: text('Quote it to the operator; the same as the header X-Request-Id'),
    retryable: {
      description: 'Whether a retry may succeed; Retry-After has the seconds to wait',
      type: 'boolean',
    },
    field: text('JSON Pointer of the part of the upstream page that could not be read, if that is the cause'),
    errors: {
      description: 'With `invalid_parameter`: every rejected parameter',
      type: 'array',
      items: { $ref: '#/components/schemas/ProblemParameter' },
    },
  },
}

const problemParameter = {
  description: 'One rejected parameter',
  type: 'object',
  required: ['name', 'in', 'message'],
  properties: {
    name: text('Name as it was sent'),
    in: { description: 'Where it was sent', type: 'string', enum: ['query', 'body'] },
    message: text('Why it was rejected, in one sentence'),
    accepted: {
      description: 'Accepted values, if the set is closed',
      type: 'array',
      items: { type: 'string' },
    },
  },
}

// The request record in the OpenAPI document.
type Json = Record<string, unknown>

const text = (description: string, more: Json = {}) => ({ type: 'string', description, ...more })
const number = (description: string) => ({ type: 'number', description })
const integer = (description: string) => ({ type: 'integer', description })
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

export function requestRecordPath(problem: (status: number) => Json): Json {
  return {
    get: {
      operationId: 'requests.get',
      summary: 'How an answer was produced',
      description:
        'The exchanges with the shop, the exact absent fields, and where each value of the answer was found in the shop’s documents. Requires the key that made the request, or a key with the scope `evidence`. Recorded answers link to it with `rel="describedby"`.',
      tags: ['evidence'],
      security: [{ key: [] }],
      parameters: [
        {
          name: 'id',
          in: 'path',
          description: 'The `X-Request-Id` of an answer.',
          required: true,
          schema: { type: 'string' },
          example: EXAMPLE.request_id,
        },
        {
          name: 'include',
          in: 'query',
          description: '`excerpts` adds the surrounding part of the document to each value.',
          required: false,
          schema: { type: 'string', enum: ['excerpts'] },
        },
      ],
      responses: {
        200: {
          description: 'The record.',
          content: { 'application/json': { schema: ref('RequestRecord'), example: EXAMPLE } },
        },
        ...Object.fromEntries([400, 401, 404, 429, 503].map(status => [status, problem(status)])),
      },
    },
  }
}

export const requestRecordSchemas: Json = {
  RequestRecord: {
    type: 'object',
    description: 'Record of one request',
    required: ['request_id', 'at', 'operation', 'params', 'outcome', 'ms', 'exchanges', 'absent', 'sources'],
    properties: {
      request_id: text('The `X-Request-Id` of the answer'),
      at: text('When the request arrived', { format: 'date-time' }),
      operation: text('Id of the operation', { examples: ['sneakerhub.product'] }),
      params: {
        type: 'object',
        description: 'The parameters after parsing',
        additionalProperties: true,
      },
      outcome: text('`ok`, or the code of the problem'),
      problem: { ...ref('RecordedProblem'), description: 'Only with an outcome other than `ok`' },
      ms: number('How long the request took, in milliseconds'),
      timings: {
        type: 'array',
        description: 'Where the time went, as in Server-Timing',
        items: ref('RecordedTiming'),
      },
      way: text('Source of the answer, for sites with several'),
      version: text('Version of Wares that answered'),
      exchanges: {
        type: 'array',
        description: 'Requests to the shop, in order',
        items: ref('RecordedExchange'),
      },
      absent: {
        type: 'array',
        description: 'JSON Pointers of absent fields, including row indexes',
        items: { type: 'string' },
      },
      dropped: {
        type: 'object',
        description: 'Number of rows that could not be read, by JSON Pointer of the list',
        additionalProperties: { type: 'integer' },
      },
      sources: {
        type: 'object',
        description: 'Where each value was found, by its JSON Pointer in the answer',
        additionalProperties: ref('ValueSource'),
      },
    },
  },
  RecordedProblem: {
    type: 'object',
    description: 'Why there was no answer',
    properties: {
      code: text('Error code from a closed list'),
      detail: text('What happened, for people to read'),
      field: text('JSON Pointer of the part that could not be read, if that is the cause'),
    },
  },
  RecordedTiming: {
    type: 'object',
    description: 'One stage of the request',
    properties: { stage: text('Name, as in Server-Timing'), ms: number('Milliseconds spent in it') },
  },
  RecordedExchange: {
    type: 'object',
    description: 'One request to the shop and its response',
    properties: {
      site: text('Name of the site'),
      method: text('HTTP method', { examples: ['GET'] }),
      url: text('Requested URL, without secrets'),
      status: {
        description: 'HTTP status; null without a response',
        anyOf: [{ type: 'integer' }, { type: 'null' }],
      },
      failure: text('Why there was no response'),
      type: text('Media type of the response', { examples: ['text/html'] }),
      bytes: integer('Size of the response body'),
      attempt: integer('1 for the first try, more for a retry'),
      started_ms: number('Milliseconds after the request arrived'),
      ms: number('How long it took, in milliseconds'),
      document: text('SHA-256 of the stored document'),
    },
  },
  ValueSource: {
    type: 'object',
    description: 'Where a value was found in the documents of the shop',
    required: ['value', 'kind'],
    properties: {
      value: {
        description: 'The value in the answer',
        anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'boolean' }],
      },
      kind: text('`computed`: no document contains it in this form', {
        enum: ['json', 'element', 'text', 'parameter', 'address', 'computed'],
      }),
      exchange: integer('Index of the document in `exchanges`'),
      pointer: text('JSON Pointer to the value; a part after `#` points into JSON within a text'),
      script: text('The script element that contains the JSON'),
      element: text('CSS selector of the element'),
      attribute: text('Name of the attribute, if the value is not the text of the element'),
      parameter: text('Name of the request parameter that it repeats'),
      offset: integer('Where the text begins, in characters'),
      exact: {
        type: 'boolean',
        description: 'False if the notation differs: `£1,299.00` for 1299',
      },
      excerpt: text('The surrounding part of the document; only with `include=excerpts`'),
    },
  },
}

const EXAMPLE = {
  request_id: '84a4efb781-3q',
  at: '2027-01-31T08:15:00.000Z',
  operation: 'general.product',
  params: { url: 'https://shop.example/p/arc-runner' },
  outcome: 'ok',
  ms: 184.2,
  timings: [
    { stage: 'upstream', ms: 161.4 },
    { stage: 'extract', ms: 4.8 },
  ],
  version: '0.2.0',
  exchanges: [
    {
      site: 'shop.example',
      method: 'GET',
      url: 'https://shop.example/p/arc-runner',
      status: 200,
      type: 'text/html; charset=utf-8',
      bytes: 48210,
      attempt: 1,
      started_ms: 0.9,
      ms: 172.6,
      document: 'a35eeff173ebbdb0ff4247eff16913cb71669be51581908e09fc5409833b47fb',
    },
  ],
  absent: ['/gtin'],
  dropped: {},
  sources: {
    '/name': {
      value: "Halvik Arc Runner 'Rose'",
      kind: 'json',
      exchange: 0,
      script: 'script[type="application/ld+json"]',
      pointer: '/name',
      exact: true,
    },
  },
}

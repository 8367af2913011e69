// GET /api/v2/requests/{id}: the record of a request, for the key that sent it or one with the scope `evidence`.
import { defineRoute } from '../define-route.ts'
import { Fault } from '#kit/fault'
import { f } from '../../../settings/fields.ts'
import { Type } from '#kit/schema/json-schema'
import { describedSchema, namedSchema } from '../../../settings/named-schema.ts'
import { t } from '#kit/schema/schema'
import type { Recorder } from '../../../record/recordings/recorder.ts'

/** The key scope that allows reading the records of all keys. */
const EVIDENCE_SCOPE = 'evidence'

interface RecordParts {
  readonly recorder: Pick<Recorder, 'find'>
}

const RecordedProblem = namedSchema('RecordedProblem', 'Why there was no answer', {
  code: t.text('Error code from a closed list'),
  detail: t.text('What happened, for people to read'),
  field: t.optional(t.text('JSON Pointer of the part that could not be read, if that is the cause')),
})

const RecordedTiming = namedSchema('RecordedTiming', 'One stage of the request', {
  stage: t.text('Name, as in Server-Timing'),
  ms: t.number('Milliseconds spent in it'),
})

const RecordedExchange = namedSchema('RecordedExchange', 'One request to the shop and its response', {
  site: t.text('Name of the site'),
  method: t.text({ description: 'HTTP method', examples: ['GET'] }),
  url: t.text('Requested URL, without secrets'),
  status: t.orNull(t.integer(), 'HTTP status; null without a response'),
  failure: t.optional(t.text('Why there was no response')),
  type: t.text({ description: 'Media type of the response', examples: ['text/html'] }),
  bytes: t.integer('Size of the response body'),
  attempt: t.integer('1 for the first try, more for a retry'),
  started_ms: t.number('Milliseconds after the request arrived'),
  ms: t.number('How long it took, in milliseconds'),
  document: t.optional(t.text('SHA-256 of the stored document')),
})

const ValueSource = namedSchema('ValueSource', 'Where a value was found in the documents of the shop', {
  value: Type.Union([Type.String(), Type.Number(), Type.Boolean()], {
    description: 'The value in the answer',
  }),
  kind: t.oneOf(
    ['json', 'element', 'text', 'parameter', 'address', 'computed'],
    '`computed`: no document contains it in this form',
  ),
  exchange: t.optional(t.integer('Index of the document in `exchanges`')),
  pointer: t.optional(t.text('JSON Pointer to the value; a part after `#` points into JSON within a text')),
  script: t.optional(t.text('The script element that contains the JSON')),
  element: t.optional(t.text('CSS selector of the element')),
  attribute: t.optional(t.text('Name of the attribute, if the value is not the text of the element')),
  parameter: t.optional(t.text('Name of the request parameter that it repeats')),
  offset: t.optional(t.integer('Where the text begins, in characters')),
  exact: t.optional(t.flag('False if the notation differs: `£1,299.00` for 1299')),
  excerpt: t.optional(t.text('The surrounding part of the document; only with `include=excerpts`')),
})

const RequestRecord = namedSchema('RequestRecord', 'Record of one request', {
  request_id: t.text('The `X-Request-Id` of the answer'),
  at: t.text({ description: 'When the request arrived', format: 'date-time' }),
  operation: t.text({ description: 'Id of the operation', examples: ['sneakerhub.product'] }),
  params: t.open('The parameters after parsing'),
  outcome: t.text('`ok`, or the code of the problem'),
  problem: t.optional(describedSchema(RecordedProblem, 'Only with an outcome other than `ok`')),
  ms: t.number('How long the request took, in milliseconds'),
  timings: t.list(RecordedTiming, 'Where the time went, as in Server-Timing'),
  way: t.optional(
    t.text('Source of the answer, for sites with several; `posted` for a page that the caller sent'),
  ),
  rules: t.optional(t.map(t.text(), 'By field, the rules that were taught about the shop and decided it')),
  version: t.text('Version of Wares that answered'),
  exchanges: t.list(RecordedExchange, 'Requests to the shop, in order'),
  absent: t.list(t.text(), 'JSON Pointers of absent fields, including row indexes'),
  dropped: t.map(t.integer(), 'Number of rows that could not be read, by JSON Pointer of the list'),
  sources: t.map(ValueSource, 'Where each value was found, by its JSON Pointer in the answer'),
  cause: t.optional(t.text('The error behind a fault; for the operator on the machine of the server only')),
})

const example = {
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
  version: '0.4.0',
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
} as const

const getRequest = defineRoute({
  id: 'requests.get',
  tag: 'evidence',
  method: 'GET',
  path: '/api/v2/requests/{id}',
  scope: [],
  names: { id: 'The `X-Request-Id` of an answer.' },
  summary: 'How an answer was produced',
  description:
    'The exchanges with the shop, the exact absent fields, and where each value of the answer was found in the shop’s documents. Requires the key that made the request, or a key with the scope `evidence`. Recorded answers link to it with `rel="describedby"`.',
  answers: { 200: 'The record.' },
  query: {
    include: f.oneOf('`excerpts` adds the surrounding part of the document to each value.', ['excerpts']),
  },
  result: RequestRecord,
  example: { path: { id: example.request_id }, result: example },
  async handle({ path: { id }, query, caller }, { recorder }: RecordParts) {
    const record = await recorder.find(id, query.include === 'excerpts').catch((cause: unknown) => {
      throw new Fault('overloaded', 'recordings cannot be read at the moment', { retryAfterMs: 5_000, cause })
    })
    // Another key's record answers as a missing one does, so as not to reveal whether it exists.
    const isOwn = record.kind !== 'unknown' && record.keyId === caller.key.id
    if (record.kind === 'unknown' || !(isOwn || caller.covers(EVIDENCE_SCOPE)))
      throw new Fault('not_found', NEVER)
    if (record.kind === 'dropped') throw new Fault('not_found', DROPPED)
    const isShown = caller.isOnThisMachine && record.cause !== undefined
    return { ...record.record, ...(isShown && { cause: record.cause }) }
  },
})

const NEVER =
  'this request was never recorded: it is unknown, was answered from the cache, or `record` does not cover it'
const DROPPED = 'the recording of this request was dropped because of its size or age'

export const requestRoutes = [getRequest] as const

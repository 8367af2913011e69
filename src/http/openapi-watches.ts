// The watch paths of the OpenAPI document: watches, their history, the feed of changes, webhooks.
import { CHANGE_TYPES } from '../change-types.ts'
import { watchExamples, WATCH_ID } from './openapi-watch-examples.ts'

type Json = Record<string, unknown>

const TAG = 'watches'
const KEY = [{ key: [] }]

export const watchTag = {
  name: TAG,
  description: 'Products checked on a schedule; needs a key with the scope `watches`',
}

const ref = (name: string, description?: string): Json => ({
  $ref: `#/components/schemas/${name}`,
  ...(description === undefined ? {} : { description }),
})
const text = (description: string, more: Json = {}) => ({ type: 'string', description, ...more })
const time = (description: string) => text(description, { format: 'date-time' })
const orNull = ({ description, ...schema }: Json): Json => ({
  ...(description === undefined ? {} : { description }),
  anyOf: [schema, { type: 'null' }],
})

const PROBLEMS = Object.fromEntries(
  [400, 401, 403, 404, 405, 413, 415, 429, 500, 503].map(status => [
    status,
    { $ref: `#/components/responses/Problem${status}` },
  ]),
)

function operation(id: string, summary: string, more: Json, responses: Json): Json {
  return {
    operationId: `watches.${id}`,
    summary,
    tags: [TAG],
    security: KEY,
    ...more,
    responses: { ...responses, ...PROBLEMS },
  }
}

const json = (schema: Json, description: string, example: unknown) => ({
  description,
  content: { 'application/json': { schema, example } },
})
const body = (name: string, example: unknown) => ({
  requestBody: { required: true, content: { 'application/json': { schema: ref(name), example } } },
})
const query = (name: string, description: string, schema: Json = { type: 'string' }) => ({
  name,
  in: 'query',
  description,
  required: false,
  schema,
})
const limit = query('limit', 'Maximum number of results', {
  type: 'integer',
  minimum: 1,
  maximum: 1_000,
  default: 100,
})
const id = {
  name: 'id',
  in: 'path',
  description: 'Id of the watch',
  required: true,
  schema: { type: 'string' },
  example: WATCH_ID,
}

const historyOperation = operation(
  'history',
  'What a watch has seen over time',
  {
    description: 'At most 2,000 spans; longer histories are downsampled (`thinned`).',
    parameters: [
      query('from', 'Start of the period; defaults to the creation of the watch', {
        type: 'string',
        format: 'date-time',
      }),
      query('to', 'End of the period; defaults to now', { type: 'string', format: 'date-time' }),
      query('series', 'Only these facts, separated by commas: `price,availability`'),
      query('format', 'Response format; overrides `Accept`', { type: 'string', enum: ['json', 'csv'] }),
    ],
  },
  {
    200: {
      description: 'The history.',
      content: {
        'application/json': { schema: ref('WatchHistory'), example: watchExamples.history },
        'text/csv': { schema: { type: 'string' } },
      },
    },
  },
)

const changesOperation = {
  ...operation(
    'changes',
    'All changes, in order',
    {
      description:
        'Paginated by cursor. With `Accept: text/event-stream`, the changes are streamed, each as an event with its id; `Last-Event-ID` resumes the stream.',
      parameters: [
        query('after', '`cursor` from an earlier answer in the same order; defaults to the beginning'),
        query('watch', 'Only changes of this watch'),
        {
          ...query('order', '`newest` for the newest first; not for a stream'),
          schema: { type: 'string', enum: ['oldest', 'newest'], default: 'oldest' },
        },
        limit,
        {
          name: 'Last-Event-ID',
          in: 'header',
          description: 'Id of the last event received; the stream resumes after it',
          required: false,
          schema: { type: 'string' },
        },
      ],
    },
    {
      200: {
        description: 'Changes in the requested order.',
        content: {
          'application/json': { schema: ref('ChangePage'), example: watchExamples.changes },
          'text/event-stream': { schema: { type: 'string' } },
        },
      },
    },
  ),
  operationId: 'changes',
}

const CREATE = {
  description: 'Pass a product URL, or any operation with its parameters.',
  ...body('NewWatch', watchExamples.newWatch),
}
const UPDATE = {
  description: 'Only the fields in the body change.',
  ...body('WatchUpdate', watchExamples.update),
}

export const watchPaths: Json = {
  '/api/v2/watches': {
    get: operation(
      'list',
      'List watches, page by page',
      {
        description: 'Each watch includes its latest facts and its latest check.',
        parameters: [query('after', '`next` from the previous page'), limit],
      },
      { 200: json(ref('WatchPage'), 'A page of watches.', watchExamples.page) },
    ),
    post: operation('create', 'Watch a product', CREATE, {
      201: json(ref('Watch'), 'The watch.', watchExamples.created),
    }),
  },
  '/api/v2/watches/{id}': {
    parameters: [id],
    get: operation(
      'get',
      'One watch',
      { description: 'Includes its latest facts and its latest check.' },
      { 200: json(ref('Watch'), 'The watch.', watchExamples.checked) },
    ),
    patch: operation('update', 'Change, pause or resume a watch', UPDATE, {
      200: json(ref('Watch'), 'The updated watch.', watchExamples.checked),
    }),
    delete: operation(
      'remove',
      'Remove a watch and its history',
      { description: 'Changes that are already in the feed stay there. This cannot be undone.' },
      { 204: { description: 'The watch is removed.' } },
    ),
  },
  '/api/v2/watches/{id}/check': {
    parameters: [id],
    post: operation(
      'check',
      'Check now, within the rate limits of the site',
      { description: 'Responds when the check has finished.' },
      {
        200: json(
          ref('CheckedWatch'),
          'The watch after the check. A failed check is reported in `last_check`, not as an error.',
          watchExamples.checkedNow,
        ),
      },
    ),
  },
  '/api/v2/watches/{id}/history': { parameters: [id], get: historyOperation },
  '/api/v2/changes': { get: changesOperation },
}

/** The messages to endpoints, which `wares webhook add` registers. */
export const watchWebhooks: Json = {
  change: {
    post: {
      operationId: 'webhooks.change',
      summary: 'A change that matches the condition of its watch',
      description:
        'Signed as in the Standard Webhooks specification. Retried for a day until the response is 2xx; may arrive twice, with the same `webhook-id`.',
      tags: [TAG],
      security: [],
      parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => ({
        name,
        in: 'header',
        required: true,
        description: 'See the Standard Webhooks specification',
        schema: { type: 'string' },
      })),
      ...body('ChangeMessage', watchExamples.message),
      responses: {
        '2XX': { description: 'Received.' },
        410: { description: 'Wares sends nothing more to this endpoint.' },
      },
    },
  },
}

const FACTS_NOTE =
  'Money is `{amount, currency}`; `variants` and `sites` are objects keyed by name. For operations other than `general.*`, values are keyed by JSON Pointer'

function object(
  description: string,
  properties: Readonly<Record<string, Json>>,
  optional: readonly string[] = [],
): Json {
  return {
    type: 'object',
    description,
    required: Object.keys(properties).filter(name => !optional.includes(name)),
    properties,
  }
}

const written = {
  every: {
    description: 'Interval: `15m`, `1h`, `1d`, or seconds; at least 60 seconds',
    anyOf: [{ type: 'string' }, { type: 'integer', minimum: 60 }],
    default: '1h',
  },
  when: {
    ...orNull({ type: 'string' }),
    description:
      'Which changes alert: `price < 100`, `price drops 10%`, `back in stock`; any change by default',
  },
  name: text('Display name', { maxLength: 200 }),
  keep_days: {
    ...orNull({ type: 'integer', minimum: 1, maximum: 3_650 }),
    description: 'Days of history to keep; defaults to the server’s setting',
  },
}

const watchProperties = {
  id: text('Id of the watch; never changes'),
  name: text('Display name: the given one, else that of the product, else the URL'),
  url: orNull(text('URL of the product; null for a watch of another operation')),
  operation: text('Id of the operation that is checked', { examples: ['general.product'] }),
  params: { type: 'object', description: 'Parameters of the operation', additionalProperties: true },
  every_s: { type: 'integer', minimum: 60, description: 'Seconds between checks' },
  when: orNull(text('Which changes alert; null for any')),
  keep_days: orNull({
    type: 'integer',
    description: 'Days of history to keep; null for the server’s setting',
  }),
  state: text('Status of the watch', { enum: ['new', 'ok', 'failing', 'gone', 'paused'] }),
  facts: orNull(ref('WatchFacts', 'What the last successful check found; null before the first')),
  last_check: orNull(ref('WatchCheck', 'The latest check, successful or not; null before the first')),
  last_ok_at: orNull(time('Time of the last successful check')),
  next_check_at: orNull(time('When the next check is due; null while the watch is paused')),
  created_at: time('When it was created'),
}

const changeProperties = {
  id: text('Cursor of the change; ids only increase'),
  at: time('Time of the check that found it'),
  type: text('What changed', { enum: CHANGE_TYPES }),
  watch: text('Id of the watch; empty for `site.*` and `canary.*`, which belong to none'),
  name: orNull(text('Name of the watch; null without a watch, or when it was removed')),
  url: orNull(text('URL of the product; null like `name`, and for a watch of another operation')),
  before: ref('WatchFacts', 'The changed values, before'),
  after: ref('WatchFacts', 'The changed values, after'),
  alert: { type: 'boolean', description: 'Whether the change meets the condition of the watch' },
  request_id: text('`X-Request-Id` of the check'),
}

export const watchSchemas: Json = {
  NewWatch: {
    ...object(
      'A watch to create: `url`, or `operation` and `params`',
      {
        url: text('URL of a product page', { format: 'uri' }),
        operation: text('Id of an operation, in place of `url`'),
        params: { type: 'object', description: 'Parameters of the operation', additionalProperties: true },
        ...written,
      },
      ['url', 'operation', 'params', ...Object.keys(written)],
    ),
  },
  WatchUpdate: object(
    'Fields to change; the others keep their values',
    { ...written, paused: { type: 'boolean', description: 'Whether checks are paused' } },
    [...Object.keys(written), 'paused'],
  ),
  Watch: object('One operation that is checked on a schedule', watchProperties),
  WatchPage: object('A page of watches', {
    watches: { type: 'array', description: 'At most `limit`', items: ref('Watch') },
    next: orNull(text('Value of `after` for the next page; null on the last page')),
  }),
  CheckedWatch: object('A watch after a check', {
    ...watchProperties,
    changes: {
      type: 'array',
      description: 'Changes that the check found, as they are in the feed',
      items: ref('Change'),
    },
  }),
  WatchFacts: { type: 'object', description: FACTS_NOTE, additionalProperties: true },
  WatchCheck: object('Result of a check', {
    at: time('When'),
    outcome: text('`ok`, or the code of a problem'),
    request_id: text('`X-Request-Id` of the check'),
    detail: orNull(text('What went wrong')),
    failures: { type: 'integer', description: 'Failed checks in a row' },
  }),
  WatchHistory: object('Facts over time', {
    watch: text('Id of the watch'),
    from: time('Start of the period'),
    to: time('End'),
    spans: { type: 'array', description: 'Oldest first', items: ref('HistorySpan') },
    gaps: { type: 'array', description: 'Oldest first; may be empty', items: ref('HistoryGap') },
    stats: {
      type: 'object',
      description: 'Statistics for `price` and `list_price`, if there are any',
      additionalProperties: ref('PriceStats'),
    },
    thinned: { type: 'boolean', description: 'Whether the history was downsampled' },
  }),
  HistorySpan: object('Facts and the period in which they were seen', {
    first_seen: time('The check that saw them first'),
    last_seen: time('The check that saw them last'),
    facts: ref('WatchFacts', 'What was seen from `first_seen` to `last_seen`'),
  }),
  HistoryGap: object('A period without a successful check', {
    from: time('Start of the period'),
    to: time('End'),
    outcome: text('The code of a problem, or `not_checked`'),
  }),
  PriceStats: object('Time-weighted statistics', {
    min: ref('WatchMoney', 'Lowest price seen'),
    max: ref('WatchMoney', 'Highest price seen'),
    median: ref('WatchMoney', 'Time-weighted median'),
    mean: ref('WatchMoney', 'Time-weighted average'),
    seconds: { type: 'integer', description: 'Seconds covered, without gaps' },
  }),
  WatchMoney: object('An exact amount with its currency', {
    amount: text('Decimal', { examples: ['119.99'] }),
    currency: text('ISO 4217', { examples: ['GBP'] }),
  }),
  Change: object('A difference that a check found', changeProperties),
  ChangePage: object('A page of changes', {
    changes: { type: 'array', description: 'Oldest first', items: ref('Change') },
    cursor: text('Value of `after` for the next page'),
  }),
  ChangeMessage: object('Body of a webhook', {
    type: changeProperties.type,
    timestamp: time('Time of the change'),
    data: ref('Change', 'The change itself'),
  }),
}

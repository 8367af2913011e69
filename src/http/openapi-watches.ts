// The watch paths of the OpenAPI document: watches, their history, the feed of changes, messages to webhooks.
import { tableContent } from './csv-answer.ts'
import { watchExamples, WATCH_ID } from './openapi-watch-examples.ts'
import { body, json, type Json, operation, ref, TAG } from './openapi-watch-parts.ts'
import { webhookPaths } from './openapi-webhooks.ts'

export const watchTag = {
  name: TAG,
  description: 'Products checked on a schedule; needs a key with the scope `watches`',
}

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

const formatQuery = query('format', 'Response format; overrides `Accept`', {
  type: 'string',
  enum: ['json', 'csv', 'csv-excel', 'parquet'],
})

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
      formatQuery,
    ],
  },
  {
    200: {
      description: 'The history. In CSV, one row per span; in Parquet, one row per span and variant.',
      content: {
        'application/json': { schema: ref('WatchHistory'), example: watchExamples.history },
        ...tableContent,
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
        formatQuery,
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
          ...tableContent,
        },
      },
    },
  ),
  operationId: 'changes',
}

const tryOperation = operation(
  'try',
  'What a condition would have alerted so far',
  {
    description:
      'Replays the conditions over the history of the watch. Nothing is fetched, changed or sent. Every value of the history counts as confirmed.',
    ...body('TriedRules', watchExamples.tried),
  },
  { 200: json(ref('TriedAlerts'), 'The alerts, oldest first.', watchExamples.triedAlerts) },
)

const productsOperation = operation(
  'products',
  'The products of a watched catalogue',
  {
    description:
      'Those that are known, or those that one change is about. Paginated by cursor. Only for a watch on a catalogue.',
    parameters: [
      query('change', 'Id of a `catalog.added` or `catalog.removed`: only its products'),
      query('after', '`next` from the previous page'),
      limit,
      formatQuery,
    ],
  },
  {
    200: {
      description: 'A page of products. As a table, one row per product.',
      content: {
        'application/json': { schema: ref('CatalogProducts'), example: watchExamples.products },
        ...tableContent,
      },
    },
  },
)

const CREATE = {
  description: 'Pass a product URL, a shop as `catalog`, or any operation with its parameters.',
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
      {
        description:
          'Responds when the check has finished. In the sandbox, `simulate` names what the shop plays in this check, such as `wall` or `replaced`.',
        requestBody: {
          required: false,
          content: { 'application/json': { schema: ref('CheckOptions'), example: { simulate: 'wall' } } },
        },
      },
      {
        200: json(
          ref('CheckedWatch'),
          'The watch after the check. A failed check is reported in `last_check`, not as an error.',
          watchExamples.checkedNow,
        ),
      },
    ),
  },
  '/api/v2/watches/{id}/try': { parameters: [id], post: tryOperation },
  '/api/v2/watches/{id}/history': { parameters: [id], get: historyOperation },
  '/api/v2/watches/{id}/products': { parameters: [id], get: productsOperation },
  '/api/v2/changes': { get: changesOperation },
  ...webhookPaths,
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

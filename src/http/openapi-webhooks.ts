// The paths of the OpenAPI document that manage the receivers of alerts.
import { CHANGE_TYPES } from '../watch/change-types.ts'
import { body, json, type Json, object, operation, orNull, ref, text, time } from './openapi-watch-parts.ts'

const WEBHOOK_ID = 'nt_5d0c1b7a90e2f346'

const created = {
  id: WEBHOOK_ID,
  kind: 'ntfy',
  url: 'https://ntfy.example/…',
  events: [],
  allow_private: false,
  state: 'active',
  reason: null,
  owner: 'key_4f1c0a9be27d',
  created_at: '2026-03-02T09:15:00.000Z',
  delivered_at: null,
  failing_since: null,
  attempts: 0,
  dropped: 0,
}

const id = {
  name: 'id',
  in: 'path',
  description: 'Id of the receiver',
  required: true,
  schema: { type: 'string' },
  example: WEBHOOK_ID,
}

export const webhookPaths: Json = {
  '/api/v2/webhooks': {
    get: operation(
      'webhooks.list',
      'List the receivers of alerts',
      { description: 'Those of the key; with the scope `watches:all`, all. Addresses are masked.' },
      { 200: json(ref('WebhookPage'), 'The receivers, oldest first.', { webhooks: [created] }) },
    ),
    post: operation(
      'webhooks.create',
      'Send alerts to an endpoint, a chat, a phone or a mailbox',
      {
        description:
          'A receiver gets the alerts of the watches of its key; one that was added with the scope `watches:all` gets all. The secret of a `webhook` is in this answer only.',
        ...body('NewWebhook', { kind: 'ntfy', url: 'https://ntfy.example/my-topic' }),
      },
      { 201: json(ref('NewlyAddedWebhook'), 'The receiver.', created) },
    ),
  },
  '/api/v2/webhooks/{id}': {
    parameters: [id],
    get: operation(
      'webhooks.get',
      'One receiver of alerts',
      { description: 'Includes whether messages arrive.' },
      { 200: json(ref('Webhook'), 'The receiver.', created) },
    ),
    patch: operation(
      'webhooks.update',
      'Change, pause or resume a receiver',
      {
        description: 'A paused receiver gets the messages that waited once it is resumed.',
        ...body('WebhookUpdate', { events: ['price.changed'], paused: false }),
      },
      {
        200: json(ref('Webhook'), 'The updated receiver.', { ...created, events: ['price.changed'] }),
      },
    ),
    delete: operation(
      'webhooks.remove',
      'Remove a receiver',
      { description: 'Messages that wait are dropped. This cannot be undone.' },
      { 204: { description: 'The receiver is removed.' } },
    ),
  },
  '/api/v2/webhooks/{id}/test': {
    parameters: [id],
    post: operation(
      'webhooks.test',
      'Send a test message now',
      { description: 'Responds when the receiver has answered, after 15 seconds at the latest.' },
      {
        200: json(ref('WebhookTest'), 'Whether the message was delivered.', {
          delivered: true,
          outcome: 'HTTP 200',
        }),
      },
    ),
  },
  '/api/v2/webhooks/{id}/rotate': {
    parameters: [id],
    post: operation(
      'webhooks.rotate',
      'Create a new secret for a webhook',
      { description: 'Messages are signed with both secrets for a day. Only for the kind `webhook`.' },
      {
        200: json(ref('NewlyAddedWebhook'), 'The webhook with its new secret, which is shown only here.', {
          ...created,
          id: 'wh_2b9e4f60a1c8d375',
          kind: 'webhook',
          url: 'https://receiver.example/…',
          secret: 'whsec_…',
        }),
      },
    ),
  },
}

const events = {
  type: 'array',
  description:
    'Types of changes; empty for alerts, and for a `webhook` also `watch.failing` and `watch.recovered`',
  items: { type: 'string', enum: CHANGE_TYPES },
}
const kind = text('`webhook` takes signed JSON, the others short readable messages', {
  enum: ['webhook', 'slack', 'discord', 'telegram', 'ntfy', 'gotify', 'teams', 'mailto'],
})
const allowPrivate = {
  type: 'boolean',
  description: 'Whether messages may go to a private address; needs the scope `watches:all`',
}

const properties = {
  id: text('Id of the receiver'),
  kind,
  url: text('Scheme and host of the address; the rest is a secret'),
  events,
  allow_private: allowPrivate,
  state: text('Whether messages arrive', { enum: ['active', 'failing', 'paused'] }),
  reason: orNull(text('Why it is paused')),
  owner: orNull(text('Id of the key that added it; null for the operator')),
  created_at: time('When it was added'),
  delivered_at: orNull(time('Time of the last delivery')),
  failing_since: orNull(time('Time of the first failed attempt since the last delivery')),
  attempts: { type: 'integer', description: 'Failed attempts since the last delivery' },
  dropped: { type: 'integer', description: 'Messages that were dropped because too many waited' },
}

export const webhookSchemas: Json = {
  NewWebhook: object(
    'A receiver to add',
    {
      kind: { ...kind, default: 'webhook' },
      url: text('The incoming address of the service, or `mailto:` and an address', { maxLength: 2_048 }),
      events,
      allow_private: { ...allowPrivate, default: false },
    },
    ['kind', 'events', 'allow_private'],
  ),
  WebhookUpdate: object(
    'Fields to change; the others keep their values',
    { events, paused: { type: 'boolean', description: 'Whether messages are held back' } },
    ['events', 'paused'],
  ),
  Webhook: object('A receiver of alerts', properties),
  NewlyAddedWebhook: object(
    'A receiver of alerts; a `webhook` with its secret',
    { ...properties, secret: text('Signs the messages of a `webhook`; shown only here') },
    ['secret'],
  ),
  WebhookPage: object('The receivers of alerts', {
    webhooks: { type: 'array', description: 'Oldest first', items: ref('Webhook') },
  }),
  WebhookTest: object('Result of a test message', {
    delivered: { type: 'boolean', description: 'Whether the receiver accepted it' },
    outcome: text('The status of the answer, or what went wrong'),
  }),
}

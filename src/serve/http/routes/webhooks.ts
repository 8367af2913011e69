// The routes of the receivers of alerts: /api/v2/webhooks, one of them, its test message and its secret.
import type { Clock } from '../../../runtime/clock.ts'
import { invalidParameterFault } from '../../../answer/request/read-params.ts'
import { type Caller, defineRoute } from '../define-route.ts'
import { Fault } from '#kit/fault'
import { bodyError } from '../../../watch/model/input-errors.ts'
import { type TargetSettings, canMail, MAIL_NEEDS } from '../../../watch/alerts/target-sender.ts'
import { sendTestMessage } from '../../../watch/alerts/test-message.ts'
import { OPERATOR } from '../../../watch/model/watch.ts'
import { WATCH_SCOPE } from '../../../watch/watch-access.ts'
import {
  newWebhookFields,
  newWebhookOf,
  webhookEditFields,
  webhookEditOf,
  webhookErrors,
} from '../../../watch/alerts/webhook-input.ts'
import { describeOutcome } from '../../../watch/alerts/webhook-runner.ts'
import type { Webhook as StoredWebhook, WebhookStore } from '../../../watch/alerts/webhook-store.ts'
import {
  NewlyAddedWebhook,
  Webhook,
  WebhookPage,
  WebhookTest,
  webhookView,
} from '../../../watch/alerts/webhook-view.ts'
import { WATCH_TAG } from './watch-routes.ts'

/** Every change is written once per receiver, in the transaction of its check. */
export const WEBHOOKS_PER_OWNER = 50
const OVERLAP_MS = 24 * 3_600_000

interface WebhookParts {
  readonly webhooks: WebhookStore
  readonly targetSettings: Pick<TargetSettings, 'smtpUrl' | 'smtpFrom'>
  readonly clock: Clock
}

const shared = { tag: WATCH_TAG, scope: [WATCH_SCOPE] }
const byId = { ...shared, names: { id: 'Id of the receiver' } }

const example = {
  id: 'nt_5d0c1b7a90e2f346',
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
} as const
const path = { id: example.id }

const listWebhooks = defineRoute({
  ...shared,
  id: 'webhooks.list',
  method: 'GET',
  path: '/api/v2/webhooks',
  summary: 'List the receivers of alerts',
  description: 'Those of the key; with the scope `watches:all`, all. Addresses are masked.',
  answers: { 200: 'The receivers, oldest first.' },
  result: WebhookPage,
  rows: 'webhooks',
  example: { result: { webhooks: [example] } },
  async handle({ caller }, { webhooks, clock }: WebhookParts) {
    return { webhooks: (await webhooks.list(clock.wallMs(), ownersOf(caller))).map(webhookView) }
  },
})

const createWebhook = defineRoute({
  ...shared,
  id: 'webhooks.create',
  method: 'POST',
  path: '/api/v2/webhooks',
  summary: 'Send alerts to an endpoint, a chat, a phone or a mailbox',
  description:
    'A receiver gets the alerts of the watches of its key; one that was added with the scope `watches:all` gets all. The secret of a `webhook` is in this answer only.',
  answers: { 201: 'The receiver.' },
  body: { title: 'NewWebhook', description: 'A receiver to add', fields: newWebhookFields },
  result: NewlyAddedWebhook,
  example: { body: { kind: 'ntfy', url: 'https://ntfy.example/my-topic' }, result: example },
  check: ({ body }) => webhookErrors(body),
  async handle({ body, caller }, { webhooks, clock, targetSettings }: WebhookParts) {
    const input = newWebhookOf(body)
    if (input.kind === 'mailto' && !canMail(targetSettings))
      throw invalidParameterFault([bodyError('kind', MAIL_NEEDS)])
    const isOperator = caller.owners === undefined
    // The guest key of the sandbox is known to every visitor of the page.
    if (input.allowPrivate && (!isOperator || caller.isGuest))
      throw invalidParameterFault([
        bodyError(
          'allow_private',
          'a private address needs a key with the scope watches:all, or the command line',
        ),
      ])
    // What watches:all may see, its receivers get: they are the operator's.
    const owner = isOperator ? OPERATOR : caller.owner
    const nowMs = clock.wallMs()
    if ((await webhooks.list(nowMs, [owner])).length >= WEBHOOKS_PER_OWNER)
      throw new Fault(
        'key_not_allowed',
        `there are ${WEBHOOKS_PER_OWNER} receivers, the most that are allowed`,
      )
    const receiver = await webhooks.add({ ...input, owner }, nowMs)
    return receiver.kind === 'webhook' ? withSecret(receiver) : webhookView(receiver)
  },
})

const getWebhook = defineRoute({
  ...byId,
  id: 'webhooks.get',
  method: 'GET',
  path: '/api/v2/webhooks/{id}',
  summary: 'One receiver of alerts',
  description: 'Includes whether messages arrive.',
  answers: { 200: 'The receiver.' },
  result: Webhook,
  example: { path, result: example },
  handle: async ({ path: { id }, caller }, parts: WebhookParts) => webhookView(await find(id, caller, parts)),
})

const updateWebhook = defineRoute({
  ...byId,
  id: 'webhooks.update',
  method: 'PATCH',
  path: '/api/v2/webhooks/{id}',
  summary: 'Change, pause or resume a receiver',
  description: 'A paused receiver gets the messages that waited once it is resumed.',
  answers: { 200: 'The updated receiver.' },
  body: {
    title: 'WebhookUpdate',
    description: 'Fields to change; the others keep their values',
    fields: webhookEditFields,
  },
  result: Webhook,
  example: {
    path,
    body: { events: ['price.changed'], paused: false },
    result: { ...example, events: ['price.changed'] },
  },
  async handle({ path: { id }, body, caller }, parts: WebhookParts) {
    const webhook = await find(id, caller, parts)
    await parts.webhooks.edit(webhook.id, webhookEditOf(body))
    return webhookView((await parts.webhooks.find(webhook.id, parts.clock.wallMs())) ?? webhook)
  },
})

const removeWebhook = defineRoute({
  ...byId,
  id: 'webhooks.remove',
  method: 'DELETE',
  path: '/api/v2/webhooks/{id}',
  summary: 'Remove a receiver',
  description: 'Messages that wait are dropped. This cannot be undone.',
  answers: { 204: 'The receiver is removed.' },
  example: { path, result: undefined },
  async handle({ path: { id }, caller }, parts: WebhookParts) {
    await parts.webhooks.remove((await find(id, caller, parts)).id)
  },
})

const testWebhook = defineRoute({
  ...byId,
  id: 'webhooks.test',
  method: 'POST',
  path: '/api/v2/webhooks/{id}/test',
  summary: 'Send a test message now',
  description: 'Responds when the receiver has answered, after 15 seconds at the latest.',
  answers: { 200: 'Whether the message was delivered.' },
  result: WebhookTest,
  example: { path, result: { delivered: true, outcome: 'HTTP 200' } },
  async handle({ path: { id }, caller }, parts: WebhookParts) {
    const webhook = await find(id, caller, parts)
    const { isDelivered, outcome } = await sendTestMessage(
      webhook,
      parts.targetSettings,
      parts.clock.wallMs(),
    )
    return { delivered: isDelivered, outcome: describeOutcome(outcome) }
  },
})

const rotateWebhook = defineRoute({
  ...byId,
  id: 'webhooks.rotate',
  method: 'POST',
  path: '/api/v2/webhooks/{id}/rotate',
  summary: 'Create a new secret for a webhook',
  description: 'Messages are signed with both secrets for a day. Only for the kind `webhook`.',
  answers: { 200: 'The webhook with its new secret, which is shown only here.' },
  result: NewlyAddedWebhook,
  example: {
    path,
    result: {
      ...example,
      id: 'wh_2b9e4f60a1c8d375',
      kind: 'webhook',
      url: 'https://receiver.example/…',
      secret: 'whsec_…',
    },
  },
  async handle({ path: { id }, caller }, parts: WebhookParts) {
    const { kind } = await find(id, caller, parts)
    if (kind !== 'webhook')
      throw new Fault('invalid_parameter', `${id} receives readable messages, which are not signed`)
    const webhook = await parts.webhooks.rotate(id, OVERLAP_MS, parts.clock.wallMs())
    if (!webhook) throw noSuchWebhook(id)
    return withSecret(webhook)
  },
})

export const webhookRoutes = [
  listWebhooks,
  createWebhook,
  getWebhook,
  updateWebhook,
  removeWebhook,
  testWebhook,
  rotateWebhook,
] as const

/** A receiver that the caller may manage; others do not exist for it. */
async function find(
  id: string,
  caller: Caller,
  { webhooks, clock }: Pick<WebhookParts, 'webhooks' | 'clock'>,
): Promise<StoredWebhook> {
  const owners = ownersOf(caller)
  const webhook = await webhooks.find(id, clock.wallMs())
  if (!webhook || (owners && !owners.includes(webhook.owner))) throw noSuchWebhook(id)
  return webhook
}

/** Unlike its watches, the operator's receivers are nobody else's business. */
function ownersOf({ owner, owners }: Caller): readonly string[] | undefined {
  return owners && [owner]
}

function noSuchWebhook(id: string): Fault {
  return new Fault('not_found', `there is no webhook ${id.slice(0, 40)}`)
}

/** The view with the secret, which is shown once: after it was created or rotated. */
function withSecret(webhook: StoredWebhook) {
  const [secret] = webhook.secrets
  return secret === undefined ? webhookView(webhook) : { ...webhookView(webhook), secret }
}

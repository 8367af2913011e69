// The API representation of the receivers of alerts: public names, masked addresses, no secret. Pure.
import { namedSchema } from '../../settings/named-schema.ts'
import { type Static, t } from '#kit/schema/schema'
import type { ChangeType } from '../model/change-types.ts'
import { maskAddress } from './target-requests.ts'
import { OPERATOR } from '../model/watch.ts'
import { ALLOW_PRIVATE, webhookEvents, webhookKind } from './webhook-input.ts'
import type { Webhook as StoredWebhook } from './webhook-store.ts'

const time = (description: string) => t.orNull(t.text({ format: 'date-time' }), description)

const properties = {
  id: t.text('Id of the receiver'),
  kind: webhookKind,
  url: t.text('Scheme and host of the address; the rest is a secret'),
  events: webhookEvents,
  allow_private: t.flag(ALLOW_PRIVATE),
  state: t.oneOf(['active', 'failing', 'paused'], 'Whether messages arrive'),
  reason: t.orNull(t.text(), 'Why it is paused'),
  owner: t.orNull(t.text(), 'Id of the key that added it; null for the operator'),
  created_at: t.text({ description: 'When it was added', format: 'date-time' }),
  delivered_at: time('Time of the last delivery'),
  failing_since: time('Time of the first failed attempt since the last delivery'),
  attempts: t.integer('Failed attempts since the last delivery'),
  dropped: t.integer('Messages that were dropped because too many waited'),
}

export const Webhook = namedSchema('Webhook', 'A receiver of alerts', properties)
type WebhookView = Static<typeof Webhook>

export const NewlyAddedWebhook = namedSchema(
  'NewlyAddedWebhook',
  'A receiver of alerts; a `webhook` with its secret',
  { ...properties, secret: t.optional(t.text('Signs the messages of a `webhook`; shown only here')) },
)

export const WebhookPage = namedSchema('WebhookPage', 'The receivers of alerts', {
  webhooks: t.list(Webhook, 'Oldest first'),
})

export const WebhookTest = namedSchema('WebhookTest', 'Result of a test message', {
  delivered: t.flag('Whether the receiver accepted it'),
  outcome: t.text('The status of the answer, or what went wrong'),
})

export function webhookView(webhook: StoredWebhook): WebhookView {
  return {
    id: webhook.id,
    kind: webhook.kind,
    url: maskAddress(webhook.url),
    events: webhook.events as ChangeType[],
    allow_private: webhook.allowPrivate,
    state: webhookState(webhook),
    reason: webhook.reason,
    owner: webhook.owner === OPERATOR ? null : webhook.owner,
    created_at: new Date(webhook.createdAtMs).toISOString(),
    delivered_at: timeOf(webhook.deliveredAtMs),
    failing_since: timeOf(webhook.failingSinceMs),
    attempts: webhook.attempts,
    dropped: webhook.dropped,
  }
}

function webhookState({
  isPaused,
  failingSinceMs,
}: Pick<StoredWebhook, 'isPaused' | 'failingSinceMs'>): 'active' | 'failing' | 'paused' {
  if (isPaused) return 'paused'
  return failingSinceMs === null ? 'active' : 'failing'
}

function timeOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

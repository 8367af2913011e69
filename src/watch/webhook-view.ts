// The API representation of the receivers of alerts: public names, masked addresses, no secret. Pure.
import { maskAddress } from './target-kinds.ts'
import { OPERATOR } from './watch.ts'
import type { Webhook } from './webhook-store.ts'

export function webhookView(webhook: Webhook): Record<string, unknown> {
  return {
    id: webhook.id,
    kind: webhook.kind,
    url: maskAddress(webhook.url),
    events: webhook.events,
    allow_private: webhook.allowPrivate,
    state: webhookState(webhook),
    reason: webhook.reason,
    owner: webhook.owner === OPERATOR ? null : webhook.owner,
    created_at: time(webhook.createdAtMs),
    delivered_at: time(webhook.deliveredAtMs),
    failing_since: time(webhook.failingSinceMs),
    attempts: webhook.attempts,
    dropped: webhook.dropped,
  }
}

export function webhookState({
  isPaused,
  failingSinceMs,
}: Pick<Webhook, 'isPaused' | 'failingSinceMs'>): 'active' | 'failing' | 'paused' {
  if (isPaused) return 'paused'
  return failingSinceMs === null ? 'active' : 'failing'
}

function time(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString()
}

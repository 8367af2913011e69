// Delivers changes to webhook endpoints: retries with growing delays for a day, then pauses the endpoint.
import type { Clock } from '../clock.ts'
import type { Delivery } from './delivery-queue.ts'
import type { HistoryStore } from './history-store.ts'
import { changeView } from './view.ts'
import type { SendMessage, SendOutcome } from './webhook-sender.ts'
import type { Webhook, WebhookStore } from './webhook-store.ts'

export interface WebhookRunnerParts {
  readonly webhooks: WebhookStore
  readonly history: HistoryStore
  readonly send: SendMessage
  readonly clock: Clock
  readonly onError: (error: unknown) => void
}

export interface WebhookRunner {
  start(): void
  /** Sends due deliveries; resolves with the number attempted. */
  tick(): Promise<number>
  close(): Promise<void>
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const RETRY_DELAYS_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 8 * HOUR]
const GIVE_UP_MS = 24 * HOUR
const LEASE_MS = MINUTE
const BATCH = 20
const TICK_MS = SECOND
const GONE = 410

export function createWebhookRunner(parts: WebhookRunnerParts): WebhookRunner {
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let running: Promise<unknown> = Promise.resolve()

  async function tick(): Promise<number> {
    const due = await parts.webhooks.claim({ nowMs: parts.clock.wallMs(), leaseMs: LEASE_MS, limit: BATCH })
    // Sequentially per endpoint, so that it receives changes in order.
    const byWebhook = Map.groupBy(due, delivery => delivery.webhookId)
    await Promise.all([...byWebhook].map(([id, deliveries]) => deliverAll(parts, id, deliveries)))
    return due.length
  }

  async function loop(): Promise<void> {
    let tried = 0
    try {
      tried = await tick()
    } catch (error) {
      parts.onError(error)
    }
    if (!isClosed) timer = setTimeout(begin, tried === BATCH ? 0 : TICK_MS)
  }
  const begin = () => {
    running = loop()
  }

  return {
    start: begin,
    tick,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

async function deliverAll(
  parts: WebhookRunnerParts,
  id: string,
  deliveries: readonly Delivery[],
): Promise<void> {
  const { webhooks, clock } = parts
  for (const delivery of deliveries) {
    const webhook = await webhooks.find(id, clock.wallMs())
    if (!webhook) return
    const nowMs = clock.wallMs()
    if (webhook.isPaused) await webhooks.retry(delivery, nowMs, nowMs)
    else await deliver(parts, webhook, delivery)
  }
}

async function deliver(parts: WebhookRunnerParts, webhook: Webhook, delivery: Delivery): Promise<void> {
  const { webhooks, history, clock } = parts
  const [change] = await history.changes({ after: delivery.changeId - 1, limit: 1 })
  // The change was pruned.
  if (change?.id !== delivery.changeId) return webhooks.delivered(delivery, clock.wallMs())
  const outcome = await parts.send(webhook, {
    id: `change_${change.id}`,
    timestampS: Math.floor(clock.wallMs() / 1000),
    body: JSON.stringify({
      type: change.type,
      timestamp: new Date(change.atMs).toISOString(),
      data: changeView(change),
    }),
  })
  const nowMs = clock.wallMs()
  if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) {
    return webhooks.delivered(delivery, nowMs)
  }
  const isGone = 'status' in outcome && outcome.status === GONE
  const pauseMs = RETRY_DELAYS_MS[delivery.attempts - 1] ?? RETRY_DELAYS_MS.at(-1) ?? HOUR
  await webhooks.retry(delivery, nowMs + pauseMs, nowMs)
  if (isGone || nowMs - delivery.createdAtMs >= GIVE_UP_MS) {
    await webhooks.pause(
      webhook.id,
      `${isGone ? 'the endpoint is gone' : 'no successful delivery for a day'}: ${describeOutcome(outcome)}`,
    )
  }
}

export function describeOutcome(outcome: SendOutcome): string {
  return 'status' in outcome ? `HTTP ${outcome.status}` : outcome.error
}

// Delivers changes to webhook endpoints as leased work, in order per endpoint: retries with growing delays for a day, then
// pauses the endpoint.
import type { Clock } from '../../runtime/clock.ts'
import type { WorkContext, WorkOutcome } from '../../store/queue/running-work.ts'
import type { WorkQueue } from '../../store/queue/work-queue.ts'
import { createWorkRunner, type WorkRunner } from '../../store/queue/work-runner.ts'
import { LONGEST_RETRY_MS } from './delivery-queue.ts'
import { newsOfChange } from '../lists/catalog-news.ts'
import type { HistoryStore, StoredChange } from '../store/history-store.ts'
import { changeView } from '../view/view.ts'
import type { SendAlert } from './target-sender.ts'
import { outcomeOf, SEND_TIMEOUT_MS, type SendMessage, type SendOutcome } from './webhook-sender.ts'
import type { Webhook, WebhookStore } from './webhook-store.ts'

export interface WebhookRunnerParts {
  readonly queue: WorkQueue<string>
  readonly webhooks: WebhookStore
  readonly history: Pick<HistoryStore, 'changes'>
  readonly send: SendMessage
  /** Sends to notification targets. */
  readonly notify: SendAlert
  readonly clock: Clock
  readonly leaseMs?: number
  readonly onError: (error: unknown) => void
}

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const RETRY_DELAYS_MS = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, LONGEST_RETRY_MS]
const GIVE_UP_MS = 24 * HOUR
/** Endpoints at the same time. Most of the time they wait for a receiver, so there may be many. */
const MAX_CONCURRENT = 256
/** Messages to one endpoint before others get a turn. */
const MESSAGES_PER_TURN = 100
/** How long a stop waits for a message under way. */
const FINISH_MS = 5_000
const GONE = 410

export function createWebhookRunner(parts: WebhookRunnerParts): WorkRunner {
  return createWorkRunner<string>({
    ...parts,
    run: (id, context) => deliverWaiting(parts, id, context),
    partitionLimit: () => 1,
    limit: MAX_CONCURRENT,
  })
}

async function deliverWaiting(
  parts: WebhookRunnerParts,
  id: string,
  { signal, leaseLeftMs }: WorkContext,
): Promise<WorkOutcome> {
  const { webhooks, clock } = parts
  const ending = endingAfter(signal)
  for (let count = 0; count < MESSAGES_PER_TURN; count++) {
    // A message is begun only if the lease outlives it: no other replica sends it meanwhile.
    if (signal.aborted || leaseLeftMs() < SEND_TIMEOUT_MS) break
    const changeId = await webhooks.nextChangeId(id)
    const webhook = await webhooks.find(id, clock.wallMs())
    if (changeId === undefined || !webhook || webhook.isPaused) break
    const outcome = await deliver(parts, webhook, changeId, ending)
    // It says nothing about the receiver. The message is sent again after the restart.
    if (ending.aborted) break
    if (!isDelivered(outcome)) return { dueAtMs: await afterFailure(parts, webhook, outcome) }
    await webhooks.delivered(id, changeId, clock.wallMs())
  }
  return { dueAtMs: 0 }
}

async function deliver(
  { history, send, notify, clock }: WebhookRunnerParts,
  webhook: Webhook,
  changeId: number,
  signal: AbortSignal,
): Promise<SendOutcome | undefined> {
  const [change] = await history.changes({ after: changeId - 1, limit: 1 })
  // The change was pruned.
  if (change?.id !== changeId || isToldByAnother(change, webhook)) return undefined
  return outcomeOf(() => {
    if (webhook.kind !== 'webhook') return notify(webhook, change, signal)
    const body = JSON.stringify({
      type: change.type,
      timestamp: new Date(change.atMs).toISOString(),
      data: changeView(change),
    })
    const timestampS = Math.floor(clock.wallMs() / 1000)
    return send(webhook, { id: `change_${change.id}`, timestampS, body }, signal)
  })
}

/** A check of a catalog is one message, which the first of its changes has; a webhook gets them all. */
function isToldByAnother(change: StoredChange, { kind, events }: Webhook): boolean {
  const { toldBy } = newsOfChange(change) ?? {}
  if (kind === 'webhook' || toldBy === undefined) return false
  return events.length === 0 || events.includes(toldBy)
}

/** Fires some time after the given signal, so that a message under way can still be delivered. */
function endingAfter(signal: AbortSignal): AbortSignal {
  const ending = new AbortController()
  const end = (): void => void setTimeout(() => ending.abort(), FINISH_MS).unref()
  signal.addEventListener('abort', end, { once: true })
  return ending.signal
}

function isDelivered(outcome: SendOutcome | undefined): outcome is undefined {
  return outcome === undefined || ('status' in outcome && outcome.status >= 200 && outcome.status < 300)
}

/** Records the failure, and returns the time of the next attempt. */
async function afterFailure(
  { webhooks, clock }: WebhookRunnerParts,
  webhook: Webhook,
  outcome: SendOutcome,
): Promise<number> {
  const nowMs = clock.wallMs()
  const giveUpAtMs = (webhook.failingSinceMs ?? nowMs) + GIVE_UP_MS
  const isGone = 'status' in outcome && outcome.status === GONE
  await webhooks.failed(webhook.id, nowMs)
  if (isGone || nowMs >= giveUpAtMs) {
    const why = isGone ? 'the endpoint is gone' : 'no successful delivery for a day'
    await webhooks.pause(webhook.id, `${why}: ${describeOutcome(outcome)}`)
  }
  const delayMs = RETRY_DELAYS_MS[webhook.attempts] ?? LONGEST_RETRY_MS
  return Math.max(nowMs + 1, Math.min(nowMs + delayMs, giveUpAtMs))
}

export function describeOutcome(outcome: SendOutcome): string {
  return 'status' in outcome ? `HTTP ${outcome.status}` : outcome.error
}

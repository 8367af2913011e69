// Sends a test message to a receiver of alerts: a signed one to a webhook, a readable one to a notification target.
import { sendToTarget, type TargetSettings } from './target-sender.ts'
import { sendMessage, type SendOutcome } from './webhook-sender.ts'
import type { Webhook } from './webhook-store.ts'

export interface TestedReceiver {
  readonly isDelivered: boolean
  readonly outcome: SendOutcome
}

export async function sendTestMessage(
  webhook: Webhook,
  settings: Pick<TargetSettings, 'smtpUrl' | 'smtpFrom'>,
  nowMs: number,
): Promise<TestedReceiver> {
  const outcome = await (webhook.kind === 'webhook'
    ? sendMessage(webhook, {
        id: `test_${nowMs}`,
        timestampS: Math.floor(nowMs / 1000),
        body: JSON.stringify({
          type: 'test',
          timestamp: new Date(nowMs).toISOString(),
          data: { webhook: webhook.id },
        }),
      })
    : sendToTarget(webhook, TEST_MESSAGE, settings))
  const isDelivered = 'status' in outcome && outcome.status >= 200 && outcome.status < 300
  return { isDelivered, outcome }
}

const TEST_MESSAGE = {
  title: 'Wares: test message',
  text: 'Alerts of your watches arrive here.',
  url: null,
  imageUrl: null,
  pauseUrl: null,
} as const

// What `wares notify` and `wares webhook` share: both manage receivers of changes.
import { type Command, InvalidArgumentError } from 'commander'
import { readStoreLocation } from '../config.ts'
import { openStore } from '../state/open-store.ts'
import { CHANGE_TYPES } from '../watch/change-types.ts'
import { sendTestMessage } from '../watch/test-message.ts'
import { describeOutcome } from '../watch/webhook-runner.ts'
import { isPrivateHost } from '../watch/webhook-sender.ts'
import { createWebhookStore, type Webhook, type WebhookStore } from '../watch/webhook-store.ts'
import { printJson, wantsJson } from './print.ts'

export type JsonOption = { json?: boolean }

export interface AddOptions extends JsonOption {
  events?: string[]
  allowPrivate?: boolean
}

export async function withWebhooks(work: (webhooks: WebhookStore) => Promise<void>): Promise<void> {
  const store = await openStore(readStoreLocation())
  try {
    await work(createWebhookStore(store.database))
  } finally {
    await store.close()
  }
}

/** `what` is sent to the receiver: alerts or changes. */
export function refusePrivate(hostname: string, what: string, command: Command): void {
  if (isPrivateHost(hostname))
    command.error(
      `error: ${hostname} is on this machine or a private network. Add --allow-private if ${what} may be sent there.`,
    )
}

export async function printTest(
  target: Webhook,
  mail: Parameters<typeof sendTestMessage>[1],
  options: JsonOption,
): Promise<void> {
  const { isDelivered, outcome } = await sendTestMessage(target, mail, Date.now())
  if (wantsJson(options)) printJson({ delivered: isDelivered, outcome: describeOutcome(outcome) })
  else console.log(`${isDelivered ? 'Delivered' : 'Not delivered'}: ${describeOutcome(outcome)}.`)
  if (!isDelivered) process.exitCode = 1
}

export function parseEvents(text: string): string[] {
  const events = text.split(',').map(one => one.trim())
  const unknown = events.find(one => !(CHANGE_TYPES as readonly string[]).includes(one))
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is not a change type; use ${CHANGE_TYPES.join(', ')}`)
  return events
}

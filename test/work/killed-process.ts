// Runs due checks and sends webhooks like a server, until it is killed. Prices identify the check. Time runs SPEED times as fast,
// from the same moment in every process.
// node killed-process.ts FOLDER_OR_URL EPOCH_MS SPEED
import { setTimeout as sleep } from 'node:timers/promises'
import { openPostgresStore } from '../../src/store/postgres/postgres-store.ts'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createEndpointQueue } from '../../src/watch/alerts/delivery-queue.ts'
import { createFeed } from '../../src/watch/feed/change-log.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import { publishRegularly } from '../../src/watch/feed/publish-regularly.ts'
import { createWatchRunner } from '../../src/watch/check/runner.ts'
import { createWatchQueue } from '../../src/watch/check/watch-queue.ts'
import { createWebhookRunner } from '../../src/watch/alerts/webhook-runner.ts'
import { SEND_TIMEOUT_MS, sendMessage } from '../../src/watch/alerts/webhook-sender.ts'
import { createWebhookStore } from '../../src/watch/alerts/webhook-store.ts'

const [, , where = '', epoch = '0', speed = '1'] = process.argv
const nowMs = () => Number(epoch) + (Date.now() - Number(epoch)) * Number(speed)
const clock = { wallMs: nowMs, monotonicMs: nowMs }
const { database } = where.startsWith('postgres')
  ? await openPostgresStore(where)
  : await openEmbeddedStore(where)
const onError = (): void => {}
createWatchRunner({
  queue: createWatchQueue(database),
  checks: createCheckStore(database),
  async check(watch) {
    await sleep(Math.random() * 30)
    const price = `${watch.checkSeq + 1}.00 EUR`
    return {
      kind: 'facts' as const,
      facts: { price },
      requestId: `request-${watch.checkSeq + 1}`,
      atMs: nowMs(),
    }
  },
  clock,
  siteLimit: () => 8,
  onError,
}).start()
publishRegularly(createFeed(database), onError).start()
createWebhookRunner({
  queue: createEndpointQueue(database),
  webhooks: createWebhookStore(database),
  history: createHistoryStore(database),
  async send(webhook, message) {
    const outcome = await sendMessage(webhook, message, AbortSignal.timeout(SEND_TIMEOUT_MS / Number(speed)))
    // The test has to know which attempts their sender took for failed.
    process.send?.({ url: webhook.url, messageId: message.id, outcome, clockMs: nowMs() })
    return outcome
  },
  notify: () => Promise.resolve({ status: 200 }),
  clock,
  onError,
}).start()
process.send?.('started')

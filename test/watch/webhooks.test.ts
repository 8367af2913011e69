// Webhooks: delivered after the change is recorded, signed, retried for a day, paused when no receiver accepts them.
import { type IncomingHttpHeaders } from 'node:http'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { openEmbeddedStore } from '../../src/store/sqlite/sqlite-store.ts'
import type { Store } from '../../src/store/store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createHistoryStore, type HistoryStore } from '../../src/watch/store/history-store.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createEndpointQueue } from '../../src/watch/alerts/delivery-queue.ts'
import { createWebhookRunner } from '../../src/watch/alerts/webhook-runner.ts'
import { newSecret } from '../../src/watch/alerts/webhook-signature.ts'
import { createTargetSender } from '../../src/watch/alerts/target-sender.ts'
import { isPrivateHost, isPublic, sendMessage } from '../../src/watch/alerts/webhook-sender.ts'
import { createWebhookStore, type Webhook, type WebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import { newWatch } from './watch-store-conformance.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer } from '../support/servers.ts'

const HOUR = 3_600_000
const folder = temporaryFolder('webhooks')
let store: Store
let webhooks: WebhookStore
let nowMs = Date.UTC(2027, 0, 1)
const clock = { wallMs: () => nowMs, monotonicMs: () => nowMs }
const received: { headers: IncomingHttpHeaders; body: string }[] = []
let status = 200
const receiver = await startHttpServer((request, response) => {
  void text(request).then(body => {
    received.push({ headers: request.headers, body })
    response.writeHead(status).end()
  })
})
let url: string

beforeAll(async () => {
  store = await openEmbeddedStore(folder)
  webhooks = createWebhookStore(store.database)
  url = `${receiver.origin}/hook`
})
afterAll(async () => {
  await store.close()
})
beforeEach(async () => {
  received.length = 0
  status = 200
  for (const one of await webhooks.list(nowMs)) await webhooks.remove(one.id)
})

function runner(history = createHistoryStore(store.database)) {
  const errors: unknown[] = []
  const sending = createWebhookRunner({
    queue: createEndpointQueue(store.database),
    webhooks,
    history,
    notify: createTargetSender(
      { smtpUrl: undefined, smtpFrom: undefined, publicUrl: 'http://127.0.0.1:8080' },
      clock,
    ),
    send: sendMessage,
    clock,
    onError: error => errors.push(error),
  })
  return {
    /** Sends what is due; resolves with the number of endpoints that were sent to. */
    async tick() {
      const begun = await sending.tick()
      await sending.idle()
      expect(errors).toEqual([])
      return begun
    },
  }
}

/** A watch whose price changes once. */
async function change(when: string | null = null, after = '1.00 EUR'): Promise<void> {
  const watches = createWatchStore(store.database)
  const watch = await watches.add(newWatch({ when }), nowMs)
  for (const price of ['200.00 EUR', after]) {
    const known = watch && (await watches.find(watch.id))
    if (!known) throw new Error('the watch is not there')
    const check = { kind: 'facts' as const, facts: { price }, requestId: 'r', atMs: nowMs }
    await createCheckStore(store.database).record(known, check)
    nowMs += 1_000
  }
}

const add = (given: Partial<Webhook> = {}) =>
  webhooks.add({ url, events: [], allowPrivate: true, ...given }, nowMs)

/** The library that the specification recommends to receivers. */
const require = createRequire(import.meta.url)
const { Webhook: Verifier } = require('standardwebhooks') as {
  Webhook: new (secret: string) => { verify(body: string, headers: IncomingHttpHeaders): unknown }
}

function isSignedBy(secret: string, { headers, body }: (typeof received)[number]): boolean {
  // It rejects messages older than five minutes.
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  try {
    new Verifier(secret).verify(body, headers)
    return true
  } catch {
    return false
  } finally {
    vi.useRealTimers()
  }
}

/** Every change as one of a catalog whose message another change of the same check has. */
function toldByAnother(): HistoryStore {
  const history = createHistoryStore(store.database)
  const news = JSON.stringify({ run: 1, count: 1, matched: 1, sample: [], toldBy: 'catalog.added' })
  return {
    ...history,
    async changes(filter) {
      const found = await history.changes(filter)
      return found.map(one => Object.assign(one, { after: { ...one.after, '@catalog': news } }))
    },
  }
}

describe('a change of a catalog that another message tells of', () => {
  it.each<[string, Partial<Webhook>, number]>([
    ['is sent to a webhook, which gets every change', {}, 1],
    ['is not sent to a chat that gets the other one', { kind: 'slack' }, 0],
    ['nor to one that asked for both', { kind: 'slack', events: ['price.changed', 'catalog.added'] }, 0],
    ['is sent to a chat that did not ask for the other one', { kind: 'slack', events: ['price.changed'] }, 1],
  ])('%s', async (_, given, count) => {
    await add(given)
    await change()
    await runner(toldByAnother()).tick()
    expect(received).toHaveLength(count)
  })
})

describe('webhook', () => {
  it('is sent once for each change that matches the condition and the events, signed', async () => {
    const webhook = await add({ events: ['price.changed'] })
    await add({ events: ['product.gone'] })
    await change('price < 100')
    await change('price < 100', '150.00 EUR')
    const sending = runner()
    expect(await sending.tick()).toBe(1)
    expect(await sending.tick()).toBe(0)
    const [message] = received
    if (!message) throw new Error('nothing was received')
    expect(JSON.parse(message.body)).toMatchObject({
      type: 'price.changed',
      data: {
        name: expect.stringMatching(/^watch \d+$/) as string,
        url: expect.stringMatching(/^https:\/\/shop\.example\/\d+$/) as string,
        after: { price: { amount: '1.00', currency: 'EUR' } },
        request_id: 'r',
      },
    })
    const [secret = ''] = webhook.secrets
    expect(isSignedBy(secret, message)).toBe(true)
    expect(isSignedBy(newSecret(), message)).toBe(false)
    expect(isSignedBy(secret, { ...message, body: message.body.replace('1.00', '1.01') })).toBe(false)
    nowMs += HOUR
    expect(isSignedBy(secret, message)).toBe(false)
  })

  it('is retried with growing delays and the same id, paused after a day, and continues when resumed', async () => {
    const { id } = await add()
    await change()
    status = 500
    const sending = runner()
    const startMs = nowMs
    let pausedAtMs = 0
    while (nowMs < startMs + 40 * HOUR) {
      await sending.tick()
      if (pausedAtMs === 0 && (await webhooks.find(id, nowMs))?.isPaused) pausedAtMs = nowMs
      nowMs += nowMs - startMs < 10 * 60_000 ? 5_000 : 10 * 60_000
    }
    expect(pausedAtMs - startMs).toBeGreaterThanOrEqual(24 * HOUR)
    expect(pausedAtMs - startMs).toBeLessThan(25 * HOUR)
    expect(received.length).toBeGreaterThan(6)
    expect(received.length).toBeLessThan(12)
    expect(new Set(received.map(one => one.headers['webhook-id'])).size).toBe(1)
    expect(await webhooks.find(id, nowMs)).toMatchObject({
      isPaused: true,
      reason: 'no successful delivery for a day: HTTP 500',
    })
    status = 204
    await webhooks.resume(id)
    expect(await sending.tick()).toBe(1)
    expect(await sending.tick()).toBe(0)
    expect(await webhooks.find(id, nowMs)).toMatchObject({ isPaused: false, failingSinceMs: null })
  })

  it('is paused at once when the receiver answers that it is gone', async () => {
    const { id } = await add()
    await change()
    status = 410
    await runner().tick()
    expect(await webhooks.find(id, nowMs)).toMatchObject({ isPaused: true })
  })

  it.each(['http://127.0.0.1/%E0%A4%A', 'http://%E0%A4%A@127.0.0.1/topic'])(
    'of an earlier release that can never be sent (%s) fails, is counted, and is paused after a day',
    async broken => {
      const { id } = await add({ kind: 'ntfy', url: broken })
      const sending = runner()
      await change()
      await sending.tick()
      expect(await webhooks.find(id, nowMs)).toMatchObject({ attempts: 1, failingSinceMs: nowMs })
      nowMs += 25 * HOUR
      await sending.tick()
      const paused = await webhooks.find(id, nowMs)
      expect(paused).toMatchObject({ isPaused: true })
      expect(paused?.reason).toMatch(/no successful delivery for a day: .*URI malformed/)
    },
  )

  it('is signed with both secrets while they overlap', async () => {
    const before = await add()
    const after = await webhooks.rotate(before.id, HOUR, nowMs)
    await change()
    await runner().tick()
    const [message] = received
    if (!message || !after) throw new Error('nothing was received')
    expect(isSignedBy(before.secrets[0] ?? '', message)).toBe(true)
    expect(isSignedBy(after.secrets[0] ?? '', message)).toBe(true)
    expect((await webhooks.find(before.id, nowMs + HOUR))?.secrets).toHaveLength(1)
  })

  it('is not sent to a private address unless that is allowed', async () => {
    const webhook = await add({ allowPrivate: false })
    const outcome = await sendMessage(webhook, { id: 'a', timestampS: 1, body: '{}' })
    expect(outcome).toEqual({ error: expect.stringContaining('private') as string })
    expect(received).toEqual([])
    const refused = ['10.0.0.1', '::1', '169.254.1.1', '203.0.113.9x', 'fd00::1', 'fe80::1', '::']
    // Every spelling of an IPv4 address within IPv6: mapped, compatible, translated, 6to4, Teredo.
    const wrapped = [
      '::ffff:127.0.0.1',
      '::127.0.0.1',
      '::7f00:1',
      '64:ff9b::7f00:1',
      '::ffff:0:7f00:1',
      '2002:7f00:1::',
      '2001:0:7f00:1::',
    ]
    expect([...refused, ...wrapped].filter(isPublic)).toEqual([])
    expect(isPublic('2606:2800:220:1::1')).toBe(true)
    expect(isPublic('93.184.216.34')).toBe(true)
    const hosts = [
      '127.0.0.1',
      '[::1]',
      '[::127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '10.0.0.1',
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      '93.184.216.34',
      'a.example',
    ]
    const inUrls = hosts.map(host => new URL(`http://${host}/`).hostname)
    expect(inUrls.filter(host => !isPrivateHost(host))).toEqual(['93.184.216.34', 'a.example'])
  })
})

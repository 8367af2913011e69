// Notification targets: the message of each kind, as a receiver gets it, the SMTP dialogue, and the pause link.
import { randomUUID } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Store } from '../../src/store/store.ts'
import { openStore } from '../../src/store/open-store.ts'
import { createEndpointQueue } from '../../src/watch/alerts/delivery-queue.ts'
import { createHistoryStore } from '../../src/watch/store/history-store.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { isValidPauseLink, pauseUrl } from '../../src/watch/alerts/pause-link.ts'
import {
  checkTargetAddress,
  maskAddress,
  TARGET_KINDS,
  type TargetKind,
} from '../../src/watch/alerts/target-requests.ts'
import { createTargetSender } from '../../src/watch/alerts/target-sender.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { createWebhookRunner } from '../../src/watch/alerts/webhook-runner.ts'
import { createWebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { startHttpServer, startTcpServer, type TestServer } from '../support/servers.ts'

const received: { path: string; body: string }[] = []
const mails: string[] = []
const { origin } = await startHttpServer((request, response) => {
  void text(request).then(body => {
    received.push({ path: request.url ?? '', body })
    response.writeHead(204).end()
  })
})
const mailServer = await startSmtpServer(mails)
const smtpUrl = `smtp://127.0.0.1:${mailServer.port}`
const folder = temporaryFolder('targets')
const clock = { wallMs: Date.now, monotonicMs: () => performance.now() }
let store: Store

beforeAll(async () => {
  store = await openStore({ dataDir: folder, databaseUrl: undefined })
})
afterAll(() => store.close())

/** Accepts every mail in plain SMTP. */
function startSmtpServer(all: string[]): Promise<TestServer> {
  return startTcpServer(socket => {
    let data: string | undefined
    socket.write('220 mail.example ESMTP\r\n')
    socket.on('data', chunk => {
      for (const line of chunk
        .toString()
        .split('\r\n')
        .filter((one, at, lines) => one !== '' || at < lines.length - 1)) {
        if (data !== undefined) {
          if (line !== '.') data += `${line}\n`
          else {
            all.push(data)
            data = undefined
            socket.write('250 queued\r\n')
          }
        } else if (line === 'DATA') {
          data = ''
          socket.write('354 go on\r\n')
        } else if (line === 'QUIT') socket.end('221 bye\r\n')
        else socket.write('250 ok\r\n')
      }
    })
  })
}

const addressOf = (kind: TargetKind): string =>
  ({
    slack: `${origin}/services/T0/B0/token`,
    discord: `${origin}/api/webhooks/1/token`,
    telegram: `${origin}/bot1:token/sendMessage?chat_id=-100`,
    ntfy: `${origin}/my-topic`,
    gotify: `${origin}/message?token=app`,
    teams: `${origin}/workflows/1/triggers/manual/paths/invoke?sig=secret`,
    mailto: 'mailto:buyer@example.org',
  })[kind]

const PRICES = ['128.80 GBP', '96.60 GBP'].map(price => ({ price }))

/** Delivers the one message of these checks to a target of the kind; by default an alert, a drop from 128.80 to 96.60 GBP. */
async function alertTo(
  kind: TargetKind,
  checks: readonly Readonly<Record<string, string>>[] = PRICES,
): Promise<{ path: string; body: string }> {
  received.length = 0
  mails.length = 0
  const targets = createWebhookStore(store.database)
  const watches = createWatchStore(store.database)
  const recording = createCheckStore(store.database)
  for (const one of await targets.list(Date.now())) await targets.remove(one.id)
  await targets.add({ kind, url: addressOf(kind), events: [], allowPrivate: true }, Date.now())
  const watch = await watches.add(
    {
      name: 'Linen <shirt>',
      source: 'api',
      site: 'shop.example',
      url: 'https://shop.example/shirt',
      operation: 'general.product',
      params: {},
      target: randomUUID(),
      everyS: 3_600,
      when: 'price drops 10%',
      keepDays: null,
    },
    Date.now(),
  )
  const identity = {
    sku: '1',
    gtin: null,
    mpn: null,
    name: 'Shirt',
    image: 'https://shop.example/shirt.jpg',
    codes: [],
  }
  for (const facts of checks) {
    const now = await watches.find(watch?.id ?? '')
    if (!now) throw new Error('no watch')
    await recording.record(now, { kind: 'facts', facts, identity, requestId: 'r', atMs: Date.now() })
  }
  const settings = { smtpUrl, smtpFrom: 'Wares <wares@example.org>', publicUrl: 'https://wares.example' }
  const runner = createWebhookRunner({
    queue: createEndpointQueue(store.database),
    webhooks: targets,
    history: createHistoryStore(store.database),
    send: () => Promise.reject(new Error('not a webhook')),
    notify: createTargetSender(settings, clock),
    clock,
    onError: error => {
      throw error
    },
  })
  runner.start()
  await expect.poll(() => received.length + mails.length, { timeout: 10_000 }).toBe(1)
  await runner.close()
  return received[0] ?? { path: '', body: mails[0] ?? '' }
}

describe('an alert', () => {
  it.each(TARGET_KINDS.filter(kind => kind !== 'mailto'))(
    'to %s says what, from, to, where, why, and has the links',
    async kind => {
      const { body } = await alertTo(kind)
      const message = JSON.stringify(JSON.parse(body))
      expect(message).toContain('128.80 → 96.60 GBP')
      expect(message).toContain('Condition: price drops 10% (first price 128.80 GBP')
      expect(message).toContain('Checks: r')
      expect(message).toContain('Shop: shop.example')
      expect(message).toMatch(/https:\/\/shop\.example\/shirt["| \\]/)
      expect(message).toContain('https://shop.example/shirt.jpg')
      expect(message).toMatch(/https:\/\/wares\.example\/watches\/pause\?watch=w_\w+&target=nt_/)
    },
  )

  it.each(TARGET_KINDS)('to %s says that the watch no longer sees the price, and what to do', async kind => {
    const { body } = await alertTo(kind, [{ price: '9.00 GBP' }, { availability: 'in_stock' }])
    const message = kind === 'mailto' ? body.replaceAll(/=\n/g, '') : JSON.stringify(JSON.parse(body))
    expect(message).toContain('checks fail: Upstream page has changed (upstream_changed)')
    expect(message).toContain('Missing on the page: price')
    expect(message).toMatch(/Last successful check: \d{4}-\d\d-\d\d \d\d:\d\d UTC/)
    expect(message).toMatch(/wares watch show w_\w+/)
  })

  it('to a mailbox goes out by SMTP', async () => {
    const { body } = await alertTo('mailto')
    expect(body).toContain('To: buyer@example.org')
    expect(body).toContain('From: Wares <wares@example.org>')
    expect(body).toMatch(/^Subject: /m)
  })

  it('has the form that each service expects', async () => {
    expect(JSON.parse((await alertTo('slack')).body)).toMatchObject({
      text: expect.stringContaining('Linen &lt;shirt&gt;') as string,
      blocks: [
        {
          text: { text: expect.stringContaining('Linen &lt;shirt&gt;') as string },
          accessory: { type: 'image' },
        },
        {},
      ],
    })
    expect(JSON.parse((await alertTo('discord')).body)).toMatchObject({ allowed_mentions: { parse: [] } })
    const telegram = await alertTo('telegram')
    expect([telegram.path, JSON.parse(telegram.body)]).toMatchObject([
      '/bot1:token/sendMessage',
      { chat_id: '-100' },
    ])
    const ntfy = await alertTo('ntfy')
    expect([ntfy.path, JSON.parse(ntfy.body)]).toMatchObject([
      '/',
      { topic: 'my-topic', actions: [{ action: 'view' }] },
    ])
    expect((await alertTo('gotify')).path).toBe('/message?token=app')
  })
})

it('addresses are checked, and masked in lists', () => {
  for (const kind of TARGET_KINDS) expect(checkTargetAddress(kind, addressOf(kind))).toBeUndefined()
  expect(checkTargetAddress('telegram', 'https://api.telegram.org/bot1:token/sendMessage')).toContain(
    'chat_id',
  )
  expect(checkTargetAddress('mailto', 'mailto:a@b.example,c@d.example')).toContain('one address')
  expect(checkTargetAddress('slack', 'nonsense')).toContain('incoming webhook')
  expect(maskAddress('https://hooks.example/services/T0/B0/token')).toBe('https://hooks.example/…')
  expect(maskAddress('mailto:buyer@example.org')).toBe('mailto:b…@example.org')
})

it('a pause link is valid for its watch and target, with its signature, until it expires', () => {
  const link = { watchId: 'w_1', targetId: 'nt_1', untilS: 1_000 }
  const signature =
    new URL(pauseUrl('https://wares.example', link, 'secret')).searchParams.get('signature') ?? ''
  expect(isValidPauseLink(link, signature, 'secret', 999_999)).toBe(true)
  expect(isValidPauseLink(link, signature, 'secret', 1_000_000)).toBe(false)
  expect(isValidPauseLink({ ...link, watchId: 'w_2' }, signature, 'secret', 0)).toBe(false)
  expect(isValidPauseLink({ ...link, untilS: 2_000 }, signature, 'secret', 0)).toBe(false)
  expect(isValidPauseLink(link, signature, 'other', 0)).toBe(false)
  expect(isValidPauseLink(link, '', 'secret', 0)).toBe(false)
})

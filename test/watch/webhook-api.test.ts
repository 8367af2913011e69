// Receivers of alerts over HTTP: masked addresses, secrets shown once, owners, private addresses, test messages, deliveries.
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { TARGET_KINDS } from '../../src/watch/alerts/target-requests.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'
import { WEBHOOKS_PER_OWNER } from '../../src/serve/http/routes/webhooks.ts'
import { createWebhookStore } from '../../src/watch/alerts/webhook-store.ts'
import { guestKeyOf, startTestWares, type TestWares } from '../start-wares.ts'
import { startHttpServer } from '../support/servers.ts'

interface View {
  readonly id: string
  readonly url: string
  readonly state: string
  readonly secret?: string
}

const PATH = '/api/v2/webhooks'
const TOKEN = 'T0KEN-9f3b'
const received: { path: string; body: string; headers: Record<string, unknown> }[] = []
const receiver = await startHttpServer((request, response) => {
  void text(request).then(body => {
    received.push({ path: request.url ?? '', body, headers: request.headers })
    response.writeHead(request.url === '/broken' ? 500 : 204).end()
  })
})
let wares: TestWares
let origin: string
beforeAll(async () => {
  // Nobody listens there.
  wares = await startTestWares({
    WARES_SMTP_URL: 'smtp://127.0.0.1:1',
    WARES_SMTP_FROM: 'wares@shop.example',
  })
  origin = receiver.origin
}, 120_000)
afterAll(async () => {
  await wares.stop()
})
beforeEach(async () => {
  received.length = 0
  const webhooks = createWebhookStore(wares.store.database)
  for (const one of await webhooks.list(Date.now())) await webhooks.remove(one.id)
})

const send = (method: string, path: string, body?: unknown, key?: string) =>
  wares.call(path, {
    method,
    ...(key === undefined ? {} : { key }),
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  })
async function add(body: object, key?: string): Promise<View> {
  const reply = await send('POST', PATH, body, key)
  expect(reply.status, reply.bytes.toString()).toBe(201)
  return reply.json<View>()
}
const plainKey = async () => (await wares.newKey({ scopes: ['*', 'watches'] })).key

const ADDRESSES: Readonly<Record<string, string>> = {
  webhook: `https://receiver.example/hooks/${TOKEN}`,
  slack: `https://hooks.example/services/T0/B0/${TOKEN}`,
  discord: `https://chat.example/api/webhooks/1/${TOKEN}`,
  telegram: `https://api.telegram.org/bot1:${TOKEN}/sendMessage?chat_id=-100`,
  ntfy: `https://user:${TOKEN}@ntfy.example/${TOKEN}`,
  gotify: `https://push.example/message?token=${TOKEN}`,
  teams: `https://flows.example/workflows/1/invoke?sig=${TOKEN}`,
  mailto: `mailto:${TOKEN}@example.org`,
}

describe('a receiver', () => {
  it.each(['webhook', ...TARGET_KINDS])('of kind %s never shows its address again', async kind => {
    const key = await plainKey()
    const added = await send('POST', PATH, { kind, url: ADDRESSES[kind] }, key)
    expect(added.status, added.bytes.toString()).toBe(201)
    const { id } = added.json<View>()
    expect(added.headers.location).toBe(`${PATH}/${id}`)
    const answers = [added, await send('GET', PATH, undefined, key)]
    answers.push(await send('GET', `${PATH}/${id}`, undefined, key))
    answers.push(await send('PATCH', `${PATH}/${id}`, { paused: true }, key))
    for (const answer of answers) expect(answer.bytes.toString()).not.toContain(TOKEN)
  })

  it('shows the secret of a webhook when it is added and rotated, and at no other time', async () => {
    const { id, secret } = await add({ url: ADDRESSES.webhook })
    expect(secret).toMatch(/^whsec_/)
    expect((await send('GET', `${PATH}/${id}`)).bytes.toString()).not.toContain('whsec_')
    // A body that means nothing here is refused before anything is done.
    for (const body of [{ other: 1 }, []] as object[])
      expect((await send('POST', `${PATH}/${id}/rotate`, body)).status).toBe(400)
    const rotated = (await send('POST', `${PATH}/${id}/rotate`)).json<View>()
    expect(rotated.secret).toMatch(/^whsec_/)
    expect(rotated.secret).not.toBe(secret)
    // The old one also signs for a day.
    const secretsAfter = async (hours: number) =>
      (await createWebhookStore(wares.store.database).find(id, Date.now() + hours * 3_600_000))?.secrets
    expect(await secretsAfter(23)).toEqual([rotated.secret, secret])
    expect(await secretsAfter(25)).toEqual([rotated.secret])
    const target = await add({ kind: 'ntfy', url: ADDRESSES.ntfy })
    expect(target.secret).toBeUndefined()
    expect((await send('POST', `${PATH}/${target.id}/rotate`)).status).toBe(400)
  })

  it('is paused, resumed, changed and removed', async () => {
    const { id } = await add({ kind: 'slack', url: ADDRESSES.slack })
    const edit = async (body: object) => (await send('PATCH', `${PATH}/${id}`, body)).json()
    expect(await edit({ paused: true })).toMatchObject({ state: 'paused', reason: 'paused on request' })
    expect(await edit({ paused: false, events: ['product.gone'] })).toMatchObject({
      state: 'active',
      reason: null,
      events: ['product.gone'],
    })
    expect((await send('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect((await send('GET', `${PATH}/${id}`)).status).toBe(404)
  })

  it('belongs to its key; one of watches:all belongs to the operator', async () => {
    const [mine, theirs] = [await plainKey(), await plainKey()]
    const own = await add({ kind: 'slack', url: ADDRESSES.slack }, mine)
    const operators = await add({ kind: 'slack', url: ADDRESSES.slack })
    const idsOf = async (key?: string) =>
      (await send('GET', PATH, undefined, key)).json<{ webhooks: View[] }>().webhooks.map(({ id }) => id)
    expect(await idsOf(mine)).toEqual([own.id])
    expect(await idsOf(theirs)).toEqual([])
    expect(await idsOf()).toEqual([own.id, operators.id])
    for (const [method, path] of [
      ['GET', own.id],
      ['PATCH', own.id],
      ['DELETE', own.id],
      ['POST', `${own.id}/test`],
      ['POST', `${own.id}/rotate`],
      ['GET', operators.id],
    ] as const) {
      const body = method === 'PATCH' ? { paused: true } : undefined
      expect((await send(method, `${PATH}/${path}`, body, theirs)).status, `${method} ${path}`).toBe(404)
    }
    const noScope = (await wares.newKey({ scopes: ['*'] })).key
    expect((await send('GET', PATH, undefined, noScope)).status).toBe(403)
  })

  it('may have a private address only with watches:all', async () => {
    const wanted = { kind: 'ntfy', url: `${origin}/topic` }
    expect((await send('POST', PATH, wanted)).status).toBe(400)
    expect((await send('POST', PATH, { ...wanted, allow_private: true })).status).toBe(201)
    const refused = await send('POST', PATH, { ...wanted, allow_private: true }, await plainKey())
    expect(refused.json().errors).toMatchObject([{ name: 'allow_private' }])
    const guest = (await guestKeyOf(wares)) ?? ''
    expect(guest).toMatch(/^wares_/)
    const lent = await send('POST', PATH, { ...wanted, allow_private: true }, guest)
    expect(lent.json().errors).toMatchObject([{ name: 'allow_private' }])
  })

  it('is refused with all that is wrong', async () => {
    const wrong = await send('POST', PATH, { kind: 'pigeon', url: '', events: ['sale'], colour: 'red' })
    expect(wrong.status).toBe(400)
    const { errors } = wrong.json<{ errors: { name: string }[] }>()
    expect(errors.map(({ name }) => name).toSorted()).toEqual(['colour', 'events', 'kind', 'url'])
    for (const [kind, url] of [
      ['mailto', 'mailto:a@example.org,b@example.org'],
      ['telegram', 'https://api.telegram.org/bot1/sendMessage'],
      ['gotify', 'https://push.example/message'],
      ['webhook', 'ftp://receiver.example/'],
      ['webhook', 'https://user:password@receiver.example/'],
      ['ntfy', 'http://localhost/topic'],
      ['ntfy', 'http://[::1]/topic'],
    ]) {
      const reply = await send('POST', PATH, { kind, url })
      expect(reply.status, url).toBe(400)
      expect(reply.json<{ errors: { name: string }[] }>().errors.map(({ name }) => name)).toEqual(['url'])
    }
  })

  it(`of a key are at most ${WEBHOOKS_PER_OWNER}`, async () => {
    const key = await plainKey()
    for (let count = 0; count < 50; count++) await add({ kind: 'slack', url: ADDRESSES.slack }, key)
    const reply = await send('POST', PATH, { kind: 'slack', url: ADDRESSES.slack }, key)
    expect(reply.json()).toMatchObject({ code: 'key_not_allowed' })
    await add({ kind: 'slack', url: ADDRESSES.slack }, await plainKey())
  })
})

it('a mailbox is refused while mail is not set up', async () => {
  const bare = await startTestWares()
  try {
    const reply = await bare.call(PATH, {
      method: 'POST',
      body: JSON.stringify({ kind: 'mailto', url: 'mailto:buyer@example.org' }),
      headers: { 'content-type': 'application/json' },
    })
    expect([reply.status, reply.json()]).toMatchObject([
      400,
      { errors: [{ name: 'kind', message: 'mail needs the settings smtp_url and smtp_from' }] },
    ])
  } finally {
    await bare.stop()
  }
})

describe('a message', () => {
  it('for a test is delivered at once, and a failure says why', async () => {
    const hook = await add({ url: `${origin}/hook`, allow_private: true })
    const target = await add({ kind: 'ntfy', url: `${origin}/topic`, allow_private: true })
    const broken = await add({ kind: 'slack', url: `${origin}/broken`, allow_private: true })
    const mail = await add({ kind: 'mailto', url: 'mailto:buyer@example.org' })
    const test = async ({ id }: View) => (await send('POST', `${PATH}/${id}/test`)).json()
    expect(await test(hook)).toEqual({ delivered: true, outcome: 'HTTP 204' })
    expect(await test(target)).toEqual({ delivered: true, outcome: 'HTTP 204' })
    expect(await test(broken)).toEqual({ delivered: false, outcome: 'HTTP 500' })
    expect(await test(mail)).toMatchObject({
      delivered: false,
      outcome: expect.stringContaining('ECONNREFUSED') as string,
    })
    expect(received.map(({ path }) => path)).toEqual(['/hook', '/', '/broken'])
    expect(received[0]?.headers['webhook-signature']).toMatch(/^v1,/)
    expect(JSON.parse(received[1]?.body ?? '')).toMatchObject({
      topic: 'topic',
      title: 'Wares: test message',
    })
  })

  it('about a watch goes to the receivers of its owner and of the operator', async () => {
    const [mine, theirs] = [await wares.newKey(), await wares.newKey()]
    const webhooks = createWebhookStore(wares.store.database)
    const hook = { events: [], allowPrivate: true } as const
    await webhooks.add({ ...hook, url: `${origin}/mine`, owner: mine.id }, Date.now())
    await webhooks.add({ ...hook, url: `${origin}/theirs`, owner: theirs.id }, Date.now())
    await webhooks.add({ ...hook, url: `${origin}/operator` }, Date.now())
    const { url } = wares.registry.byId.get('general.product')?.example ?? {}
    const { id } = (await send('POST', '/api/v2/watches', { url, when: 'price < 2' }, mine.key)).json<View>()
    await send('POST', `/api/v2/watches/${id}/check`, undefined, mine.key)
    const watch = await createWatchStore(wares.store.database).find(id)
    if (!watch) throw new Error('the watch is not there')
    const { price = '', ...facts } = watch.knowledge.facts ?? {}
    const result = { kind: 'facts' as const, facts: { ...facts, price: price.replace(/^[\d.]+/, '1.00') } }
    await createCheckStore(wares.store.database).record(watch, {
      ...result,
      requestId: 'r',
      atMs: Date.now(),
    })
    await expect
      .poll(() => received.map(({ path }) => path).toSorted(), { timeout: 20_000 })
      .toEqual(['/mine', '/operator'])
  })
})

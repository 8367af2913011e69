// Watches over HTTP against the sandbox: created, checked, changed, read as history and as a feed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestWares, type TestWares } from '../start-wares.ts'
import { createCheckStore } from '../../src/watch/store/check-store.ts'
import { createWatchStore } from '../../src/watch/store/watch-store.ts'

let wares: TestWares
let url: string
beforeAll(async () => {
  wares = await startTestWares()
  url = String(wares.registry.byId.get('general.product')?.example.url)
})
afterAll(() => wares.stop())

interface WatchBody {
  id: string
  state: string
  facts: Record<string, unknown> | null
  last_check: { outcome: string; request_id: string } | null
  changes: Record<string, unknown>[]
}

const send = (method: string, path: string, body?: unknown, key?: string) =>
  wares.call(path, {
    method,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    ...(key === undefined ? {} : { key }),
  })

async function added(body: object): Promise<string> {
  const reply = await send('POST', '/api/v2/watches', body)
  expect(reply.status, reply.bytes.toString()).toBe(201)
  return reply.json<WatchBody>().id
}

/** Records what a later check would have found. */
async function recordFacts(id: string, change: Record<string, string>): Promise<void> {
  const watch = await createWatchStore(wares.store.database).find(id)
  if (!watch) throw new Error('the watch is not there')
  const result = { kind: 'facts' as const, facts: { ...watch.knowledge.facts, ...change } }
  await createCheckStore(wares.store.database).record(watch, {
    ...result,
    requestId: 'later',
    atMs: Date.now(),
  })
}

describe('watch', () => {
  it('is narrowed to another variant: its facts begin anew and nothing is compared across', async () => {
    const sold = await wares.call('/api/v2/offers?code=PV4272-210')
    const page = { url: sold.json<{ product: { url: string } }>().product.url }
    const id = await added(page)
    const whole = (await send('POST', `/api/v2/watches/${id}/check`)).json<WatchBody>()
    const sizes = Object.entries(whole.facts?.variants as Record<string, { price?: unknown }>)
    const [size = ''] = sizes.findLast(([, facts]) => facts.price) ?? []
    const variant = { size: size.split(',')[0] }
    const edited = await send('PATCH', `/api/v2/watches/${id}`, { variant })
    expect(edited.json()).toMatchObject({ variant, facts: null })
    const checked = (await send('POST', `/api/v2/watches/${id}/check`)).json<WatchBody>()
    expect(checked).toMatchObject({ state: 'ok', changes: [] })
    expect(Object.keys(checked.facts?.variants ?? {}).length).toBeLessThan(sizes.length)
    const seen = await wares.call(`/api/v2/watches/${id}/history?spans=all`)
    const { price } = checked.facts as { price: unknown }
    expect(price).not.toEqual(whole.facts?.price)
    expect(seen.json()).toMatchObject({
      spans: [{}, { facts: { price } }],
      stats: { price: { min: price, max: price } },
    })
    const other = await added(page)
    const twice = await send('PATCH', `/api/v2/watches/${other}`, { variant })
    expect([twice.status, twice.json()]).toMatchObject([400, { errors: [{ name: 'variant' }] }])
    expect((await send('PATCH', `/api/v2/watches/${id}`, { variant: null })).status).toBe(400)
    await send('DELETE', `/api/v2/watches/${other}`)
    expect((await send('PATCH', `/api/v2/watches/${id}`, { variant: null })).json()).toMatchObject({
      variant: null,
      facts: null,
    })
    await send('DELETE', `/api/v2/watches/${id}`)
  })

  it('refuses a cursor that no answer gave, and a body that is empty', async () => {
    const list = await wares.call('/api/v2/watches?after=zzz')
    expect([list.status, list.json()]).toMatchObject([400, { errors: [{ name: 'after', in: 'query' }] }])
    const sent: Record<string, string>[] = [{}, { 'content-type': 'application/json' }]
    for (const headers of sent) {
      const empty = await wares.call('/api/v2/watches', { method: 'POST', headers })
      expect([empty.status, empty.json()]).toMatchObject([
        400,
        { code: 'invalid_parameter', detail: 'the body is empty; send a JSON object' },
      ])
    }
  })

  it.each([
    [{ catalog: 'nosuch' }, 'catalog'],
    [{ catalog: 7 }, 'catalog'],
    [{ operation: 'sneakerhub.prices', params: { id: '' } }, 'params.id'],
    [{ operation: 'sneakerhub.prices', params: { id: '1044287', country: 'XX' } }, 'params.country'],
    [{ url: 'https://elsewhere.example/p' }, 'url'],
  ])('of %j names the place in the body', async (body, name) => {
    const reply = await send('POST', '/api/v2/watches', body)
    expect([reply.status, reply.json()]).toMatchObject([400, { errors: [{ name, in: 'body' }] }])
  })

  it('is created, checked, read, changed and removed', async () => {
    const made = await send('POST', '/api/v2/watches', {
      url,
      every: '15m',
      when: 'price < 100',
      name: 'Boot',
    })
    expect(made.status).toBe(201)
    const { id } = made.json<WatchBody>()
    expect(made.headers.location).toBe(`/api/v2/watches/${id}`)
    expect(made.json()).toMatchObject({
      name: 'Boot',
      url,
      every_s: 900,
      when: 'price < 100',
      state: 'new',
      facts: null,
    })
    const checked = (await send('POST', `/api/v2/watches/${id}/check`)).json<WatchBody>()
    expect(checked).toMatchObject({ state: 'ok', last_check: { outcome: 'ok' }, changes: [] })
    expect(checked.facts?.price).toEqual({
      amount: expect.stringMatching(/^\d+\.\d\d$/) as string,
      currency: expect.stringMatching(/^[A-Z]{3}$/) as string,
    })
    await recordFacts(id, { price: '1.00 USD' })
    const history = (await wares.call(`/api/v2/watches/${id}/history`)).json<{
      spans: unknown[]
      stats: object
    }>()
    expect(history.spans).toHaveLength(2)
    expect(history.stats).toHaveProperty('price.min')
    const csv = await wares.call(`/api/v2/watches/${id}/history`, { headers: { accept: 'text/csv' } })
    expect(csv.headers['content-type']).toContain('text/csv')
    expect(csv.bytes.toString().split('\r\n')).toHaveLength(4)
    const feed = (await wares.call('/api/v2/changes', { query: { watch: id } })).json<{ changes: object[] }>()
    expect(feed.changes).toMatchObject([
      {
        type: 'price.changed',
        watch: id,
        name: 'Boot',
        url,
        alert: true,
        before: { price: checked.facts?.price },
        after: { price: { amount: '1.00', currency: 'USD' } },
        request_id: 'later',
      },
    ])
    await recordFacts(id, { price: '2.00 USD' })
    const page = async (query: Record<string, string>) =>
      (
        await wares.call('/api/v2/changes', { query: { watch: id, order: 'newest', limit: '1', ...query } })
      ).json<{
        changes: { id: string; after: object }[]
        cursor: string
      }>()
    const newest = await page({})
    expect(newest.changes).toMatchObject([{ after: { price: { amount: '2.00' } } }])
    const older = await page({ after: newest.cursor })
    expect(older.changes).toMatchObject([{ after: { price: { amount: '1.00' } } }])
    expect(await page({ after: older.cursor })).toEqual({ changes: [], cursor: older.cursor })
    const paused = await send('PATCH', `/api/v2/watches/${id}`, { paused: true, every: 7200 })
    expect(paused.json()).toMatchObject({ state: 'paused', every_s: 7200, next_check_at: null })
    const wrong = await send('PATCH', `/api/v2/watches/${id}`, { paused: 'yes', url: 'https://x.example' })
    expect([wrong.status, wrong.json<{ errors: { name: string }[] }>().errors.map(one => one.name)]).toEqual([
      400,
      ['url', 'paused'],
    ])
    const rules = { when: 'price < 5', confirm: 2, cooldown: '1h' }
    expect((await send('PATCH', `/api/v2/watches/${id}`, rules)).json()).toMatchObject({
      when: 'price < 5',
      confirm: 2,
      state: 'paused',
    })
    expect((await send('DELETE', `/api/v2/watches/${id}`)).status).toBe(204)
    expect((await wares.call(`/api/v2/watches/${id}`)).status).toBe(404)
  })

  it('of a page that fails has no facts and reports the error', async () => {
    const id = await added({ url: `${url}~blocked` })
    const {
      state,
      facts,
      last_check: last,
      changes,
    } = (await send('POST', `/api/v2/watches/${id}/check`)).json<WatchBody>()
    expect({ state, facts, outcome: last?.outcome }).toEqual({
      state: 'failing',
      facts: null,
      outcome: 'upstream_blocked',
    })
    const failing = {
      type: 'watch.failing',
      watch: id,
      name: url,
      url,
      before: {},
      after: { outcome: 'upstream_blocked' },
      alert: false,
      request_id: last?.request_id,
    }
    expect(changes).toMatchObject([failing])
    const feed = (await wares.call('/api/v2/changes', { query: { watch: id } })).json<{ changes: object[] }>()
    expect(changes).toEqual(feed.changes)
  })

  it('without a name has that of its product', async () => {
    const page = `${url}?unnamed=1`
    const id = await added({ url: page })
    const read = async () => (await wares.call(`/api/v2/watches/${id}`)).json<{ name: string }>().name
    expect(await read()).toBe(page)
    const { facts } = (await send('POST', `/api/v2/watches/${id}/check`)).json<WatchBody>()
    expect(facts?.name).toEqual(expect.any(String))
    expect(await read()).toBe(facts?.name)
    await send('PATCH', `/api/v2/watches/${id}`, { name: 'Mine' })
    expect(await read()).toBe('Mine')
  })

  it('accepts any operation', async () => {
    const entry = wares.registry.entries.find(one => one.site.name !== 'general' && !one.operation.open)
    const id = await added({ operation: entry?.operation.id, params: entry?.example })
    const checked = (await send('POST', `/api/v2/watches/${id}/check`)).json<WatchBody>()
    expect(checked.last_check?.outcome).toBe('ok')
    expect(Object.keys(checked.facts ?? {}).length).toBeGreaterThan(3)
  })

  it.each([
    [{}, 'either url'],
    [{ url: 'https://elsewhere.example/a' }, 'neither a configured site nor listed under reader.hosts'],
    [{ url: 'nonsense' }, 'url'],
    [{ url: 'URL', every: '10s' }, 'at least 60 seconds'],
    [{ url: 'URL', when: 'cheap' }, 'does not begin with a known field'],
    [{ url: 'URL', often: true }, 'not a known field'],
    [{ operation: 'no.such' }, 'id of an operation'],
    [{ url: 'URL', name: '', keep_days: 0 }, 'and 1 more'],
  ])('with %j is rejected: %s', async (body, reason) => {
    const given = 'url' in body && body.url === 'URL' ? { ...body, url: `${url}?x=1` } : body
    const reply = await send('POST', '/api/v2/watches', given)
    expect(reply.status).toBe(400)
    expect(reply.json<{ detail: string }>().detail).toContain(reason)
  })

  it('of the same URL is rejected with the id of the first one', async () => {
    const other = `${url}?again=1`
    const id = await added({ url: other })
    const reply = await send('POST', '/api/v2/watches', { url: other })
    expect(reply.status).toBe(400)
    expect(reply.json<{ detail: string }>().detail).toContain(id)
  })

  it.each([[[]], [['*']]])(
    'is not allowed for a key with the scopes %j: all operations, watches only by name',
    async scopes => {
      const { key } = await wares.newKey({ scopes })
      expect((await wares.call('/api/v2/product', { key, query: { url } })).status).toBe(200)
      expect((await wares.call('/api/v2/watches', { key })).status).toBe(403)
    },
  )

  it('needs a key with the scope watches', async () => {
    const [{ key: narrow }, { key: able }] = [
      await wares.newKey({ scopes: ['general'] }),
      await wares.newKey({ scopes: ['watches'] }),
    ]
    expect((await wares.call('/api/v2/watches', { key: null })).status).toBe(401)
    expect((await wares.call('/api/v2/watches', { key: narrow })).status).toBe(403)
    expect((await wares.call('/api/v2/changes', { key: narrow })).status).toBe(403)
    expect((await wares.call('/api/v2/watches', { key: able })).status).toBe(200)
  })
})

describe('stream of changes', () => {
  it.each([
    [{}, 'sideways', 'oldest or newest'],
    [{ accept: 'text/event-stream' }, 'newest', 'oldest change first'],
  ])('with %j is rejected in the order %s', async (headers, order, reason) => {
    const reply = await wares.call('/api/v2/changes', { headers, query: { order } })
    expect(reply.status).toBe(400)
    expect(reply.json<{ detail: string }>().detail).toContain(reason)
  })

  it('reports each change once, and continues after the last id', async () => {
    const id = await added({ url: `${url}?stream=1` })
    await send('POST', `/api/v2/watches/${id}/check`)
    const first = await openStream()
    await recordFacts(id, { price: '5.00 USD' })
    const [event] = await first.events(1)
    const { name } = (await wares.call(`/api/v2/watches/${id}`)).json<{ name: string }>()
    expect(name).not.toContain('/')
    expect(event).toMatchObject({ type: 'price.changed', watch: id, name, url: `${url}?stream=1` })
    await first.close()
    await recordFacts(id, { price: '6.00 USD' })
    await recordFacts(id, { price: '7.00 USD', availability: 'limited' })
    const second = await openStream(event?.id)
    await recordFacts(id, { price: '8.00 USD' })
    const rest = await second.events(4)
    await second.close()
    const ids = rest.map(one => Number(one.id))
    expect(ids).toEqual([1, 2, 3, 4].map(n => Number(event?.id) + n))
  })

  async function openStream(after?: string) {
    const left = new AbortController()
    const response = await fetch(`${wares.address}/api/v2/changes`, {
      headers: {
        'x-api-key': wares.key,
        accept: 'text/event-stream',
        ...(after === undefined ? {} : { 'last-event-id': after }),
      },
      signal: left.signal,
    })
    expect(response.headers.get('content-type')).toContain('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    return {
      async events(count: number) {
        for (;;) {
          const found = [...text.matchAll(/^data: (.*)$/gm)].map(
            match => JSON.parse(match[1] ?? '') as { id: string; type: string; watch: string },
          )
          if (found.length >= count) return found
          text += (await reader?.read())?.value ?? ''
        }
      },
      async close() {
        left.abort()
      },
    }
  }
})

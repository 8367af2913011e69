// Feeds for people: valid Atom and JSON Feed, for whoever knows the address, as long as its key may read.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parseFeed, Parser } from 'htmlparser2'
import { startTestWares, type TestWares } from '../start-wares.ts'

let wares: TestWares
beforeAll(async () => {
  wares = await startTestWares({ WARES_PUBLIC_URL: 'https://wares.example/app' })
})
afterAll(() => wares.stop())

interface NewFeed {
  readonly id: string
  readonly token: string
  readonly atom: string
  readonly json: string
}

const post = (path: string, body: object, key: string) =>
  wares.call(path, {
    method: 'POST',
    body: JSON.stringify(body),
    key,
    headers: { 'content-type': 'application/json' },
  })
const pathOf = (address: string) => new URL(address).pathname.replace('/app', '')
const open = (address: string, query = {}) => wares.call(pathOf(address), { key: null, query })

async function newFeed(key: string): Promise<NewFeed> {
  const reply = await post('/api/v2/feeds', { name: 'Lamps & <co>' }, key)
  expect(reply.status, reply.bytes.toString()).toBe(201)
  return reply.json<NewFeed>()
}

/** A watch of the sandbox, checked twice, with a change in between. */
async function watchWithChange(key: string, tags: string, when?: string): Promise<string> {
  const shops = (await wares.call('/api/v2/search', { key, query: { query: 'runner' } })).json<{
    results: { url: string | null }[]
  }>()
  const urls = shops.results.flatMap(one => one.url ?? [])
  const url = urls[when === undefined ? 0 : 1]
  const made = await post('/api/v2/watches', { url, tags, every: '1h', when }, key)
  expect(made.status, made.bytes.toString()).toBe(201)
  const { id } = made.json<{ id: string }>()
  await post(`/api/v2/watches/${id}/check`, {}, key)
  await post(`/api/v2/watches/${id}/check`, { simulate: 'gone' }, key)
  return id
}

const SCOPES = ['*', 'watches']

/** Every element is closed by its own end tag. */
function isWellFormed(xml: string): boolean {
  const open: string[] = []
  let isGood = xml.startsWith('<?xml version="1.0" encoding="utf-8"?>')
  const parser = new Parser(
    {
      onopentagname: name => open.push(name),
      onclosetag: (name, isImplied) => {
        isGood &&= open.pop() === name && (!isImplied || name === 'link' || name === 'category')
      },
    },
    { xmlMode: true },
  )
  parser.end(xml)
  return isGood && open.length === 0 && !/&(?!amp;|lt;|gt;|quot;)/.test(xml)
}

it('shows the changes of a key as valid Atom and JSON Feed, each with a stable id', async () => {
  const { key } = await wares.newKey({ scopes: SCOPES })
  await watchWithChange(key, 'lamps')
  const feed = await newFeed(key)
  expect(feed.atom).toBe(`https://wares.example/app/feeds/${feed.token}.atom`)
  const atom = await open(feed.atom)
  expect(atom.status).toBe(200)
  expect(atom.headers['content-type']).toContain('application/atom+xml')
  const xml = atom.bytes.toString()
  expect(isWellFormed(xml)).toBe(true)
  // As a feed reader sees it.
  const read = parseFeed(xml)
  expect(read).toMatchObject({ type: 'atom', title: 'Lamps & <co>' })
  expect(xml).toContain(`<link rel="self" type="application/atom+xml" href="${feed.atom}"/>`)
  const entries = read?.items ?? []
  expect(entries.length).toBeGreaterThan(0)
  const ids = [read?.id ?? '', ...entries.map(one => one.id ?? '')]
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^urn:uuid:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  for (const { title, link, pubDate } of entries) {
    expect(title).not.toBe('')
    expect(link).toMatch(/^https?:/)
    expect(pubDate?.getTime()).toBeGreaterThan(Date.now() - 600_000)
    expect(pubDate?.getTime()).toBeLessThanOrEqual(read?.updated?.getTime() ?? 0)
  }
  const json = await open(feed.json)
  expect(json.headers['content-type']).toContain('application/feed+json')
  const items = json.json<{
    version: string
    feed_url: string
    items: { id: string; date_published: string }[]
  }>()
  expect(items).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    feed_url: feed.json,
    title: 'Lamps & <co>',
  })
  expect(items.items.map(one => one.id)).toEqual(entries.map(one => one.id))
  const { etag = '' } = atom.headers
  const statuses = []
  for (const seen of [etag, `W/${etag}`, `"other", W/${etag}`, '*', '"other"']) {
    const headers = { 'if-none-match': seen }
    statuses.push((await wares.call(pathOf(feed.atom), { key: null, headers })).status)
  }
  expect(statuses).toEqual([304, 304, 304, 304, 200])
})

it('can be narrowed to alerts and to a tag', async () => {
  const { key } = await wares.newKey({ scopes: SCOPES })
  await watchWithChange(key, 'lamps')
  await watchWithChange(key, 'lamps', 'price < 0.01')
  const feed = await newFeed(key)
  const count = async (query: object) =>
    (await open(feed.json, query)).json<{ items: { tags: string[] }[] }>().items
  const all = await count({})
  expect(all.length).toBeGreaterThan(0)
  expect((await count({ tag: 'lamps' })).length).toBe(all.length)
  expect(await count({ tag: 'chairs' })).toEqual([])
  const alerts = await count({ alerts: 1 })
  expect(alerts.length).toBeLessThan(all.length)
  expect(await count({ alerts: 'true' })).toEqual(alerts)
  for (const word of ['yes', '0', 'false', '']) {
    const refused = await open(feed.json, { alerts: word })
    expect([refused.status, refused.json()]).toMatchObject([
      400,
      { code: 'invalid_parameter', errors: [{ name: 'alerts', in: 'query' }] },
    ])
  }
  expect(alerts.every(one => one.tags.includes('alert'))).toBe(true)
  expect(alerts.length).toBe(all.filter(one => one.tags.includes('alert')).length)
})

it('shows nothing of other keys, is not shown again, and ends when it is revoked', async () => {
  const [one, other] = [await wares.newKey({ scopes: SCOPES }), await wares.newKey({ scopes: SCOPES })]
  await watchWithChange(one.key, 'lamps')
  const feed = await newFeed(other.key)
  expect((await open(feed.json)).json<{ items: unknown[] }>().items).toEqual([])
  const listed = await wares.call('/api/v2/feeds', { key: other.key })
  expect(listed.json()).toMatchObject({ feeds: [{ id: feed.id }] })
  expect(listed.bytes.toString()).not.toContain(feed.token)
  const foreign = await wares.call(`/api/v2/feeds/${feed.id}`, { method: 'DELETE', key: one.key })
  expect(foreign.status).toBe(404)
  expect((await open(feed.atom)).status).toBe(200)
  expect((await wares.call(`/api/v2/feeds/${feed.id}`, { method: 'DELETE', key: other.key })).status).toBe(
    204,
  )
  expect((await open(feed.atom)).json()).toMatchObject({ code: 'not_found' })
})

it('ends with its key, and is no key itself', async () => {
  const { key, id } = await wares.newKey({ scopes: SCOPES })
  const feed = await newFeed(key)
  expect((await wares.call('/api/v2/watches', { key: feed.token })).status).toBe(401)
  await wares.store.keys.revoke(id, new Date().toISOString())
  expect((await open(feed.atom)).status).toBe(404)
})

it('needs the scope of watches', async () => {
  const { key } = await wares.newKey({ scopes: ['*'] })
  expect((await post('/api/v2/feeds', {}, key)).status).toBe(403)
})

it('is not guessed: whoever tries is slowed down', async () => {
  const replies = []
  for (let attempt = 0; attempt < 60; attempt++) {
    const token = `${attempt}`.padStart(32, 'A')
    replies.push((await open(`https://wares.example/app/feeds/${token}.atom`)).status)
  }
  expect(new Set(replies)).toEqual(new Set([404, 429]))
})

it('a watch names receivers that exist', async () => {
  const { key } = await wares.newKey({ scopes: SCOPES })
  const unknown = { notify: ['nt_0123456789abcdef'] }
  const made = await post('/api/v2/watches', { operation: 'sneakerhub.trends', ...unknown }, key)
  expect(made.json()).toMatchObject({ code: 'invalid_parameter', errors: [{ name: 'notify' }] })
  const odd = await post('/api/v2/watches', { operation: 'sneakerhub.trends', notify: ['everybody'] }, key)
  expect(odd.json()).toMatchObject({ code: 'invalid_parameter' })
  const target = await post('/api/v2/webhooks', { url: 'https://hooks.example/in' }, key)
  const { id } = target.json<{ id: string }>()
  const named = await post('/api/v2/watches', { operation: 'sneakerhub.trends', notify: [id] }, key)
  expect(named.json(), named.bytes.toString()).toMatchObject({ notify: [id] })
  const other = await post('/api/v2/webhooks', { url: 'https://hooks.example/other' }, key)
  const otherId = other.json<{ id: string }>().id
  const path = `/api/v2/watches/${named.json<{ id: string }>().id}`
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` }
  const body = JSON.stringify({ notify: [id, otherId] })
  await wares.call(path, { method: 'PATCH', headers, body })
  // One that is removed is named no more, and after the last one all receive.
  for (const [gone, left] of [
    [id, [otherId]],
    [otherId, null],
  ] as const) {
    await wares.call(`/api/v2/webhooks/${gone}`, { method: 'DELETE', headers })
    expect((await wares.call(path, { headers })).json()).toMatchObject({ notify: left })
  }
})

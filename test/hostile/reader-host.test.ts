// Pages of configured reader hosts are read on worker threads like those of sites: a hostile page costs only its caller a
// fault.
import { afterEach, expect, it } from 'vitest'
import { readConfig } from '../../src/settings/config.ts'
import { DEFAULT_FRESHNESS } from '../../src/answer/cache/answer-cache.ts'
import { createEngine } from '../../src/answer/index.ts'
import { createPooledReader, type PooledReader } from '../../src/extract/thread/task-reader.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { createEvents } from '../../src/runtime/events.ts'
import type { Send } from '../../src/fetch/layer.ts'
import { Fault } from '#kit/fault'
import { sites } from './hostile-sites.ts'

const readers: PooledReader[] = []
afterEach(async () => {
  await Promise.all(readers.splice(0).map(({ pool }) => pool.close()))
})

const HEAD =
  '<meta property="og:type" content="product"><meta property="og:title" content="Lamp é"><meta property="product:price:amount" content="12.5"><meta property="product:price:currency" content="EUR">'
const page = (filler: string, bytes: number): string =>
  `<html><head>${HEAD}</head><body><h1>Lamp é</h1>${filler.repeat(bytes / filler.length)}</body></html>`

const jsonLd = (name: string): string =>
  `<script type="application/ld+json">{"@context":"https://schema.org","@type":"Product","name":"${name}","sku":"L1","offers":{"@type":"Offer","price":"12.50","priceCurrency":"EUR"}}</script>`

/** By path: a page that is fast to read, and one that takes far more than a millisecond. */
const PAGES: Readonly<Record<string, string>> = {
  '/small': page('', 0),
  '/large': page('<p>x</p>', 100_000),
  '/unstorable': page('', 0)
    .replaceAll('Lamp é', 'Lamp &#0;é')
    .replace('</head>', `${jsonLd('Lamp \\u0000\\ud83dé')}</head>`),
  '/long-name': page('<p>x</p>', 1_000).replace('</head>', `${jsonLd('x'.repeat(10_000_000))}</head>`),
  '/hostile': page('<div class="price">€5 ', 8_000_000),
}

const HOST = {
  host: 'shop.example',
  requestsPerSecond: 1_000,
  concurrency: 100,
  timeoutMs: 10_000,
  render: 'none',
} as const

function openEngine(readLimitMs: number) {
  const config = readConfig(sites, {
    WARES_SITE_HOSTILE_ORIGIN: 'http://h.test',
    WARES_SITE_OTHER_ORIGIN: 'http://o.test',
  })
  const reader = createPooledReader({
    workers: 2,
    sitesModule: new URL('hostile-sites.ts', import.meta.url),
    readLimitMs,
  })
  readers.push(reader)
  const bodies: Uint8Array[] = []
  const send: Send = async ({ url }) => {
    if (url.pathname === '/.well-known/ucp') throw new Fault('not_found', 'no profile')
    const isLatin = url.searchParams.has('latin')
    const body = Buffer.from(PAGES[url.pathname] ?? '', isLatin ? 'latin1' : 'utf8')
    bodies.push(body)
    const charset = isLatin ? 'windows-1252' : 'utf-8'
    return { url, status: 200, headers: { 'content-type': 'text/html' }, body, charset }
  }
  const engine = createEngine({
    config: { ...config, deadlineMs: 30_000, reader: { ...config.reader, hosts: [HOST] } },
    send,
    events: createEvents(),
    reader,
  })
  const entry = createRegistry(sites, config).byId.get('general.product')
  const ask = async (path: string): Promise<unknown> => {
    if (!entry) throw new Error('there is no general.product')
    const given = [{ name: 'url', value: `https://shop.example${path}`, in: 'query' as const }]
    const signal = new AbortController().signal
    const options = { freshness: DEFAULT_FRESHNESS, caller: 'test', signal, onTiming: () => {} }
    const { answer } = await engine.run(engine.prepare(entry, given), options)
    return JSON.parse(answer.body.toString())
  }
  return { ask, bodies, pool: reader.pool }
}

const LAMP = { name: 'Lamp é', price: { amount: '12.50', currency: 'EUR' } }

it('a large page is read in the pool without a copy, in any character set', { timeout: 60_000 }, async () => {
  const { ask, bodies } = openEngine(20_000)
  expect(await ask('/large')).toMatchObject(LAMP)
  expect(await ask('/large?latin')).toMatchObject(LAMP)
  expect(bodies.map(body => body.buffer.byteLength)).toEqual([0, 0])
})

it('a small page is read on the main thread', async () => {
  const { ask, bodies } = openEngine(20_000)
  expect(await ask('/small')).toMatchObject(LAMP)
  expect(bodies[0]?.byteLength).toBeGreaterThan(0)
})

it('U+0000 and halves of surrogate pairs are removed from an answer', async () => {
  const { ask } = openEngine(20_000)
  const { name } = (await ask('/unstorable')) as { name: string }
  expect(name).toMatch(/^Lamp/)
  expect([name.isWellFormed(), name.includes('\0')]).toEqual([true, false])
})

it('a name of 10 MB is read, or refused as a change of the page', { timeout: 60_000 }, async () => {
  const { ask } = openEngine(20_000)
  const outcome = await ask('/long-name').catch((error: unknown) => error)
  expect(outcome).not.toMatchObject({ code: 'internal' })
  expect(outcome).toMatchObject({ price: { amount: '12.50', currency: 'EUR' } })
})

it('a page that takes too long ends in upstream_changed', { timeout: 60_000 }, async () => {
  const { ask, pool } = openEngine(1)
  const hostile = ask('/hostile')
  expect(await ask('/small')).toMatchObject(LAMP)
  await expect(hostile).rejects.toMatchObject({ code: 'upstream_changed', field: 'body' })
  await expect.poll(() => pool.status().idle, { timeout: 20_000 }).toBeGreaterThan(0)
  expect(pool.status()).toMatchObject({ running: 0, queued: 0 })
})

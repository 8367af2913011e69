// Pages read on threads: over several steps, with faults on the way, and by the general reader.
import { afterAll, describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import type { PageSource } from '#kit/page/page'
import { createInlineReader, createPooledReader, type FetchedSources } from './task-reader.ts'
import { sites } from './reader-sites-fixture.ts'
import { type SiteOperation, siteOperations } from '../site-operation.ts'

const pooled = createPooledReader({
  workers: 1,
  sitesModule: new URL('reader-sites-fixture.ts', import.meta.url),
  readLimitMs: 60_000,
  inlineMaxBytes: 2,
})
afterAll(() => pooled.pool.close())

const entry = siteOperations(sites).get('shop.product') as SiteOperation
const sourceOf = (body: Uint8Array | string): PageSource => ({
  url: new URL('https://shop.example/p'),
  status: 200,
  headers: { 'content-type': 'text/html' },
  charset: 'utf-8',
  body: Buffer.from(body),
})
const limits = { signal: new AbortController().signal, deadlineMs: performance.now() + 600_000 }

/** Reads until no page is asked for that the site has; the pages that were asked for, and how it ended. */
async function read(
  reader: typeof pooled | ReturnType<typeof createInlineReader>,
  pages: Record<string, string | Fault>,
) {
  const fetched: FetchedSources = new Map()
  const asked: string[] = []
  const stages = new Map<string, number>()
  const started = performance.now()
  const onTiming = (stage: string, ms: number) => void stages.set(stage, ms)
  const job = {
    ...limits,
    call: {
      kind: 'operation' as const,
      operation: entry.operation.id,
      isOther: false,
      params: {},
      view: { origins: {}, settings: {} },
    },
    entry,
    fetched,
    onTiming,
  }
  let step = await reader.step(job)
  while (step.kind === 'needs') {
    for (const { key, target } of step.requests) {
      asked.push(target)
      const page = pages[target] ?? ''
      fetched.set(key, page instanceof Fault ? page : sourceOf(page))
    }
    if (asked.length > 4) throw new Error('asked again and again')
    step = await reader.step(job)
  }
  if (step.kind !== 'done') throw new Error('another task was answered')
  const tookMs = performance.now() - started
  for (const ms of stages.values()) {
    expect(ms).toBeGreaterThanOrEqual(0)
    expect(ms).toBeLessThanOrEqual(tookMs)
  }
  return {
    asked,
    stages: [...stages.keys()],
    value: JSON.parse(Buffer.from(step.result.body).toString()) as unknown,
  }
}

describe.each([
  ['threads', pooled, ['read', 'pool']],
  ['the main thread', createInlineReader(), ['read']],
] as const)('on %s', (_, reader, stages) => {
  it('a product is read from the pages that it asks for', async () => {
    const { asked, value, stages: noted } = await read(reader, { '/p': 'hat and more', '/stock/hat': '7' })
    expect(asked).toEqual(['/p', '/stock/hat'])
    expect(value).toEqual({ name: 'hat', stock: '7' })
    expect(new Set(noted)).toEqual(new Set(stages))
  })

  it('a fault of a page is the fault of the product, and a slip is one', async () => {
    const fault = new Fault('upstream_failed', 'it failed', { cause: { kept: 'here' } })
    await expect(read(reader, { '/p': 'hat and more', '/stock/hat': fault })).rejects.toBe(fault)
    await expect(read(reader, { '/p': 'hat and more', '/stock/hat': 'broken' })).rejects.toThrow('a slip')
  })

  it('any page is read by the general reader', async () => {
    const product = {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: 'A felt hat',
      sku: 'H-1',
      offers: { '@type': 'Offer', price: '19.90', priceCurrency: 'EUR' },
    }
    const data = `<script type="application/ld+json">${JSON.stringify(product)}</script>`
    const body = `<html><body>${data}<h1>A felt hat</h1><p class="price">€19.90</p><button>Add to cart</button></body></html>`
    const noted = new Map<string, number>()
    const url = 'https://shop.example/p'
    const found = await reader.step({
      ...limits,
      call: {
        kind: 'product',
        url,
        shop: 'shop.example',
        base: 'https://shop.example',
        atMs: 0,
        include: [],
      },
      fetched: new Map([[JSON.stringify([url, {}]), sourceOf(body)]]),
      onTiming: (stage, ms) => void noted.set(stage, ms),
    })
    if (found.kind !== 'done') throw new Error('another task was answered')
    expect(Buffer.from(found.result.body).toString()).toContain('A felt hat')
    expect(found.listed?.summary).toMatchObject({ hasPrice: true, url })
    expect(new Set(noted.keys())).toEqual(new Set(stages))
    for (const ms of noted.values()) expect(ms).toBeLessThan(60_000)
  })
})

it('what is small is read at once; what is given up is not read', async () => {
  const before = pooled.pool.status()
  const { stages } = await read(pooled, { '/p': '', '/stock/': '1' }).catch(() => ({ stages: [] }))
  expect(stages).not.toContain('pool')
  expect(pooled.pool.status()).toEqual(before)
})

it('a pool that is closed reads nothing more', async () => {
  const closed = createPooledReader({
    workers: 1,
    sitesModule: new URL('reader-sites-fixture.ts', import.meta.url),
    inlineMaxBytes: 2,
  })
  await closed.pool.close()
  const reading = read(closed, { '/p': 'hat and more' })
  await expect(reading).rejects.toMatchObject({ code: 'internal', message: 'a worker thread has exited' })
})

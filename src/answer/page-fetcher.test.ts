// Pages that are fetched: their URLs, their faults, and the source of an answer, which never contains the operator's settings.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../settings/config.ts'
import { shopWith } from '../settings/shop-fixture.ts'
import type { GetOptions } from '#kit/page/get'
import { Fault } from '#kit/fault'
import type { Send, UpstreamRequest } from '../fetch/layer.ts'
import { createPageFetcher } from './run-task.ts'

const name = 'shop'
const site = readConfig([{ name }], {}).sites[name]
const config = site && shopWith({ ...site, name, settings: { search_key: 'se/cret' } })

const send: Send = async ({ url }) => ({
  url,
  status: 200,
  headers: {
    'content-type': url.pathname.endsWith('.json') ? 'application/json' : 'text/html; charset=utf-8',
  },
  body: Buffer.from('<p>'),
  charset: 'utf-8',
})

async function sourceAfter(...targets: string[]): Promise<string> {
  if (!config) throw new Error('no site')
  const context = {
    caller: 'test',
    signal: new AbortController().signal,
    deadlineMs: Number.POSITIVE_INFINITY,
    onTiming: () => {},
  }
  const fetcher = createPageFetcher(config, send, context)
  for (const target of targets)
    await fetcher.fetchAll([{ key: target, target, options: {}, isOptional: false }])
  return fetcher.source().replace(config.origins.main ?? '', '')
}

describe('the source of an answer', () => {
  it.each([
    ['the page', ['/p/1'], '/p/1'],
    ['the page that a search led to', ['/search?q=1', '/p/1'], '/p/1'],
    ['the page, whatever data was read beside it', ['/p/1', '/stock.json'], '/p/1'],
    ['nothing where only data was read', ['/p/1.json'], ''],
    ['nothing of a question with a key in it', ['/search?q=1&key=se%2Fcret'], ''],
  ])('is %s', async (_, targets, source) => {
    expect(await sourceAfter(...targets)).toBe(source)
  })
})

describe('a page', () => {
  const origins = { main: 'https://shop.example/base', api: 'https://api.example' }
  /** What is sent for a target, or the code of its fault. */
  async function sentFor(target: string, options: GetOptions = {}, changes: object = {}) {
    const sent: UpstreamRequest[] = []
    if (!config) throw new Error('no site')
    const fetcher = createPageFetcher(
      { ...config, enabled: true, origins, ...changes },
      async request => {
        sent.push(request)
        return send(request)
      },
      {
        caller: 'test',
        signal: new AbortController().signal,
        deadlineMs: 1,
        onTiming: () => {},
      },
    )
    await fetcher.fetchAll([{ key: 'k', target, options, isOptional: false }])
    const outcome = fetcher.fetched.get('k')
    return outcome instanceof Fault ? outcome.code : sent[0]?.url.href
  }

  it.each<[string, GetOptions, string]>([
    ['/p/1', {}, 'https://shop.example/base/p/1'],
    ['/p/1', { origin: 'api' }, 'https://api.example/p/1'],
    ['/p/1', { origin: 'other' }, 'site_disabled'],
    ['/go?to=https://other.example/', {}, 'https://shop.example/base/go?to=https://other.example/'],
    ['https://shop.example/base/p', {}, 'https://shop.example/base/p'],
    ['HTTP://shop.example/base/p', {}, 'https://shop.example/base/p'],
    ['https://other.example/p', {}, 'url_not_allowed'],
    ['javascript:alert(1)', {}, 'url_not_allowed'],
    ['data:text/plain,x', { origin: 'api' }, 'url_not_allowed'],
    ['ftp://shop.example/wp-json/', { origin: 'api' }, 'url_not_allowed'],
    ['.other.example/p', { origin: 'api' }, 'url_not_allowed'],
    ['@other.example/p', { origin: 'api' }, 'url_not_allowed'],
    [':99999/p', { origin: 'api' }, 'url_not_allowed'],
    ['/p', { query: { a: 1, b: undefined, c: ['x', 'y z'] } }, 'https://shop.example/base/p?a=1&c=x&c=y+z'],
  ])('%s with %j is %s', async (target, options, expected) => {
    expect(await sentFor(target, options)).toBe(expected)
  })

  it('is on the first origin if none is named main', async () => {
    const only = { origins: { api: 'https://api.example' } }
    expect(await sentFor('/p', {}, only)).toBe('https://api.example/p')
    expect(await sentFor('/p', {}, { origins: {} })).toBe('site_disabled')
  })

  it('of a disabled site is not fetched', async () => {
    expect(await sentFor('/p', {}, { enabled: false })).toBe('site_disabled')
  })

  it('that fails is kept if it is a fault, and nothing is kept for a caller that has left', async () => {
    if (!config) throw new Error('no site')
    const caller = new AbortController()
    const context = {
      caller: 'test',
      signal: caller.signal,
      deadlineMs: 1,
      onTiming: () => {},
    }
    const body = new Uint8Array(70_000)
    let outcome: Error | undefined
    const fetcher = createPageFetcher(
      { ...config, enabled: true, origins },
      async request => {
        if (outcome) throw outcome
        return { ...(await send(request)), body }
      },
      context,
    )
    const fetch = (key: string) => fetcher.fetchAll([{ key, target: '/p', options: {}, isOptional: false }])
    await fetch('page')
    outcome = new Fault('not_found', 'gone')
    await fetch('fault')
    expect(fetcher.fetched.get('fault')).toBe(outcome)
    outcome = new Error('ours')
    await expect(fetch('slip')).rejects.toBe(outcome)
    outcome = undefined
    caller.abort(new Error('left'))
    await expect(fetch('late')).rejects.toThrow('left')
    expect([...fetcher.fetched.keys()]).toEqual(['page', 'fault', 'late'])
    fetcher.close()
    // A large body is freed at once.
    expect(body.byteLength).toBe(0)
  })
})

// The source URL of an answer, which never contains the operator's own settings.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import type { Send } from '../upstream/layer.ts'
import { createPageFetcher } from './page-fetcher.ts'

const name = 'shop'
const site = readConfig([{ name }], {}).sites[name]
const config = site && { ...site, settings: { search_key: 'se/cret' } }

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
    site: name,
    caller: 'test',
    signal: new AbortController().signal,
    deadlineMs: Number.POSITIVE_INFINITY,
    onTiming: () => {},
  }
  const fetcher = createPageFetcher(config, send, context)
  for (const target of targets) await fetcher.fetchAll([{ key: target, target, options: {} }])
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

// Magic words: where one is recognised, which parameters remain, and how it is sent to the shop.
import { describe, expect, it } from 'vitest'
import { readConfig } from '../../settings/config.ts'
import { createEvents } from '../../runtime/events.ts'
import { defineAdapter } from '#kit/define/define'
import { defineOperation } from '#kit/define/define'
import * as param from '#kit/params/param-specs'
import { t } from '#kit/schema/schema'
import type { Send, UpstreamRequest } from '../../fetch/layer.ts'
import { createEngine } from '../index.ts'
import { createRegistry } from './registry.ts'
import { simulateFault, takeMagicWord } from './simulated-fault.ts'

const operation = defineOperation({
  id: 'shop.product',
  number: 1,
  summary: 'One product',
  params: {
    id: param.digits('Id', { aliases: ['product_id'] }),
    url: param.productUrl(),
    language: param.language('Language'),
  },
  lookup: ['url', 'id'],
  result: t.object({ id: t.text() }),
  core: ['/id'],
  freshForS: 60,
  example: { id: '1' },
  load: async (_, get) => get('/'),
  extract: () => ({ id: '1' }),
})

const taken = (name: string, value: unknown) => {
  const { rawParams, word } = takeMagicWord(operation, [{ name, value, in: 'query' }])
  return [rawParams[0]?.value, word]
}

describe('takeMagicWord', () => {
  it.each([
    ['id', '12~gone', '12', 'gone'],
    ['id', '12~GONE', '12', 'gone'],
    ['product_id', '12~busy', '12', 'busy'],
    ['query', '12~slow', '12', 'slow'],
    ['url', 'https://shop.example/a~gone.html?x=1', 'https://shop.example/a.html?x=1', 'gone'],
    ['url', 'https://shop.example/a%7Egone', 'https://shop.example/a', 'gone'],
    ['id', '12~gone~busy', '12', 'gone'],
  ])('removes it from %s=%s', (name, value, left, word) => {
    expect(taken(name, value)).toEqual([left, word])
  })

  it.each([
    ['id', '12~foo'],
    ['id', '12~goner'],
    ['id', '12~toString'],
    ['id', '12gone'],
    ['id', 12],
    ['language', 'en~gone'],
    ['other', '12~gone'],
  ])('leaves %s=%s unchanged', (name, value) => {
    expect(taken(name, value)).toEqual([value, undefined])
  })

  it('ignores an operation that asks no shop', () => {
    const given = [{ name: 'query', value: 'a~gone', in: 'query' as const }]
    expect(takeMagicWord({ ...operation, open: true }, given)).toEqual({ rawParams: given, word: undefined })
  })
})

describe('simulateFault', () => {
  const request: UpstreamRequest = {
    site: 'shop',
    url: new URL('http://127.0.0.1:8081/shop/a?b=c'),
    method: 'GET',
    headers: { accept: 'x' },
    accept: 'html',
    purpose: 'page',
    signal: new AbortController().signal,
    deadlineMs: 0,
    caller: 'test',
    onTiming: () => {},
  }

  async function sentBy(word: Parameters<typeof simulateFault>[1], times: number): Promise<string[]> {
    const sent: string[] = []
    const record: Send = async ({ url, headers }) => {
      sent.push(`${url.pathname}${url.search} ${headers['x-wares-simulate'] ?? '-'}`)
      return { url, status: 200, headers: {}, body: new Uint8Array(), charset: 'utf-8' }
    }
    const send = simulateFault(record, word)
    for (let i = 0; i < times; i++) await send(request)
    return sent
  }

  it('sends the fault in a header of every request', async () => {
    expect(await sentBy('gone', 2)).toEqual(['/shop/a?b=c gone', '/shop/a?b=c gone'])
  })

  it('slows down only one page', async () => {
    expect(await sentBy('slow', 2)).toEqual(['/shop/a?b=c slow', '/shop/a?b=c -'])
  })

  it('requests a URL that robots.txt disallows', async () => {
    expect(await sentBy('robots', 1)).toEqual(['/shop/a?b=c&simulate=robots robots'])
    expect(request.url.search).toBe('?b=c')
  })
})

describe('the parameters of an operation', () => {
  const site = defineAdapter({ name: 'shop', about: 'A shop', operations: [operation] })
  const prepare = (id: string, env: Readonly<Record<string, string>>) => {
    const config = readConfig([site], env)
    const [entry] = createRegistry([site], config).entries
    if (!entry) throw new Error('no operation')
    const send: Send = () => Promise.reject(new Error('nothing is sent'))
    return createEngine({ config, send, events: createEvents() }).prepare(entry, [
      { name: 'id', value: id, in: 'query' },
    ])
  }

  it('accept a magic word only in the sandbox, with a separate cache entry', () => {
    const plain = prepare('12', {})
    const marked = prepare('12~gone', {})
    expect(marked.params).toEqual(plain.params)
    expect(marked.magicWord).toBe('gone')
    expect(marked.cacheKey).not.toBe(plain.cacheKey)
    expect(() => prepare('12~foo', {})).toThrow('id must be digits')
    const production = { WARES_SITE_SHOP_ORIGIN: 'https://shop.example' }
    expect(prepare('12', production).cacheKey).toBe(plain.cacheKey)
    expect(() => prepare('12~gone', production)).toThrow('id must be digits')
  })
})

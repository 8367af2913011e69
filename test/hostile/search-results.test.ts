// URLs in a shop's search results: offers fetch only those on the site, and one that leads elsewhere does not affect the
// others.
import { expect, it } from 'vitest'
import {
  defineOperation,
  defineProductMapping,
  defineAdapter,
  defineSearchMapping,
  money,
  type Page,
  param,
  t,
} from '#kit'
import { readConfig } from '../../src/settings/config.ts'
import { DEFAULT_FRESHNESS } from '../../src/answer/cache/answer-cache.ts'
import { createEngine } from '../../src/answer/index.ts'
import { createRegistry } from '../../src/answer/request/registry.ts'
import { createEvents } from '../../src/runtime/events.ts'
import type { Send } from '../../src/fetch/layer.ts'
import { hostileAddresses } from './hostile-addresses.ts'

interface Found {
  readonly name: string
  readonly code: string
  readonly price: string
}

const search = defineOperation({
  id: 'lamps.search',
  number: 1,
  summary: 'Finds lamps',
  params: { query: param.required(param.words('Words')) },
  result: t.list(t.object({ url: t.text(), name: t.text() })),
  core: ['/*/url'],
  freshForS: 60,
  example: { query: 'lamp' },
  load: (_, get) => get('/search', { accept: 'json' }),
  extract: page => page.json() as { url: string; name: string }[],
})

const product = defineOperation({
  id: 'lamps.product',
  number: 2,
  summary: 'One lamp',
  params: { url: param.required(param.productUrl()) },
  lookup: ['url'],
  result: t.object({ name: t.text(), code: t.text(), price: t.text() }),
  core: ['/name'],
  freshForS: 60,
  example: { url: 'https://lamps.example/p/1' },
  load: ({ url }, get) => get(url, { accept: 'json' }),
  extract: page => page.json() as Found,
})

const sites = [
  defineAdapter({
    name: 'lamps',
    about: 'a shop whose search is not to be trusted',
    operations: [search, product],
    product: defineProductMapping({
      operation: 'lamps.product',
      requests: 1,
      byUrl: url => (url.includes('/p/') ? { url } : undefined),
      open: (page: Page) => page.json() as Found,
      fields: {
        name: lamp => lamp.name,
        mpn: lamp => lamp.code,
        price: lamp => money(lamp.price, 'EUR'),
      },
    }),
    search: defineSearchMapping<readonly { url: string; name: string }[]>({
      operation: 'lamps.search',
      params: ({ query }) => [{ query }],
      page: results => ({ results }),
    }),
  }),
]

const ORIGIN = 'https://lamps.example'

async function offersWith(addresses: readonly string[]) {
  const asked: string[] = []
  const send: Send = async ({ url }) => {
    asked.push(url.href)
    const body =
      url.pathname === '/search'
        ? addresses.map(address => ({ url: address, name: 'Lamp' }))
        : { name: 'Lamp', code: 'LA-100', price: '12.50' }
    const headers = { 'content-type': 'application/json' }
    return { url, status: 200, headers, body: Buffer.from(JSON.stringify(body)), charset: 'utf-8' }
  }
  const config = readConfig(sites, { WARES_SITE_LAMPS_ORIGIN: ORIGIN })
  const engine = createEngine({ config, send, events: createEvents() })
  const entry = createRegistry(sites, config).byId.get('general.offers')
  if (!entry) throw new Error('there is no general.offers')
  const { answer } = await engine.run(
    engine.prepare(entry, [{ name: 'code', value: 'LA-100', in: 'query' }]),
    {
      freshness: DEFAULT_FRESHNESS,
      caller: 'test',
      signal: new AbortController().signal,
      onTiming: () => {},
    },
  )
  const { offers, sites: outcomes } = JSON.parse(answer.body.toString()) as {
    offers: { url: string }[]
    sites: { outcome: string }[]
  }
  return { asked, offers: offers.map(one => one.url), outcome: outcomes[0]?.outcome }
}

const OWN = `${ORIGIN}/p/1`

it('search results are fetched if they are products of the site', async () => {
  expect(await offersWith([OWN])).toEqual({
    asked: [`${ORIGIN}/search`, OWN],
    offers: [OWN],
    outcome: 'ok',
  })
})

it.each([
  'https://advertiser.example/p/1',
  `${ORIGIN}/magazine/lamps`,
  'javascript:void(0)',
  'https://lamps.example@elsewhere.example/p/1',
  ...hostileAddresses({ secretPort: 81, shopPort: 82 }).filter((_, place) => place % 9 === 0),
])('search results that lead elsewhere are left out: %s', async address => {
  expect(await offersWith([address, OWN])).toEqual({
    asked: [`${ORIGIN}/search`, OWN],
    offers: [OWN],
    outcome: 'ok',
  })
})

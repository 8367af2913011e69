// How long each site may take, which failures are outcomes, and how long the whole answer is fresh.
import { describe, expect, it } from 'vitest'
import { shopWith } from '../../settings/shop-fixture.ts'
import type { Shop, ShopDirectory } from '../../settings/shop-directory.ts'
import { Fault } from '#kit/fault'
import { freshnessOf, selectShops, queryShops, checkShopNames } from './ask-shops.ts'
import type { NativeAnswer, Subrequests } from './composite.ts'

const SEGMENTS = ['one', 'two']
const SITES = SEGMENTS.map(name => shopWith({ name, adapter: name }))
const ADAPTERS = [...SEGMENTS, 'host']
const HOSTS = ['lamps', 'chairs'].map(name => shopWith({ name }))
const hidden = shopWith({ name: '*.many', isNamedOnly: true })
const off = shopWith({ name: 'off', adapter: 'two', enabled: false })
const all = [...SITES, off, ...HOSTS, hidden]
const shops = {
  all,
  shopNamed: (name: string) => all.find(shop => shop.name === name),
} as unknown as ShopDirectory
const answer = (madeAtMs: number, freshUntilMs: number) => ({ madeAtMs, freshUntilMs }) as NativeAnswer

function subrequests(timesLeftMs: number[]) {
  const timeouts: (number | undefined)[] = []
  const parts = {
    shops,
    timeLeftMs: () => timesLeftMs.shift() ?? 0,
    call: (_operation: string, _params: object, options?: { timeoutMs?: number }) => {
      timeouts.push(options?.timeoutMs)
      return Promise.resolve(answer(1, 2))
    },
  }
  return { parts: parts as unknown as Subrequests, timeouts }
}

const withTime = () => subrequests(Array.from({ length: 10 }, () => 10_000)).parts

describe('askShops', () => {
  it('leaves a fifth of the deadline for composing, and never gives a call less than a millisecond', async () => {
    const { parts, timeouts } = subrequests([10_000, 10_000, 10_000, 5_000, 1_500, 10_000])
    await queryShops(SITES.slice(0, 1), parts, async (_site, own) => {
      await own.call('one.a', {})
      await own.call('one.b', {})
      await own.call('one.c', {})
      await own.call('one.d', {}, { timeoutMs: 300 })
    })
    expect(timeouts.map(Number).map(Math.round)).toEqual([8_000, 3_000, 1, 300])
  })

  it('keeps the answers that a site was read from, in spite of a later fault', async () => {
    const { parts } = subrequests(Array.from({ length: 5 }, () => 10_000))
    const replies = await queryShops(SITES, parts, async (site, own) => {
      await own.call(`${site.name}.search`, {})
      if (site.name === 'one') throw new Fault('upstream_timeout', 'late')
      return site.name
    })
    expect(replies).toMatchObject([
      { outcome: 'upstream_timeout', answers: [answer(1, 2)] },
      { outcome: 'ok', answers: [answer(1, 2)] },
    ])
  })

  it('makes a fault the outcome of its site alone, and throws what is no fault', async () => {
    const ask = (error: Error) => async (site: Shop) => {
      if (site.name === 'one') throw error
      return site.name
    }
    const replies = await queryShops(SITES, withTime(), ask(new Fault('upstream_timeout', 'late')))
    expect(replies).toEqual([
      { site: 'one', outcome: 'upstream_timeout', value: undefined, answers: [] },
      { site: 'two', outcome: 'ok', value: 'two', answers: [] },
    ])
    await expect(queryShops(SITES, withTime(), ask(new Error('a bug')))).rejects.toThrow('a bug')
  })
})

describe('ageOf', () => {
  const NOW = 1_000_000
  const reply = (outcome: 'ok' | 'upstream_failed' | 'no_search', ...answers: NativeAnswer[]) => ({
    site: 'one',
    outcome,
    value: undefined,
    answers,
  })

  it('is that of the oldest answer, until the first of them expires', () => {
    const whole = [reply('ok', answer(NOW - 5, NOW + 300_000)), reply('ok', answer(NOW - 9, NOW + 200_000))]
    expect(freshnessOf(whole, NOW)).toEqual({ madeAtMs: NOW - 9, freshUntilMs: NOW + 200_000 })
  })

  it('ends after a minute if a site is missing, or if no answer says how long it is fresh', () => {
    const lacking = [reply('ok', answer(NOW, NOW + 300_000)), reply('upstream_failed')]
    expect(freshnessOf(lacking, NOW)).toEqual({ madeAtMs: NOW, freshUntilMs: NOW + 60_000 })
    expect(freshnessOf([reply('ok')], NOW)).toEqual({ madeAtMs: NOW, freshUntilMs: NOW + 60_000 })
    const unasked = [reply('ok', answer(NOW, NOW + 300_000)), reply('no_search')]
    expect(freshnessOf(unasked, NOW).freshUntilMs).toBe(NOW + 300_000)
    const expiring = [reply('ok', answer(NOW, NOW + 10)), reply('upstream_failed')]
    expect(freshnessOf(expiring, NOW).freshUntilMs).toBe(NOW + 10)
  })
})

describe('shops that cannot be asked', () => {
  const found = (shop: Shop) => Promise.resolve(shop.name === 'lamps' ? ['a lamp'] : undefined)

  it('are named, and lack nothing that would come later', async () => {
    const replies = await queryShops(HOSTS, withTime(), found)
    expect(replies).toEqual([
      { site: 'lamps', outcome: 'ok', value: ['a lamp'], answers: [] },
      { site: 'chairs', outcome: 'no_search', value: undefined, answers: [] },
    ])
  })

  it('in time are named', async () => {
    const replies = await queryShops(HOSTS, subrequests([10_000, 1_000, 1_000]).parts, found)
    expect(replies.map(({ site, outcome }) => [site, outcome])).toEqual([
      ['lamps', 'upstream_timeout'],
      ['chairs', 'upstream_timeout'],
    ])
  })
})

describe('a search of a shop without operations', () => {
  it('has four fifths of the time, and is as fresh as that of a segment', async () => {
    const times: (number | undefined)[] = []
    const parts = {
      ...subrequests(Array.from({ length: 10 }, () => 10_000)).parts,
      nowMs: () => 1_000,
      searchListedShop: async (_shop: Shop, _request: object, timeoutMs?: number) =>
        void times.push(timeoutMs),
    } as unknown as Subrequests
    const [reply] = await queryShops(HOSTS.slice(0, 1), parts, async (shop, own) => {
      await own.searchListedShop(shop, { query: 'a', page: 1 })
      return 'found'
    })
    expect(times).toEqual([8_000])
    expect(reply?.answers).toEqual([{ madeAtMs: 1_000, freshUntilMs: 301_000 }])
  })
})

describe('the shops that are asked', () => {
  const names = (named?: string[]) => selectShops(named, ADAPTERS, shops).map(shop => shop.name)

  it('are all that are enabled and may be searched', () => {
    expect(names()).toEqual(['one', 'two', 'lamps', 'chairs'])
  })

  it('are those that are named, segments first, each once', () => {
    expect(names(['chairs', 'two', 'lamps', 'one', 'two', '*.many'])).toEqual([
      'one',
      'two',
      'chairs',
      'lamps',
      '*.many',
    ])
  })
})

describe('checkShopNames', () => {
  it('accepts sites and listed shops, and names them all for any other', () => {
    checkShopNames(undefined, ADAPTERS, shops)
    checkShopNames(['one', 'chairs'], ADAPTERS, shops)
    try {
      checkShopNames(['one', 'none'], ADAPTERS, shops)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ name: 'sites', accepted: ['one', 'two', 'lamps', 'chairs'] }],
      })
    }
  })
})

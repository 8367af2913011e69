// How long each site may take, which failures are outcomes, and how long the whole answer is fresh.
import { describe, expect, it } from 'vitest'
import type { Site } from '../kit/define.ts'
import { Fault } from '../kit/fault.ts'
import { ageOf, askSites } from './ask-sites.ts'
import type { ListedShop, NativeAnswer, Reach, Subrequests } from './composite.ts'
import { askListedShops, checkShopNames } from './listed-shops.ts'

const SITES = [{ name: 'one' }, { name: 'two' }] as Site[]
const SHOPS: ListedShop[] = [
  { shop: 'lamps', origins: {} },
  { shop: 'chairs', origins: {} },
]
const reach = {
  listedShops: () => SHOPS,
  shopNamed: (name: string) => SHOPS.find(({ shop }) => shop === name),
} as unknown as Reach
const answer = (madeAtMs: number, freshUntilMs: number) => ({ madeAtMs, freshUntilMs }) as NativeAnswer

function subrequests(timesLeftMs: number[]) {
  const timeouts: (number | undefined)[] = []
  const parts = {
    reach,
    timeLeftMs: () => timesLeftMs.shift() ?? 0,
    call: (_operation: string, _params: object, options?: { timeoutMs?: number }) => {
      timeouts.push(options?.timeoutMs)
      return Promise.resolve(answer(1, 2))
    },
  }
  return { parts: parts as unknown as Subrequests, timeouts }
}

describe('askSites', () => {
  it('leaves a fifth of the deadline for composing, and never gives a call less than a millisecond', async () => {
    const { parts, timeouts } = subrequests([10_000, 10_000, 5_000, 1_500, 10_000])
    await askSites(SITES.slice(0, 1), parts, async (_site, own) => {
      await own.call('one.a', {})
      await own.call('one.b', {})
      await own.call('one.c', {})
      await own.call('one.d', {}, { timeoutMs: 300 })
    })
    expect(timeouts.map(Number).map(Math.round)).toEqual([8_000, 3_000, 1, 300])
  })

  it('keeps the answers that a site was read from, in spite of a later fault', async () => {
    const { parts } = subrequests([10_000, 10_000, 10_000])
    const replies = await askSites(SITES, parts, async (site, own) => {
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
    const ask = (error: Error) => async (site: Site) => {
      if (site.name === 'one') throw error
      return site.name
    }
    const replies = await askSites(SITES, subrequests([]).parts, ask(new Fault('upstream_timeout', 'late')))
    expect(replies).toEqual([
      { site: 'one', outcome: 'upstream_timeout', value: undefined, answers: [] },
      { site: 'two', outcome: 'ok', value: 'two', answers: [] },
    ])
    await expect(askSites(SITES, subrequests([]).parts, ask(new Error('a bug')))).rejects.toThrow('a bug')
  })
})

describe('ageOf', () => {
  const NOW = 1_000_000
  const reply = (outcome: 'ok' | 'not_found', ...answers: NativeAnswer[]) => ({
    site: 'one',
    outcome,
    value: undefined,
    answers,
  })

  it('is that of the oldest answer, until the first of them expires', () => {
    const whole = [reply('ok', answer(NOW - 5, NOW + 300_000)), reply('ok', answer(NOW - 9, NOW + 200_000))]
    expect(ageOf(whole, NOW)).toEqual({ madeAtMs: NOW - 9, freshUntilMs: NOW + 200_000 })
  })

  it('ends after a minute if a site is missing, or if no answer says how long it is fresh', () => {
    const lacking = [reply('ok', answer(NOW, NOW + 300_000)), reply('not_found')]
    expect(ageOf(lacking, NOW)).toEqual({ madeAtMs: NOW, freshUntilMs: NOW + 60_000 })
    expect(ageOf([reply('ok')], NOW)).toEqual({ madeAtMs: NOW, freshUntilMs: NOW + 60_000 })
    const expiring = [reply('ok', answer(NOW, NOW + 10)), reply('not_found')]
    expect(ageOf(expiring, NOW).freshUntilMs).toBe(NOW + 10)
  })
})

describe('askListedShops', () => {
  const withTime = () => subrequests(Array.from({ length: 10 }, () => 10_000))
  const found = (shop: ListedShop) => Promise.resolve(shop.shop === 'lamps' ? ['a lamp'] : undefined)

  it('leaves out shops that cannot be searched, unless they are named', async () => {
    const all = await askListedShops(undefined, withTime().parts, found)
    expect(all).toEqual([{ site: 'lamps', outcome: 'ok', value: ['a lamp'], answers: [] }])
    const named = await askListedShops(['chairs', 'one'], withTime().parts, found)
    expect(named).toEqual([{ site: 'chairs', outcome: 'not_found', value: undefined, answers: [] }])
  })

  it('names a shop that could not be asked in time', async () => {
    const replies = await askListedShops(undefined, subrequests([10_000, 1_000, 1_000]).parts, found)
    expect(replies.map(({ site, outcome }) => [site, outcome])).toEqual([
      ['lamps', 'upstream_timeout'],
      ['chairs', 'upstream_timeout'],
    ])
  })

  it('gives each four fifths of the time, and makes a fault its outcome', async () => {
    const times: number[] = []
    const replies = await askListedShops(undefined, withTime().parts, (_shop, timeoutMs) => {
      times.push(timeoutMs)
      return Promise.reject(new Fault('upstream_blocked', 'no'))
    })
    expect(times).toEqual([8_000, 8_000])
    expect(replies.map(({ outcome }) => outcome)).toEqual(['upstream_blocked', 'upstream_blocked'])
    const bug = askListedShops(undefined, withTime().parts, () => Promise.reject(new Error('a bug')))
    await expect(bug).rejects.toThrow('a bug')
  })
})

describe('checkShopNames', () => {
  it('accepts sites and listed shops, and names them all for any other', () => {
    checkShopNames(undefined, SITES, reach)
    checkShopNames(['one', 'chairs'], SITES, reach)
    try {
      checkShopNames(['one', 'none'], SITES, reach)
      expect.unreachable()
    } catch (error) {
      expect(error).toMatchObject({
        code: 'invalid_parameter',
        errors: [{ name: 'sites', accepted: ['one', 'two', 'lamps', 'chairs'] }],
      })
    }
  })
})

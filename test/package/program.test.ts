// Wares inside a program: the options and result of `startWares`, and its cleanup.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fault } from '#kit/fault'
import { type RunningWares, startWares, type WaresOptions } from '../../src/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder('program')
let wares: RunningWares

beforeAll(async () => {
  wares = await startWares({ data: join(folder, 'one'), sandbox: { speed: 0 }, drain_ms: 1 })
})

afterAll(async () => {
  await wares.close()
})

const TRENDS = '/api/v1/scraper/sneakerhub/trends'
const statusWith = async (key: string) =>
  (await fetch(wares.url + TRENDS, { headers: { 'x-api-key': key } })).status

describe('startWares', () => {
  it('returns a URL and a key that work, and stores the key in no file', async () => {
    expect(wares.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(await statusWith(wares.key)).toBe(200)
    expect(await statusWith(`wares_${'x'.repeat(38)}`)).toBe(401)
    expect(existsSync(join(folder, 'one', 'sandbox-key'))).toBe(false)
    expect(wares.sandboxUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  })

  it('returns a key without a rate limit', async () => {
    const statuses = await Promise.all(Array.from({ length: 60 }, () => statusWith(wares.key)))
    expect(new Set(statuses)).toEqual(new Set([200]))
  })

  it('calls operations without HTTP', async () => {
    const { data, absent, cache, readAt } = await wares.call<{ name: string }[]>('sneakerhub.trends')
    expect(data[0]?.name).toEqual(expect.any(String))
    expect([Array.isArray(absent), cache, readAt instanceof Date]).toEqual([true, 'hit', true])
    const fresh = await wares.call('sneakerhub.trends', {}, { maxAgeS: 0 })
    expect(fresh.cache).toBe('miss')
    const product = await wares.call<{ name: string }>('general.product', {
      url: `${wares.sandboxUrl}/fashionretail/uk/linden-roe-linen-shirt-forest-td4006-310.html`,
      country: undefined,
    })
    expect(product.source).toContain('/fashionretail/')
  })

  it.each([
    ['sneakerhub.prices', { id: '1044287~gone' }, 'not_found'],
    ['sneakerhub.prices', {}, 'invalid_parameter'],
    ['sneakerhub.search', { querry: 'x' }, 'invalid_parameter'],
  ])('throws the fault of %s with %o', async (operation, params, code) => {
    const error = await wares.call(operation, params).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Fault)
    expect(error).toMatchObject({ code })
  })

  it('suggests the nearest operation for a mistyped one', async () => {
    await expect(wares.call('sneakerhub.trend')).rejects.toThrow(
      'There is no operation "sneakerhub.trend"; did you mean sneakerhub.trends?',
    )
  })

  it('cancels a call when its signal is aborted', async () => {
    const signal = AbortSignal.timeout(300)
    await expect(wares.call('sneakerhub.prices', { id: '1044287~timeout' }, { signal })).rejects.toThrow()
  })
})

describe('invalid options', () => {
  it.each<[WaresOptions, string]>([
    [{ prot: 1 } as WaresOptions, 'startWares: there is no setting "prot"; did you mean "port"?'],
    [{ port: 70_000 }, 'startWares: port must be an integer from 0 to 65535, not 70000.'],
    [
      { sites: { watchmarkt: {} } },
      'startWares: there is no setting "sites.watchmarkt"; did you mean "watchmarket"?',
    ],
    ['x' as WaresOptions, 'startWares takes an object.'],
  ])('%o are rejected', async (options, sentence) => {
    await expect(startWares(options)).rejects.toMatchObject({ name: 'OperatorError', message: sentence })
  })

  it('leave nothing running: a data folder in use, and a port that is taken', async () => {
    await expect(startWares({ data: join(folder, 'one') })).rejects.toThrow(/^Another Wares server uses/)
    const data = join(folder, 'two')
    const port = Number(new URL(wares.url).port)
    await expect(startWares({ data, port })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    // The folder is free again.
    const second = await startWares({ data, sites: { watchmarket: { origin: 'http://127.0.0.1:1' } } })
    expect(second.sandboxUrl).toBeUndefined()
    await expect(second.call('sneakerhub.trends')).rejects.toMatchObject({ code: 'site_disabled' })
    await Promise.all([second.close(), second.close()])
  })
})

// Which list of a shop a catalogue is read from, and what replaces one that cannot be read.
import { describe, expect, it } from 'vitest'
import { Fault, type FaultCode } from '../../kit/fault.ts'
import type { CatalogState } from './catalog-cursor.ts'
import { type CatalogSource, readCatalogPage } from './catalog-page.ts'

const START: CatalogState = { from: 'sitemap', places: [], patterns: [], used: 0, given: 0 }

function source(list: CatalogSource['list']): CatalogSource {
  const rows = [{ url: 'https://shop.example/p/lamp-1' }]
  return {
    base: 'https://shop.example',
    lists: () => Promise.resolve(['ucp', 'list']),
    list,
    roots: () => Promise.resolve(['https://shop.example/sitemap.xml']),
    sitemap: () => Promise.resolve({ sitemaps: [], rows, broken: undefined }),
    showsProduct: () => Promise.resolve(true),
    requests: () => 1,
  }
}
const read = (list: CatalogSource['list'], state?: CatalogState) =>
  readCatalogPage(source(list), state, START, () => 10_000)
const failing = (code: FaultCode) => () => Promise.reject(new Fault(code, 'no list'))
const product = (url: string) => ({ url })

describe('the first page', () => {
  it('is of the first list that can be read', async () => {
    const { rows, next, problems } = await read(from =>
      from === 'ucp' ? failing('not_found')() : Promise.resolve({ products: [product('/a')], next: 'n2' }),
    )
    expect(rows).toMatchObject([{ url: 'https://shop.example/a', source: 'platform' }])
    expect(next).toMatchObject({ from: 'list', after: 'n2', given: 1, used: 1 })
    expect(problems).toEqual(['the UCP catalogue: not_found'])
  })

  it.each<FaultCode>(['not_found', 'robots_disallowed', 'upstream_blocked', 'upstream_changed'])(
    'is of the sitemap when the lists are %s',
    async code => {
      const { rows, problems } = await read(failing(code))
      expect(rows).toMatchObject([{ source: 'sitemap' }])
      expect(problems).toEqual([`the UCP catalogue: ${code}`, `the list of the platform: ${code}`])
    },
  )

  it.each<FaultCode>(['upstream_timeout', 'upstream_busy'])('is the fault %s, which passes', async code => {
    await expect(read(failing(code))).rejects.toMatchObject({ code })
  })

  it('is an error that is none of the shop', async () => {
    await expect(read(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  })
})

describe('a later page', () => {
  const state: CatalogState = { ...START, from: 'list', after: 'n2', given: 1, used: 1 }

  it.each<FaultCode>(['not_found', 'upstream_blocked'])('that is %s is not replaced', async code => {
    await expect(read(failing(code), state)).rejects.toMatchObject({ code })
  })

  it('continues at its cursor, and ends with the list, with nothing, or with a repeated cursor', async () => {
    const asked: unknown[] = []
    const page = (next: string | undefined, ...urls: string[]) =>
      read((from, after) => {
        asked.push([from, after])
        return Promise.resolve({ products: urls.map(product), next })
      }, state)
    expect((await page('n3', '/b')).next).toMatchObject({ after: 'n3', given: 2, used: 2 })
    expect(asked).toEqual([['list', 'n2']])
    for (const last of [page(undefined, '/b'), page('n2', '/b'), page('n3')])
      expect((await last).next).toMatchObject({ done: true })
  })

  it('names a product once, and none of another shop', async () => {
    const urls = ['/b', '/b#red', 'https://other.example/b', 'ftp://shop.example/b', 'https://shop.example/b']
    const { rows, skipped } = await read(() => Promise.resolve({ products: urls.map(product) }), state)
    expect([rows.map(row => row.url), skipped]).toEqual([['https://shop.example/b'], 4])
  })
})

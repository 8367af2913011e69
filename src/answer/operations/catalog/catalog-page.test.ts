// Which list of a shop a catalog is read from, and what replaces one that cannot be read.
import { describe, expect, it } from 'vitest'
import { Fault, type FaultCode } from '#kit/fault'
import { type CursorState, readCursor, writeCursor } from './catalog-cursor.ts'
import { type CatalogSource, readCatalogPage } from './catalog-page.ts'
import { type CatalogRow, completeRow } from '../../../extract/list/catalog-row.ts'

const START: CursorState = { from: 'sitemap', places: [], patterns: [], used: 0, given: 0 }

const BOUNDS = { budget: 1_000, timeLeftMs: () => 10_000 }

function source(list: CatalogSource['list'], more: Partial<CatalogSource> = {}): CatalogSource {
  const rows = [{ url: 'https://shop.example/p/lamp-1' }]
  return {
    base: 'https://shop.example',
    bases: ['https://shop.example'],
    lists: () => Promise.resolve(['ucp', 'list']),
    list,
    roots: () => Promise.resolve(['https://shop.example/sitemap.xml']),
    sitemap: () => Promise.resolve({ sitemaps: [], rows, broken: undefined }),
    showsProduct: () => Promise.resolve(true),
    requests: () => 1,
    ...more,
  }
}
const read = (list: CatalogSource['list'], state?: CursorState) =>
  readCatalogPage(source(list), state, START, BOUNDS)
const failing = (code: FaultCode) => () => Promise.reject(new Fault(code, 'no list'))
const listOf = (urls: readonly string[], next?: string) => ({
  rows: urls.map(url => ({ url, source: 'platform' }) as CatalogRow),
  listed: urls.length,
  next,
})

describe('the first page', () => {
  it('is of the first list that can be read', async () => {
    const { rows, next, problems } = await read(from =>
      from === 'ucp' ? failing('not_found')() : Promise.resolve(listOf(['/a'], 'n2')),
    )
    expect(rows).toMatchObject([{ url: 'https://shop.example/a', source: 'platform' }])
    expect(next).toMatchObject({ from: 'list', after: 'n2', given: 1, used: 1 })
    expect(problems).toEqual(['the UCP catalog: not_found'])
  })

  it.each<FaultCode>(['not_found', 'robots_disallowed', 'upstream_blocked', 'upstream_changed'])(
    'is of the sitemap when the lists are %s',
    async code => {
      const { rows, problems } = await read(failing(code))
      expect(rows).toMatchObject([{ source: 'sitemap' }])
      expect(problems).toEqual([`the UCP catalog: ${code}`, `the list of the platform: ${code}`])
    },
  )

  it.each<FaultCode>(['upstream_timeout', 'upstream_busy'])('is the fault %s, which passes', async code => {
    await expect(read(failing(code))).rejects.toMatchObject({ code })
  })

  it('has the last row of a product that it names twice', async () => {
    const rows = ['Lamp', 'Lamp of now'].map(
      name => ({ url: 'https://shop.example/a', name, source: 'platform' }) as CatalogRow,
    )
    const page = await read(() => Promise.resolve({ rows, listed: 2 }))
    expect(page.rows.map(one => one.name)).toEqual(['Lamp of now'])
  })

  it('is an error that is none of the shop', async () => {
    await expect(read(() => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
  })
})

describe('a later page', () => {
  const state: CursorState = { ...START, from: 'list', after: 'n2', given: 1, used: 1 }

  it.each<FaultCode>(['not_found', 'upstream_blocked'])('that is %s is not replaced', async code => {
    await expect(read(failing(code), state)).rejects.toMatchObject({ code })
  })

  it('continues at its cursor, and ends with the list, with nothing, or with a repeated cursor', async () => {
    const asked: unknown[] = []
    const page = (next: string | undefined, ...urls: string[]) =>
      read((from, after) => {
        asked.push([from, after])
        return Promise.resolve(listOf(urls, next))
      }, state)
    expect((await page('n3', '/b')).next).toMatchObject({ after: 'n3', given: 2, used: 2 })
    expect(asked).toEqual([['list', 'n2']])
    for (const last of [page(undefined, '/b'), page('n2', '/b'), page('n3')])
      expect((await last).next).toMatchObject({ done: true })
  })

  /** The names of the pages in the order in which the shop gives them; each has two products. Returns how many were asked for. */
  async function readAll(names: readonly string[]) {
    let last: CursorState | undefined
    for (const [nth, name] of names.entries()) {
      const urls = [`/${name}/1`, `/${name}/2`]
      const list = listOf(nth % 2 === 0 ? urls : urls.toReversed(), `n${nth + 2}`)
      const page = await read(() => Promise.resolve(list), last)
      if (page.next.done) return { asked: nth + 1, given: page.next.given, problems: page.problems }
      expect(page.problems).toEqual([])
      last = readCursor(writeCursor(page.next))
    }
    return { asked: names.length, given: last?.given, problems: [] }
  }
  const numbered = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, n) => `${from + n}`)

  it.each([
    ['the first again', ['1', '2', '1', '2'], 3],
    ['the one before again', ['1', '2', '2', '2'], 3],
  ])('that is %s, in any order, is the last, and named', async (_what, names, asked) => {
    const read = await readAll(names)
    expect(read).toMatchObject({ asked, given: 2 * (asked - 1) })
    expect(read.problems).toEqual([expect.stringContaining('the same products again')])
  })

  it('notices the first page again behind a hundred others', async () => {
    expect((await readAll([...numbered(1, 100), ...numbered(1, 100)])).asked).toBe(101)
    expect(await readAll(numbered(1, 400))).toMatchObject({ asked: 400, problems: [] })
  })

  it('names a product once, and none of another shop', async () => {
    const urls = ['/b', '/b#red', 'https://other.example/b', 'ftp://shop.example/b', 'https://shop.example/b']
    const { rows, skipped } = await read(() => Promise.resolve(listOf(urls)), state)
    expect([rows.map(row => row.url), skipped]).toEqual([['https://shop.example/b'], 4])
  })
})

describe('a list with and without `www.`', () => {
  it('is of one shop, and names each page once', async () => {
    const urls = ['https://www.shop.example/a', 'https://shop.example/a', 'https://www.shop.example/b']
    const { rows, skipped, problems } = await read(() => Promise.resolve(listOf(urls)))
    expect(rows.map(row => row.url)).toEqual(['https://www.shop.example/a', 'https://www.shop.example/b'])
    expect({ skipped, problems }).toEqual({ skipped: 1, problems: [] })
  })

  it('of another shop names the host', async () => {
    const urls = ['https://other.example/a', 'https://other.example/b']
    const { rows, problems } = await read(() => Promise.resolve(listOf(urls)))
    expect(rows).toEqual([])
    expect(problems).toEqual(['2 of 2 addresses are not of this shop: other.example'])
  })
})

describe('sitemaps', () => {
  const none = failing('not_found')
  const readFrom = (more: Partial<CatalogSource>, state?: CursorState) =>
    readCatalogPage(source(none, { lists: () => Promise.resolve([]), ...more }), state, START, BOUNDS)
  const rows = ['/p/lamp-1', '/p/chair-2', '/about'].map(path => ({ url: `https://shop.example${path}` }))

  it('give the addresses that look like those of products, and count the others', async () => {
    const {
      rows: kept,
      skipped,
      next,
    } = await readFrom({
      sitemap: () => Promise.resolve({ sitemaps: [], rows, broken: undefined }),
      showsProduct: url => Promise.resolve(url.includes('/p/')),
    })
    expect(kept.map(row => row.url)).toEqual(rows.slice(0, 2).map(row => row.url))
    expect([skipped, next.given, next.done]).toEqual([1, 2, true])
  })

  it('are read one after the other, and one that cannot be read is named', async () => {
    const files = ['a', 'b', 'c'].map(name => `https://shop.example/${name}.xml`)
    const more: Partial<CatalogSource> = {
      roots: () => Promise.resolve(files),
      sitemap: url =>
        url.endsWith('b.xml')
          ? none()
          : Promise.resolve({ sitemaps: [], rows: [{ url: `${url}/p/lamp-1` }], broken: undefined }),
    }
    const first = await readFrom(more)
    expect(first.next.done).toBeUndefined()
    const second = await readFrom(more, first.next)
    expect(second.problems).toEqual([expect.stringMatching(/^\/b\.xml: /)])
    expect([second.rows.map(row => row.url), second.next.done]).toEqual([[`${files[2]}/p/lamp-1`], true])
  })

  describe('of an index of 50,000 files that are missing', () => {
    const files = Array.from({ length: 50_000 }, (_, n) => `https://shop.example/${n}.xml`)
    /** An index that is asked for once, then one file after the other. */
    function missing() {
      const asked: string[] = []
      const more: Partial<CatalogSource> = {
        lists: () => Promise.resolve([]),
        roots: () => Promise.resolve(files),
        sitemap: url => {
          asked.push(url)
          return none()
        },
        requests: () => asked.length,
      }
      return { asked, shop: source(none, more) }
    }

    it('send as many requests as the budget has, and go on behind them', async () => {
      const { asked, shop } = missing()
      const {
        next,
        rows: kept,
        problems,
      } = await readCatalogPage(shop, undefined, START, {
        ...BOUNDS,
        budget: 3,
      })
      expect(asked).toEqual(files.slice(0, 3))
      expect(next).toMatchObject({ places: [3], used: 3 })
      expect([kept.length, next.done, problems.length]).toEqual([0, undefined, 3])
    })

    it('end a page at half of its time, with a short list of problems', async () => {
      const { asked, shop } = missing()
      const timeLeftMs = () => 10_000 - asked.length * 100
      const { next, problems } = await readCatalogPage(shop, undefined, START, { ...BOUNDS, timeLeftMs })
      expect(next).toMatchObject({ places: [51], used: 51 })
      expect(problems.at(-1)).toBe('and 31 more')
    })
  })

  it('that never end are skipped and named, and the next page goes on behind them', async () => {
    let leftMs = 10_000
    const shop = source(none, {
      lists: () => Promise.resolve([]),
      roots: () => Promise.resolve(['https://shop.example/slow.xml', 'https://shop.example/good.xml']),
      sitemap: url => {
        if (url.endsWith('good.xml')) return Promise.resolve({ sitemaps: [], rows, broken: undefined })
        leftMs = 4_900
        return Promise.reject(new Fault('upstream_timeout', 'no end'))
      },
    })
    const bounds = { ...BOUNDS, timeLeftMs: () => leftMs }
    const first = await readCatalogPage(shop, undefined, START, bounds)
    expect([first.rows, first.next.places, first.problems]).toEqual([
      [],
      [1],
      ['/slow.xml: upstream_timeout'],
    ])
    leftMs = 10_000
    expect((await readCatalogPage(shop, first.next, START, bounds)).rows).toHaveLength(3)
  })

  it('read no more sample pages than the budget has left', async () => {
    const pages: string[] = []
    const shop = source(none, {
      lists: () => Promise.resolve([]),
      sitemap: () => Promise.resolve({ sitemaps: [], rows, broken: undefined }),
      showsProduct: url => Promise.resolve(pages.push(url) > 0),
      requests: () => 1 + pages.length,
    })
    const { next } = await readCatalogPage(shop, undefined, START, { ...BOUNDS, budget: 2 })
    expect([pages.length, next.done, next.used]).toEqual([1, undefined, 2])
  })

  it('that do not exist at all are an error, and at their end they are not', async () => {
    await expect(readFrom({ sitemap: none })).rejects.toMatchObject({ code: 'not_found' })
    const state: CursorState = { ...START, places: [5] }
    expect(await readFrom({}, state)).toMatchObject({ rows: [], skipped: 0, next: { done: true } })
  })

  it('that are broken are read as far as they go, and named', async () => {
    const { rows: kept, problems } = await readFrom({
      sitemap: () => Promise.resolve({ sitemaps: [], rows, broken: 'the file is cut off, or no sitemap' }),
    })
    expect([kept.length > 0, problems]).toEqual([true, ['/sitemap.xml: the file is cut off, or no sitemap']])
  })
})

it('a page that robots.txt forbids was not read, and says nothing of its pattern', async () => {
  const rows = [1, 2, 3].map(n => ({ url: `https://shop.example/p/lamp-${n}` }))
  const found = await readCatalogPage(
    source(failing('not_found'), {
      sitemap: () => Promise.resolve({ sitemaps: [], rows, broken: undefined }),
      showsProduct: url => Promise.resolve(url.endsWith('-1') ? true : undefined),
    }),
    undefined,
    START,
    BOUNDS,
  )
  expect(found.next.patterns).toEqual([{ pattern: '/p/{code}', products: 1, read: 1 }])
  expect(found.rows).toHaveLength(3)
})

it.each([
  ['2026-10-01', '2026-10-01'],
  ['2026-10-01T09:30:00+02:00', '2026-10-01T09:30:00+02:00'],
  ['daily', null],
  ['0000-00-00', null],
  ['0001-01-01T00:00:00+00:00', null],
  ['2026-02-31', null],
  [undefined, null],
])('a row that was last changed at %s', (updated_at, time) => {
  expect(completeRow({ url: 'https://shop.example/p/1', updated_at, source: 'sitemap' })).toMatchObject({
    updated_at: time,
  })
})

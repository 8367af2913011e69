// The sandbox shop for watchmarket: the page size, the two versions of the markup, and the missing fields of the real site.
import { describe, expect, it } from 'vitest'
import { openShop } from '../../play/open-shop.ts'
import { shop as watchmarket } from './shop.ts'
import { isTakenDown, listingPath, listings } from './listing-data.ts'

const BASE = 'http://127.0.0.1:1/watchmarket'

const { ask, context } = openShop(watchmarket, 1)
const search = (query: string) => ask(`/search/index.htm?dosearch=true${query}`)
const count = (text: string, part: string) => text.split(part).length - 1
const total = (text: string) => Number(/<strong>([\d,]+) listings/.exec(text)?.[1]?.replace(',', ''))

describe('a search page', () => {
  it('is as large as a real one and has 60 cards, in alternating newer and older markup', () => {
    const newer = search('').text
    const older = search('&showPage=2').text
    expect(newer.length).toBeGreaterThan(600_000)
    expect(older.length).toBeGreaterThan(600_000)
    expect(count(newer, 'class="js-listing-item-container ')).toBe(60)
    expect(count(older, 'class="js-article-item-container ')).toBe(60)
    expect([newer, older].map(text => text.includes('"searchResult"'))).toEqual([false, true])
  })

  it('lists every watch for sale once', () => {
    const shown = Array.from({ length: 10 }, (_, index) => search(`&showPage=${index + 1}`).text).join('')
    const ids = [...shown.matchAll(/data-note="(\d+)"/g)].map(match => match[1])
    expect(ids.length).toBeGreaterThanOrEqual(500)
    expect(new Set(ids)).toEqual(new Set(listings(context).map(one => String(one.id))))
    expect(ids).toHaveLength(listings(context).length)
    expect(total(search('').text)).toBe(ids.length)
  })

  it('has cards with and without badges, with and without a price', () => {
    const { text } = search('')
    const badges = count(text, 'wt-listing-item-image-badge p-x-2')
    expect(badges).toBeGreaterThan(30)
    expect(badges).toBeLessThan(60)
    expect(count(text, 'Private Seller')).toBeGreaterThan(0)
    expect(count(text, 'Price on request')).toBeGreaterThan(0)
  })

  it.each([
    ['&dialColor=702', '&dialColor=710', '&dialColor=702&dialColor=710'],
    ['&countryIds=JP', '&countryIds=UK', '&countryIds=JP&countryIds=UK'],
    ['&sellerType=Dealer', '&sellerType=PrivateSeller', ''],
  ])('applies filters: %s plus %s equals %s', (one, other, both) => {
    const [first, second, sum] = [one, other, both].map(filter => total(search(filter).text))
    expect(first).toBeGreaterThan(0)
    expect(second).toBeGreaterThan(0)
    expect((first ?? 0) + (second ?? 0)).toBe(sum)
  })

  it('shows prices in the requested currency', () => {
    const { text } = search('&currencyId=EUR')
    expect(text).toContain('"priceCurrency":"EUR"')
    expect(text).toMatch(/<strong>\d{3,4}\u00a0€/)
    expect(text).toMatch(/<strong>\d\d\.\d{3}\u00a0€/)
    expect(search('&currencyId=JPY').text).toMatch(/<strong>¥\d+,\d{3}</)
  })

  it('states that there are no results', () => {
    const { status, text } = search('&query=bicycle')
    expect(status).toBe(200)
    expect(total(text)).toBe(0)
    expect(text).not.toContain('AggregateOffer')
    expect(text).not.toContain('js-listing-item-link')
  })

  it.each(['&query=aldwerck', '&query=Aldwerck+Tidewater', '&query=aldwerck+tidewater&showPage=2'])(
    'redirects to the page of a brand or model: %s',
    query => {
      const { status, location } = search(query)
      expect(status).toBe(301)
      expect(location).toContain(`?dosearch=true${query}`)
      expect(ask(location ?? '').status).toBe(200)
    },
  )
})

describe('a listing', () => {
  const watches = listings(context).slice(0, 60)

  it('is reached by its id, and redirects to its model after it was taken down', () => {
    const [watch] = watches
    const gone = context.catalog.products('watches').find(isTakenDown)
    if (!watch || !gone) expect.fail('the catalog is empty')
    expect(ask(`/watches/--id${watch.id}.htm`)).toMatchObject({
      status: 301,
      location: BASE + listingPath(watch),
    })
    expect(ask(listingPath(gone)).location).toMatch(/--mod\d+\.htm$/)
    expect(ask('/watches/--id1.htm').status).toBe(404)
  })

  it('has 100 to 600 KB, in the old or the new markup', () => {
    const pages = watches.map(watch => ask(listingPath(watch)).text)
    for (const page of pages) {
      expect(page.length).toBeGreaterThan(100_000)
      expect(page.length).toBeLessThan(620_000)
      expect(page).toContain('"@type":"Product"')
    }
    const withOldTable = pages.filter(page => page.includes('<td class="p-r-2"><strong>Listing code'))
    const withNewTable = pages.filter(page => page.includes('class="watch-data-sheet"'))
    expect(withOldTable.length).toBeGreaterThan(5)
    expect(withNewTable.length).toBe(pages.length - withOldTable.length)
  })
})

it('is the same for the same seed', () => {
  const [watch] = listings(context)
  if (!watch) expect.fail('the catalog is empty')
  for (const address of ['/search/index.htm?dosearch=true', listingPath(watch)]) {
    expect(openShop(watchmarket, 1).ask(address).text).toBe(ask(address).text)
  }
  expect(openShop(watchmarket, 2).ask('/search/index.htm').text).not.toBe(ask('/search/index.htm').text)
})

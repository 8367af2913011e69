// Conformance suite of shops with a list: every listed product exists, page sizes are realistic, output depends only on the
// seed.
import { describe, expect, test } from 'vitest'
import { createCatalog } from '../../sandbox/catalog.ts'
import { handleRequest, type SandboxShop, type ShopContext } from '../../sandbox/define-shop.ts'
import { createFiller } from '../../sandbox/filler.ts'
import { pageShell } from '../../sandbox/page-shell.ts'

const ORIGIN = 'http://127.0.0.1:1'
const LAST_PAGE = 25

/** A shop without a server. */
export function openShop(shop: SandboxShop, seed = 1) {
  const filler = createFiller(seed)
  const ctx: ShopContext = { catalog: createCatalog(seed), page: input => pageShell(input, filler) }
  const base = `${ORIGIN}/${shop.site}`
  const ask = (path: string) => {
    const url = new URL(base + path)
    const request = {
      method: 'GET',
      path: decodeURIComponent(url.pathname).slice(shop.site.length + 1),
      query: url.searchParams,
      body: undefined,
      url,
      base,
      origin: ORIGIN,
    }
    const { status, body, headers } = handleRequest(shop, request, ctx)
    return { status, text: body.toString(), location: headers?.location?.slice(base.length) }
  }
  const linksOn = (list: string, page: number): string[] =>
    [...ask(`${list}?page=${page}`).text.matchAll(/<li class="card"><a href="([^"]+)"/g)].map(link =>
      (link[1] ?? '').replaceAll('&amp;', '&').slice(base.length),
    )
  const allLinks = (list: string): string[] =>
    Array.from({ length: LAST_PAGE }, (_, index) => linksOn(list, index + 1)).flat()
  return { ask, linksOn, allLinks }
}

interface ListShop {
  /** Path of the list of all products. */
  readonly list: string
  /** The parameter that searches it. */
  readonly field: string
  /** Path of a product that does not exist. */
  readonly gone: string
}

export function describeListShop(shop: SandboxShop, { list, field, gone }: ListShop): void {
  describe('shop', () => {
    const { ask, linksOn, allLinks } = openShop(shop)

    test('has 600 products, each on one page of the list', () => {
      expect(new Set(allLinks(list)).size).toBe(600)
    })

    test('has every product page, in a realistic size', () => {
      for (const link of linksOn(list, 2)) {
        const { status, text } = ask(link)
        expect(status, link).toBe(200)
        expect(text.length, link).toBeGreaterThan(200_000)
        expect(text.length, link).toBeLessThan(600_000)
      }
    })

    test('gives the same bytes for the same seed, others for another', () => {
      const [link = ''] = linksOn(list, 1)
      expect(openShop(shop).ask(link).text).toBe(ask(link).text)
      expect(openShop(shop, 2).ask(link).text).not.toBe(ask(link).text)
    })

    test('reports an empty search and a missing product', () => {
      expect(ask(`${list}?${field}=zeppelin`).text).toContain('No results')
      expect(ask(gone).status).toBe(404)
    })
  })
}

/** Each kind of page is among the first hundred, and no kind makes up all of them. */
export function expectKinds(shop: SandboxShop, list: string, kinds: Readonly<Record<string, RegExp>>): void {
  const { ask, allLinks } = openShop(shop)
  const pages = allLinks(list)
    .slice(0, 100)
    .map(link => ask(link).text)
  for (const [name, kind] of Object.entries(kinds)) {
    const count = pages.filter(text => kind.test(text)).length
    expect(count, name).toBeGreaterThan(0)
    expect(count, name).toBeLessThan(pages.length)
  }
}

/** The matches of `currency` in the first product of each list. */
export function currenciesOf(
  shop: SandboxShop,
  lists: readonly string[],
  currency: RegExp,
): (string | undefined)[] {
  const { ask, linksOn } = openShop(shop)
  return lists.map(list => currency.exec(ask(linksOn(list, 1)[0] ?? '').text)?.[1])
}

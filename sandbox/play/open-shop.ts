// Opens one sandbox shop without a server, for the tests of shops.
import { createCatalog } from '../catalog.ts'
import { handleRequest, type SandboxShop, type ShopContext } from '../define-shop.ts'
import { createFiller } from '../filler.ts'
import { pageShell } from '../page-shell.ts'

const ORIGIN = 'http://127.0.0.1:1'

export function openShop(shop: SandboxShop, seed: number) {
  const base = `${ORIGIN}/${shop.site}`
  const filler = createFiller(seed)
  const context: ShopContext = { catalog: createCatalog(seed), page: input => pageShell(input, filler) }
  /** GETs a path or URL of the shop, or POSTs if there is a body. */
  const ask = (address: string, sent?: unknown) => {
    const url = new URL(address.startsWith('http') ? address : base + address)
    const request = {
      method: sent === undefined ? 'GET' : 'POST',
      path: decodeURIComponent(url.pathname).slice(`/${shop.site}`.length),
      query: url.searchParams,
      body: sent === undefined ? undefined : JSON.stringify(sent),
      url,
      base,
      origin: ORIGIN,
    }
    const { status, body, headers } = handleRequest(shop, request, context)
    return { status, text: body.toString(), location: headers?.location }
  }
  return { ask, context }
}

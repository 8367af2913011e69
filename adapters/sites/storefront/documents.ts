// The documents of one product, and the currency that the operator states for a storefront.
import { asObject, valueAt, type JsonObject, type Page, type SiteView } from '#kit'
import { productIn } from '../../platforms/shopify/hosted.ts'
import { embeddedProduct } from './page-product.ts'
import type { Loaded } from './products.ts'

/** The page of the one product that was asked for; undefined for a list. */
export function mainPage(loaded: Loaded): Page | undefined {
  return 'list' in loaded ? undefined : loaded.products[0]
}

export function openProduct(page: Page): JsonObject | undefined {
  return page.holdsJson() ? productIn(page) : embeddedProduct(page)
}

/** `{product}`; the script route has the bare object. */
export function isJsonRoute(page: Page): boolean {
  return page.holdsJson() && asObject(valueAt(page.json(), 'product')) !== undefined
}

/** `/products/lamp.json`, `.js` or the page itself: the address without its ending. */
export function productPageUrl(page: Page): string {
  const url = new URL(page.url)
  return url.origin + url.pathname.replace(/\.(?:json|js)$/, '')
}

/** `EUR` for all storefronts, or `street=EUR atelier=USD` by name. */
export function settledCurrency(store: string, { settings }: SiteView): string | undefined {
  const words = (settings.currency ?? '').split(/[\s,]+/)
  return (
    words.find(word => word.startsWith(`${store}=`))?.slice(store.length + 1) ??
    words.find(word => word !== '' && !word.includes('='))
  )
}

/** The storefront whose base URL contains the URL. */
export function storeOf(url: string | undefined, { origins }: SiteView): string {
  const found = Object.entries(origins)
    .filter(([, base]) => url?.startsWith(`${base}/`))
    .toSorted(([, a], [, b]) => b.length - a.length)
  return found[0]?.[0] ?? 'main'
}

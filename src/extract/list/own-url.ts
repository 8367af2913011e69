// Whether an address is of a shop: on its host, with or without `www.`, and below its base path.
import { isSameShop } from '../../settings/shop-origins.ts'

/** Without a fragment; undefined for an address of another shop. `base`: the shop's URL without a trailing slash. */
export function urlWithinShop(address: string, base: string): string | undefined {
  const url = URL.parse(address, `${base}/`)
  if (!url) return undefined
  url.hash = ''
  const own = new URL(`${base}/`)
  const isOwn =
    isSameShop(url.host, own.host) && url.pathname.startsWith(own.pathname) && /^https?:$/.test(url.protocol)
  return isOwn ? url.href : undefined
}

// What tells the products of a catalog apart: their addresses, without what does not matter. Pure.
import { hash } from 'node:crypto'

/** Parameters that say where a visitor came from, not which product it is. */
const TRACKING = /^(?:utm_\w+|gclid|fbclid|msclkid|srsltid|_pos|_sid|_ss|_psq|ref)$/i

/** Key of an address, whatever its protocol, fragment, final slash and campaign parameters. */
export function productKey(address: string): string {
  const { host, path, query } = partsOf(address)
  return shortHash(`${host}${path}?${query}`)
}

/** Categories and languages stand in front of an address; deeper ones are others. */
const PARTS_IN_FRONT = 4

/** The address without its host, then what is left of it without its first parts: `/p/lamp` and `/lamp` of `/sale/p/lamp`. */
export function addressEnds(address: string): [own: string, ...shorter: string[]] {
  const { path, query } = partsOf(address)
  const parts = path.split('/').slice(1)
  const shorter = parts
    .slice(1, 1 + PARTS_IN_FRONT)
    .map((_, n) => `/${parts.slice(n + 1).join('/')}?${query}`)
  return [`${path}?${query}`, ...shorter]
}

function partsOf(address: string) {
  const url = new URL(address)
  const path = url.pathname
    // Shopify shows a product below each of its collections, and each variant as a parameter.
    .replace(/\/collections\/[^/]+(\/products\/[^/]+)$/, '$1')
    .replace(/(.)\/$/, '$1')
  const isShopify = /\/products\/[^/]+$/.test(path)
  const query = [...url.searchParams]
    .filter(([name]) => !TRACKING.test(name) && !(isShopify && name === 'variant'))
    .map(pair => pair.join('='))
    .toSorted()
    .join('&')
  return { host: url.host, path, query }
}

/** Key of name and picture, for rows without another number; undefined where the list does not state both. */
export function twinKey(
  name: string | undefined,
  image: string | undefined,
  code: string | undefined,
): string | undefined {
  if (name === undefined || image === undefined) return undefined
  return shortHash(`${plainText(name)} ${image} ${code ?? ''}`)
}

export function plainText(text: string): string {
  return text.normalize('NFKC').toLowerCase().trim()
}

function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}

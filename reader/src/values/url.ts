// URLs: resolves links of a page, and normalises the URLs in answers.
import { joinUrl } from './join-url.ts'

/** The absolute URL of a link on a page; undefined when it does not link to a document. */
export function absoluteUrl(href: string | null | undefined, base: string): string | undefined {
  const link = href?.trim().replace(/[\t\n\r]/g, '')
  if (!link || link.startsWith('#')) return undefined
  const absolute = joinUrl(base, link)
  return /^https?:\/\/[^/]/i.test(absolute) ? absolute : undefined
}

/**
 * Whether an address of a shop may be given away: it leads to a document of the web, or it is a path or a name. Browsers
 * run `javascript:` wherever a caller links it, and skip white space and control characters in front of it.
 */
export function isWebAddress(address: string): boolean {
  if (/^https?:\/\//i.test(address)) return true
  return /^https?:$/.test(URL.parse(address, 'https://base.invalid/')?.protocol ?? 'https:')
}

/** What browsers percent-encode in the path and query of a URL (WHATWG). */
const UNSAFE = /[^!-~]|["<>\\`{}]/gu

/**
 * Normalises the encoding of an absolute URL: some places in a page write `ü` and a space, others `%C3%BC` and `%20`.
 * Everything else is unchanged, including brackets and a missing slash after the host.
 */
export function normaliseUrl(address: string): string {
  const [, origin, rest] = /^\s*(https?:\/\/[^/?#]*)(.*)$/is.exec(address.toWellFormed()) ?? []
  if (origin === undefined || rest === undefined) return address
  return origin + rest.trim().replace(UNSAFE, encodeURIComponent)
}

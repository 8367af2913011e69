// Links: made absolute as the page wrote them, and the one spelling in which they are answered.
import { joinUrl } from '../read/join-url.ts'

/** Absolute form of a link as found on a page; undefined for what is no link to a document. */
export function absoluteUrl(href: string | null | undefined, base: string): string | undefined {
  const link = href?.trim().replace(/[\t\n\r]/g, '')
  if (!link || link.startsWith('#')) return undefined
  const absolute = joinUrl(base, link)
  return /^https?:\/\/[^/]/i.test(absolute) ? absolute : undefined
}

/** What browsers percent-encode when they send an address (WHATWG), in its path and query alike. */
const UNSAFE = /[^!-~]|["<>\\`{}]/gu

/**
 * One spelling for an absolute address, whatever place of a page it comes from: some write `ü` and a space, others `%C3%BC`
 * and `%20`. All else stays as the page writes it, brackets and the missing slash after a host too.
 */
export function spellUrl(address: string): string {
  const [, origin, rest] = /^\s*(https?:\/\/[^/?#]*)(.*)$/is.exec(address.toWellFormed()) ?? []
  if (origin === undefined || rest === undefined) return address
  return origin + rest.trim().replace(UNSAFE, encodeURIComponent)
}

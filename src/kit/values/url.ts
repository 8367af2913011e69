// Makes links absolute without re-encoding what the page wrote.
import { joinUrl } from '../read/join-url.ts'

/** Absolute form of a link as found on a page; undefined for what is no link to a document. */
export function absoluteUrl(href: string | null | undefined, base: string): string | undefined {
  const link = href?.trim().replace(/[\t\n\r]/g, '')
  if (!link || link.startsWith('#')) return undefined
  const absolute = joinUrl(base, link)
  return /^https?:\/\/[^/]/i.test(absolute) ? absolute : undefined
}

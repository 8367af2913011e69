// The absolute form of an address in a shop's data.
import type { SiteView } from '../page/get.ts'
import { absoluteUrl } from '#reader/values/url'

/** A path is on the site's origin, which may have a base path of its own; undefined for what is not an address. */
export function siteUrl(
  address: string | null | undefined,
  { origins }: SiteView,
  originName = 'main',
): string | undefined {
  const origin = origins[originName] ?? Object.values(origins)[0]
  const text = address?.trim()
  if (!text || origin === undefined) return undefined
  const { pathname } = new URL(origin)
  const isBelowOrigin = pathname === '/' || text.startsWith(`${pathname}/`)
  const isPath = text.startsWith('/') && !text.startsWith('//')
  return absoluteUrl(isPath && !isBelowOrigin ? origin + text : text, `${origin}/`)
}

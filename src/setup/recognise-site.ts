// Finds the site whose pages have the shape of a page, so that an operator need not know which segment a shop is.
import { findFingerprint } from '#kit/define/adapter'
import type { SiteAdapter } from '#kit/define/define'
import type { Page } from '#kit/page/page'

/** Undefined if no site recognises the page, or if several do: then none of them is certain. */
export function recogniseSite(sites: readonly SiteAdapter[], page: Page): SiteAdapter | undefined {
  const found = sites.filter(site => findFingerprint(page, site.recognise) !== undefined)
  return found.length === 1 ? found[0] : undefined
}

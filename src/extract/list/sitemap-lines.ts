// The sitemaps that a robots.txt names.
import { urlWithinShop } from './own-url.ts'

/** More than any shop names. */
const SITEMAPS_MAX = 500

/** Those below the shop's own address; the file may be that of several shops. */
export function sitemapLines(robots: string, base: string): string[] {
  const found = robots.split(/\r\n|\r|\n/).flatMap(line => {
    const [, address = ''] = /^\s*sitemap\s*:\s*(\S+)/i.exec(line) ?? []
    return address === '' ? [] : (urlWithinShop(address, base) ?? [])
  })
  return [...new Set(found)].slice(0, SITEMAPS_MAX)
}

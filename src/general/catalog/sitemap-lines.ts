// The sitemaps that a robots.txt names.

/** More than any shop names. */
const SITEMAPS_MAX = 500

/** Those below the shop's own address; the file may be that of several shops. */
export function sitemapLines(robots: string, base: string): string[] {
  const own = new URL(`${base}/`)
  const found = robots.split(/\r\n|\r|\n/).flatMap(line => {
    const [, address = ''] = /^\s*sitemap\s*:\s*(\S+)/i.exec(line) ?? []
    const url = address === '' ? null : URL.parse(address, own)
    return url && url.host === own.host && url.pathname.startsWith(own.pathname) ? [url.href] : []
  })
  return [...new Set(found)].slice(0, SITEMAPS_MAX)
}

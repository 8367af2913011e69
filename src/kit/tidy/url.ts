// Makes links absolute without re-encoding what the page wrote.

const SCHEME = /^[a-z][a-z\d+.-]*:/i
const WEB_SCHEME = /^https?:/i

/** Absolute form of a link as found on a page; undefined for what is no link to a document. */
export function absoluteUrl(href: string | null | undefined, base: string): string | undefined {
  const link = href?.trim().replace(/[\t\n\r]/g, '')
  if (!link || link.startsWith('#')) return undefined
  if (SCHEME.test(link)) return WEB_SCHEME.test(link) ? link : undefined
  const origin = /^(https?:)\/\/[^/?#]+/i.exec(base)
  if (!origin?.[1]) return undefined
  if (link.startsWith('//')) return `${origin[1]}${link}`
  if (link.startsWith('/')) return `${origin[0]}${withoutDots(link)}`
  const path = base.slice(origin[0].length).replace(/[?#].*$/s, '')
  if (link.startsWith('?')) return `${origin[0]}${path || '/'}${link}`
  const folder = path.slice(0, path.lastIndexOf('/') + 1) || '/'
  return `${origin[0]}${withoutDots(folder + link)}`
}

// "a/../b" and "./b" resolved in the path only: a query may hold dots of its own.
function withoutDots(pathAndQuery: string): string {
  const end = pathAndQuery.search(/[?#]/)
  const path = end < 0 ? pathAndQuery : pathAndQuery.slice(0, end)
  if (!/(?:^|\/)\.{1,2}(?:\/|$)/.test(path)) return pathAndQuery
  const kept: string[] = []
  const parts = path.split('/')
  for (const [index, part] of parts.entries()) {
    if (part === '..') {
      if (kept.length > 1) kept.pop()
    } else if (part !== '.') kept.push(part)
    if ((part === '..' || part === '.') && index === parts.length - 1) kept.push('')
  }
  return kept.join('/') + (end < 0 ? '' : pathAndQuery.slice(end))
}

// Other products of the shop that a page links to, for trying a rule on them.
import { attribute } from '../page/page-view.ts'
import { isInCard } from '../page/read-page.ts'
import { OTHER_PRODUCTS, SITE_CHROME } from '../page/element-context.ts'
import type { TaughtPage } from './open-page.ts'

const LINKS_MAX = 3_000

/** Most likely first: in a list of other products, with an address like that of this page. */
export function productLinks({ page }: TaughtPage, url: string): string[] {
  const own = new URL(url)
  const scores = new Map<string, number>()
  for (const node of page.links.slice(0, LINKS_MAX)) {
    const target = URL.parse(attribute(page, node, 'href') ?? '', url)
    if (!target || target.host !== own.host || !/^https?:$/.test(target.protocol)) continue
    target.hash = ''
    if (target.pathname === own.pathname || target.href === own.href) continue
    const flags = page.context.flags(node)
    const isListed = (flags & OTHER_PRODUCTS) !== 0 || isInCard(page, node)
    const isChrome = (flags & SITE_CHROME) !== 0
    const score = likeness(own.pathname, target.pathname) + (isListed ? 2 : 0) - (isChrome ? 3 : 0)
    if (score > 1) scores.set(target.href, Math.max(score, scores.get(target.href) ?? 0))
  }
  return [...scores].toSorted(([, a], [, b]) => b - a).map(([href]) => href)
}

/** The same folder, the same number of parts, digits where digits are. */
function likeness(link: string, other: string): number {
  const [own, parts] = [link.split('/').filter(Boolean), other.split('/').filter(Boolean)]
  const isSameFolder = own.length > 1 && own.slice(0, -1).join('/') === parts.slice(0, -1).join('/')
  const shapeOf = (part = '') =>
    `${/\d/.test(part) ? 'd' : ''}${/-/.test(part) ? '-' : ''}${/\.\w+$/.exec(part)?.[0] ?? ''}`
  return (
    (isSameFolder ? 2 : own[0] === parts[0] && own.length > 1 ? 1 : 0) +
    (own.length === parts.length ? 1 : 0) +
    (shapeOf(own.at(-1)) === shapeOf(parts.at(-1)) ? 1 : 0)
  )
}

// Finds the trail of categories on a page: in its JSON-LD, or in the element called a breadcrumb.
import type { Element } from 'domhandler'
import { findTyped } from '../read/json-ld.ts'
import { type Crumb, crumbsOf } from '../tidy/breadcrumbs.ts'
import { text } from '../tidy/text.ts'
import { absoluteUrl } from '../tidy/url.ts'
import type { PageModel } from './page-model.ts'

type Item = Readonly<Record<string, unknown>>

export function jsonLdBreadcrumbs(items: readonly unknown[], url: string): Crumb[] | undefined {
  for (const list of findTyped(items, 'BreadcrumbList')) {
    const entries = Array.isArray(list.itemListElement) ? (list.itemListElement as unknown[]) : []
    const crumbs = entries.filter(isItem).map(entry => crumbOf(entry, url))
    if (crumbs.length > 0) return crumbs
  }
  return undefined
}

export function pageBreadcrumbs(page: PageModel, url: string): Crumb[] | undefined {
  const trails = page.elements.filter(
    element => isTrail(element) && !['body', 'html', 'main'].includes(element.name),
  )
  for (const trail of trails) {
    const crumbs = crumbsOf(trail, url)
    if (crumbs.length > 1 && crumbs.length < 12) return crumbs
  }
  return undefined
}

function isTrail({ attribs }: Element): boolean {
  const names = `${attribs.id ?? ''} ${attribs.class ?? ''} ${attribs['aria-label'] ?? ''} ${attribs.itemprop ?? ''} ${attribs.itemtype ?? ''}`
  return /bread-?_?crumb|(?:^|[\s_-])(?:crumbs?|navpath|pathway|ariane)(?:$|[\s_-])|BreadcrumbList/i.test(
    names,
  )
}

function crumbOf(entry: Item, url: string): Crumb {
  const item = isItem(entry.item) ? entry.item : undefined
  const name = entry.name ?? item?.name
  const link = typeof entry.item === 'string' ? entry.item : (item?.['@id'] ?? item?.url)
  return {
    name: (typeof name === 'string' ? text(name) : undefined) ?? null,
    url: (typeof link === 'string' ? absoluteUrl(link, url) : undefined) ?? null,
  }
}

function isItem(value: unknown): value is Item {
  return typeof value === 'object' && value !== null
}

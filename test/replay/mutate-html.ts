// Makes mutated versions of a recorded page: each of its elements removed, one at a time.
import { type Element, isTag } from 'domhandler'
import { parseDocument } from 'htmlparser2'
import { bodyOf, withBody } from './case-body.ts'
import type { Case } from './find-cases.ts'

export interface ElementRemoval {
  /** The removed element: tags and classes, from the body down. */
  readonly place: string
  readonly changed: Case
}

/** Scripts and the head contain data, whose fields are mutated one by one elsewhere. */
const SKIPPED = new Set(['script', 'style', 'head', 'html', 'body', 'meta', 'link', 'title', 'br'])
/** Two of a kind are enough: the third is read by the same code. */
const OF_A_KIND = 2

export function* elementRemovalsOf(one: Case): Generator<ElementRemoval> {
  for (const index of one.har.log.entries.keys()) {
    const html = bodyOf(one, index)
    if (!/^\s*<(?:!doctype|html)/i.test(html)) continue
    const seen = new Map<string, number>()
    for (const { element, place } of elementsIn(html)) {
      const count = (seen.get(place) ?? 0) + 1
      seen.set(place, count)
      if (count > OF_A_KIND || SKIPPED.has(element.name)) continue
      const { startIndex, endIndex } = element
      if (startIndex === null || endIndex === null) continue
      const changed = html.slice(0, startIndex) + html.slice(endIndex + 1)
      yield { place, changed: withBody(one, index, changed) }
    }
  }
}

function* elementsIn(html: string): Generator<{ element: Element; place: string }> {
  const document = parseDocument(html, { withStartIndices: true, withEndIndices: true })
  const waiting = document.children.filter(isTag).map(element => ({ element, place: element.name }))
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    yield next
    for (const child of next.element.children.filter(isTag)) {
      waiting.push({ element: child, place: `${next.place} > ${nameOf(child)}` })
    }
  }
}

function nameOf({ name, attribs }: Element): string {
  const mark =
    attribs['data-testid']?.replace(/\d+/g, '') ?? attribs.class?.split(/\s+/)[0] ?? attribs.itemprop
  return mark ? `${name}.${mark}` : name
}

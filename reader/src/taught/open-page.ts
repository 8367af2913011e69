// A page as taught rules see it: the reader's view of it, selectors, and its data.
import { readAllAssigned } from '../data/embedded.ts'
import { attributeOf, textOf } from '../html/html-nodes.ts'
import { findTyped, RELATED_KEYS } from '../data/json-ld.ts'
import { mainItem } from '../data/main-item.ts'
import { nodeSelector } from '../html/parse-html.ts'
import { parseRelaxedJson } from '../data/script/relaxed-json.ts'
import { createSelectorCache } from '../html/select/selector-cache.ts'
import { segmentRange } from '../page/page-view.ts'
import { type ReaderPage, readPage } from '../page/read-page.ts'
import { joinedText } from '../amounts/amount-text.ts'
import { isScript } from './taught-rule.ts'

export interface TaughtPage {
  readonly page: ReaderPage
  select(css: string): readonly number[]
  attr(node: number, name: string): string | undefined
  /** As a person reads it, on one line. */
  text(node: number): string
  /** The documents that a rule's `json` names. */
  documents(json: string): readonly unknown[]
  /** What rules have given so far, by rule. */
  readonly readings: Map<string, unknown>
}

/** A rule that matches more than these is about a list. */
const MATCHES_MAX = 50
const DOCUMENTS_MAX = 20
const TEXT_MAX = 600

export function openTaughtPage(html: string | Uint8Array, url: string): TaughtPage {
  const page = readPage(html, url)
  const find = nodeSelector(page.tree, createSelectorCache())
  const documentsByQuery = new Map<string, readonly unknown[]>()
  const read = (json: string): readonly unknown[] => {
    if (json.startsWith('@')) return typedItems(page, json.slice(1))
    if (!isScript(json)) return readAllAssigned(page.tree.bytes.data, json).slice(0, DOCUMENTS_MAX)
    return find(json, DOCUMENTS_MAX).flatMap(node => parseRelaxedJson(textOf(page.tree, node)) ?? [])
  }
  return {
    page,
    readings: new Map(),
    select: css => find(css, MATCHES_MAX),
    attr: (node, name) => attributeOf(page.tree, node, name.toLowerCase()),
    text(node) {
      const [from, to] = segmentRange(page, node)
      return joinedText(page, from, to, TEXT_MAX) || unseenText(page, node)
    },
    documents(json) {
      const matches = documentsByQuery.get(json) ?? read(json)
      documentsByQuery.set(json, matches)
      return matches
    },
  }
}

/** Of a title or another element that is not shown. */
function unseenText(page: ReaderPage, node: number): string {
  const tag = page.tree.names[node] ?? ''
  return tag === 'script' || tag === 'style'
    ? ''
    : textOf(page.tree, node).replace(/\s+/g, ' ').trim().slice(0, TEXT_MAX)
}

/** The page's own item first. */
function typedItems(page: ReaderPage, type: string): readonly unknown[] {
  const own = findTyped(page.jsonLd, type, RELATED_KEYS)
  const main = mainItem(own, page.url)
  return main === undefined ? own : [main, ...own.filter(item => item !== main)].slice(0, DOCUMENTS_MAX)
}

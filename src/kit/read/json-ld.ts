// Reads the JSON-LD blocks of a page.
import { type Bytes, decodeUtf8, toBytes } from './bytes.ts'
import { decodeEntities } from './entities.ts'
import type { HtmlTree } from './html-tree.ts'
import { readRelaxedJsonAt } from './relaxed-json.ts'
import { eachScript, type ScriptElement, type ScriptQuery } from './script-scanner.ts'
import { eachScriptInTree } from './tree-scripts.ts'

/**
 * The top-level items of all JSON-LD blocks in document order; a block that is a list contributes its items. Empty items
 * and unreadable blocks are skipped. Strings are not decoded: a script contains no HTML, so `&amp;` in one is text.
 */
export function readJsonLd(html: string | Uint8Array): unknown[] {
  const bytes = toBytes(html)
  return readBlocks(bytes, take => eachScript(bytes, JSON_LD, take))
}

/** The same, from an existing tree. */
export function readJsonLdFromTree(tree: HtmlTree): unknown[] {
  return readBlocks(tree.bytes, take => eachScriptInTree(tree, JSON_LD, take))
}

const JSON_LD: ScriptQuery = { type: 'application/ld+json' }

function readBlocks(bytes: Bytes, eachBlock: (take: (script: ScriptElement) => boolean) => void): unknown[] {
  const items: unknown[] = []
  eachBlock(script => {
    for (const value of readBlock(decodeUtf8(bytes, script.start, script.end))) {
      for (const item of Array.isArray(value) ? (value as unknown[]) : [value])
        if (isItem(item)) items.push(item)
    }
    return false
  })
  return items
}

function isItem(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length > 0
}

/** The values of one block: normally one, several when a page concatenates them. */
function readBlock(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    const values = readValues(unwrap(text))
    // Only when nothing could be read: decoding `&quot;` in a valid block would break its strings.
    return values.length === 0 && text.includes('&')
      ? readValues(unwrap(decodeEntities(text, 'text')))
      : values
  }
}

function readValues(text: string): unknown[] {
  const values: unknown[] = []
  let at = 0
  while (at < text.length) {
    const read = readRelaxedJsonAt(text, at, { syntax: 'json' })
    if (read === undefined || typeof read.value !== 'object') break
    values.push(read.value)
    at = read.end
    while (/[\s;,]/.test(text[at] ?? '')) at++
  }
  return values
}

/** A marker before a script's text, and the white space after it. */
const MARK = /(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?|;)\s*/y

/** Strips the comment and CDATA markers around a script's text. */
function unwrap(wrapped: string): string {
  const text = wrapped.trim()
  let at = 0
  let close = text.indexOf('-->')
  for (;;) {
    MARK.lastIndex = at
    const mark = MARK.exec(text)
    if (mark === null) return text.slice(at)
    if (close >= 0 && close < at) close = text.indexOf('-->', at)
    // A comment with text after it is a comment. One with nothing after it hides the JSON from old browsers.
    const isComment = mark[0].startsWith('<!--') && close >= 0 && close + 3 < text.length
    at = isComment ? close + 3 : MARK.lastIndex
    while (/\s/.test(text[at] ?? '')) at++
  }
}

/** Members that lead from a product, or from a page, to other products. */
export const RELATED_KEYS: ReadonlySet<string> = new Set([
  'itemListElement',
  'isRelatedTo',
  'isSimilarTo',
  'isAccessoryOrSparePartFor',
  'isConsumableFor',
  'itemReviewed',
  'hasPart',
  'mentions',
  'hasOfferCatalog',
  'makesOffer',
])

/**
 * All objects of the given schema.org type, in document order, at any depth (lists, `@graph`, `mainEntity` and any other
 * member). The type may be written with or without its `schema.org` prefix, alone or in a list.
 * `skipped`: members that are not entered.
 */
export function findTyped(
  data: unknown,
  type: string,
  skipped?: ReadonlySet<string>,
): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  const stack: unknown[] = [data]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && typesOf(value as Record<string, unknown>).includes(type)) {
      found.push(value as Record<string, unknown>)
    }
    // One by one: spreading a list of many thousands exceeds the limit on call arguments.
    for (const [name, inner] of Object.entries(value).toReversed()) if (!skipped?.has(name)) stack.push(inner)
  }
  return found
}

/** The types of an item, without prefixes. */
export function typesOf(item: Readonly<Record<string, unknown>>): string[] {
  const types = item['@type']
  return (Array.isArray(types) ? (types as unknown[]) : [types])
    .filter(type => typeof type === 'string')
    .map(type => type.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, ''))
}

// Reads the JSON-LD blocks of a page.
import { type Bytes, decodeUtf8, toBytes } from './bytes.ts'
import { decodeEntities } from './entities.ts'
import type { HtmlTree } from './html-tree.ts'
import { readRelaxedAt } from './relaxed-json.ts'
import { eachScript, type ScriptElement, type WantedScript } from './scan.ts'
import { eachScriptOf } from './tree-scripts.ts'

/**
 * The top-level items of all JSON-LD blocks in document order; a block that is a list gives its items. Empty items and
 * blocks that cannot be read are left out. Strings stay as written: a script holds no HTML, so `&amp;` in one is text.
 */
export function readJsonLd(html: string | Uint8Array): unknown[] {
  const bytes = toBytes(html)
  return readBlocks(bytes, take => eachScript(bytes, JSON_LD, take))
}

/** The same from a tree that has been built already. */
export function readJsonLdOf(tree: HtmlTree): unknown[] {
  return readBlocks(tree.bytes, take => eachScriptOf(tree, JSON_LD, take))
}

const JSON_LD: WantedScript = { type: 'application/ld+json' }

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

/** The values of one block: one as a rule, several when a page wrote them one after another. */
function readBlock(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch {
    const values = readValues(unwrap(text))
    // Only when nothing could be read: decoding `&quot;` in a good block would break its strings.
    return values.length === 0 && text.includes('&')
      ? readValues(unwrap(decodeEntities(text, 'text')))
      : values
  }
}

function readValues(text: string): unknown[] {
  const values: unknown[] = []
  let at = 0
  while (at < text.length) {
    const read = readRelaxedAt(text, at, { meant: 'json' })
    if (read === undefined || typeof read.value !== 'object') break
    values.push(read.value)
    at = read.end
    while (/[\s;,]/.test(text[at] ?? '')) at++
  }
  return values
}

/** Takes the comment and CDATA marks away that pages put around a script's text. */
function unwrap(text: string): string {
  let rest = text.trim()
  for (;;) {
    const mark = /^(?:<!--|(?:\/\/|\/\*)?\s*<!\[CDATA\[(?:\s*\*\/)?|;)/.exec(rest)
    if (mark === null) return rest
    const end = mark[0] === '<!--' ? rest.indexOf('-->') : -1
    // A comment with something behind it was a comment; with nothing behind it, it hid the JSON from old browsers.
    const isComment = end >= 0 && rest.slice(end + 3).trim() !== ''
    rest = rest.slice(isComment ? end + 3 : mark[0].length).trimStart()
  }
}

/**
 * All objects of the given schema.org type, in document order, wherever they are nested (lists, `@graph`, `mainEntity`
 * and any other member). The type may be written with or without its `schema.org` prefix, alone or in a list.
 */
export function findTyped(data: unknown, type: string): Record<string, unknown>[] {
  const found: Record<string, unknown>[] = []
  const stack: unknown[] = [data]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && typesOf(value as Record<string, unknown>).includes(type)) {
      found.push(value as Record<string, unknown>)
    }
    stack.push(...Object.values(value).toReversed())
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

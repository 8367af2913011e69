// Reads the JSON-LD blocks of a page.
import { type Bytes, decodeUtf8, toBytes } from '../html/bytes.ts'
import { decodeEntities } from '../html/entities.ts'
import type { HtmlTree } from '../html/html-tree.ts'
import { readRelaxedJsonAt } from './script/relaxed-json.ts'
import {
  eachScript,
  matchesScript,
  mimeType,
  type ScriptElement,
  type ScriptQuery,
} from './script/script-scanner.ts'
import { attributeOf, attributePlace } from '../html/html-nodes.ts'
import { readAttributes } from '../html/html-lexer.ts'

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
  const items: Record<string, unknown>[] = []
  const stack: unknown[] = [data]
  while (stack.length > 0) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value) && typesOf(value as Record<string, unknown>).includes(type)) {
      items.push(value as Record<string, unknown>)
    }
    // One by one: spreading a list of many thousands exceeds the limit on call arguments.
    for (const [name, inner] of Object.entries(value).toReversed()) if (!skipped?.has(name)) stack.push(inner)
  }
  return items
}

export function typesOf(item: Readonly<Record<string, unknown>>): string[] {
  const types = item['@type']
  return (Array.isArray(types) ? (types as unknown[]) : [types])
    .filter(type => typeof type === 'string')
    .map(type => type.trim().replace(/^(?:https?:\/\/(?:www\.)?schema\.org\/|schema:)/i, ''))
}

/** Visits the matching scripts in document order until `take` returns true. */
export function eachScriptInTree(
  tree: HtmlTree,
  wanted: ScriptQuery,
  take: (script: ScriptElement) => boolean,
): void {
  const { bytes, names, last, raw, starts, contentStarts, contentEnds } = tree
  const type = wanted.type?.toLowerCase()
  for (let node = 1; node < names.length; node++) {
    if (names[node] === 'template' && attributePlace(tree, node, 'shadowrootmode') < 0) {
      node = (last[node] as number) - 1
      continue
    }
    // A script in SVG contains markup, not data.
    if (names[node] !== 'script' || raw[node] !== 1) continue
    // Most scripts have another type: their attributes need not be read.
    if (type !== undefined && mimeType(attributeOf(tree, node, 'type')) !== type) continue
    const script = {
      attributes: readAttributes(bytes, (starts[node] as number) + 1),
      start: contentStarts[node] as number,
      end: contentEnds[node] as number,
    }
    if (matchesScript(bytes, script, wanted) && take(script)) return
  }
}

/** Follows references in JSON-LD: `{"@id": "#offer"}` stands for the item with that id, wherever it is on the page. */
type Item = Readonly<Record<string, unknown>>

/**
 * The members that are followed: those that describe a product. A page refers to its product, and the product to its page, in
 * many other ways, which would only repeat it.
 */
const FOLLOWED: ReadonlySet<string> = new Set([
  'offers',
  'brand',
  'manufacturer',
  'hasVariant',
  'isVariantOf',
  'priceSpecification',
  'seller',
  'offeredBy',
  'aggregateRating',
  'additionalProperty',
  'image',
  'itemOffered',
])
/** Enough for any product, and a limit for hostile pages, whose references multiply. */
const MAX_FOLLOWED = 2_000
const MAX_VALUES = 100_000

/** The same items with their references replaced; an item never contains itself. Without references, the items as they are. */
export function followReferences(items: readonly unknown[]): readonly unknown[] {
  const itemById = new Map<string, Item>()
  let hasReference = false
  const stack: unknown[] = [items]
  for (let count = 0; stack.length > 0 && count < MAX_VALUES; count++) {
    const value = stack.pop()
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value)) stack.push(inner)
    const id = idOf(value)
    if (id === undefined) continue
    if (isReference(value as Item)) hasReference = true
    else if (!isRicher(itemById.get(id), value as Item)) itemById.set(id, value as Item)
  }
  if (!hasReference || itemById.size === 0) return items
  const left = { followed: MAX_FOLLOWED }
  return items.map(item => withReferences(item, { known: itemById, left, around: [] }))
}

interface ReferenceWalk {
  readonly known: ReadonlyMap<string, Item>
  readonly left: { followed: number }
  /** The ids of the items around this one. */
  readonly around: readonly string[]
}

function withReferences(value: unknown, following: ReferenceWalk): unknown {
  if (Array.isArray(value)) return value.map(one => withReferences(one, following))
  if (typeof value !== 'object' || value === null) return value
  const id = idOf(value)
  const inside = id === undefined ? following : { ...following, around: [...following.around, id] }
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      FOLLOWED.has(name) ? followed(member, inside) : withReferences(member, inside),
    ]),
  )
}

function followed(member: unknown, following: ReferenceWalk): unknown {
  if (Array.isArray(member)) return member.map(one => followed(one, following))
  const { known: itemById, left, around } = following
  const id = idOf(member)
  if (id === undefined || !isReference(member as Item)) return withReferences(member, following)
  const item = itemById.get(id)
  if (!item || around.includes(id) || left.followed-- <= 0) return member
  return withReferences(item, following)
}

function idOf(value: unknown): string | undefined {
  const id = typeof value === 'object' && value !== null ? (value as Item)['@id'] : undefined
  return typeof id === 'string' && id !== '' ? id : undefined
}

/** Nothing but an id, or an id and a type. */
function isReference(item: Item): boolean {
  return Object.keys(item).every(name => name === '@id' || name === '@type')
}

/** Of two items with one id, the one with more members is the description. */
function isRicher(current: Item | undefined, other: Item): boolean {
  return current !== undefined && Object.keys(current).length >= Object.keys(other).length
}

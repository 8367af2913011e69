// Reads microdata items (itemscope, itemprop, itemref) of a page.
import { toBytes } from './bytes.ts'
import { elementText } from './element-text.ts'
import { attributeOf } from './html-nodes.ts'
import { buildTree, type HtmlTree } from './html-tree.ts'
import { joinUrl } from './join-url.ts'

export interface MicrodataOptions {
  /** Types and property values are lists always, not only when there are several. Default false. */
  readonly strict?: boolean
  /** Items stand inside their properties; otherwise all items are in one list and refer to each other by number. Default true. */
  readonly nested?: boolean
  /** Each item also gets its text. Default false. */
  readonly addTextContent?: boolean
}

export interface MicrodataItem {
  iid?: number
  type?: string | string[]
  id?: string
  properties?: Record<string, unknown>
  /** What an item without properties says. */
  value?: unknown
  textContent?: string
}

interface Reader {
  readonly tree: HtmlTree
  readonly url: string | undefined
  readonly options: MicrodataOptions
  /** The items of the page in document order. */
  readonly items: readonly number[]
  /** Items that already stand in the result. */
  readonly seen: Set<number>
}

/** The items of a page in document order; an item that is a property of another stands only there. */
export function readMicrodata(
  html: string | Uint8Array,
  url?: string,
  options: MicrodataOptions = {},
): MicrodataItem[] {
  const tree = buildTree(toBytes(html))
  const items = withAttribute(tree, 0, 'itemscope')
  const reader: Reader = { tree, url, options, items, seen: new Set() }
  return items.map(item => readItem(reader, item)).filter(item => item !== undefined)
}

/** The elements inside a node that have an attribute. */
function withAttribute(tree: HtmlTree, node: number, name: string): number[] {
  const found: number[] = []
  const end = tree.last[node] ?? 0
  for (let i = node + 1; i < end; i++) if (attributeOf(tree, i, name) !== undefined) found.push(i)
  return found
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter(word => word !== '')
}

function readItem(reader: Reader, node: number): MicrodataItem | undefined {
  const { tree, options, seen } = reader
  const nested = options.nested ?? true
  if (nested && seen.has(node)) return undefined
  seen.add(node)
  const item: MicrodataItem = nested ? {} : { iid: reader.items.indexOf(node) + 1 }
  const types = words(attributeOf(tree, node, 'itemtype'))
  if (types.length > 0) {
    item.type = types.length === 1 && options.strict !== true ? (types[0] as string) : types
    const id = attributeOf(tree, node, 'itemid')?.trim()
    if (id !== undefined && id !== '') item.id = id
  }
  const properties = readProperties(reader, node)
  if (properties === undefined) item.value = plainValue(reader, node)
  else item.properties = properties
  if (options.addTextContent === true) {
    const text = elementText(tree, node)
    if (text !== '') item.textContent = text
  }
  return item
}

function readProperties(reader: Reader, node: number): Record<string, unknown> | undefined {
  const found = new Map<string, unknown[]>()
  for (const property of propertyNodes(reader, node)) {
    const value = propertyValue(reader, property)
    for (const name of words(attributeOf(reader.tree, property, 'itemprop'))) {
      const values = found.get(name)
      if (values === undefined) found.set(name, [value])
      else values.push(value)
    }
  }
  if (found.size === 0) return undefined
  const single = reader.options.strict !== true
  return Object.fromEntries(
    [...found].map(([name, values]) => [name, single && values.length === 1 ? values[0] : values]),
  )
}

/** The elements that are properties of the item: those inside it, then those it refers to by id. */
function propertyNodes(reader: Reader, node: number): number[] {
  const { tree } = reader
  const inside = withAttribute(tree, node, 'itemprop').filter(property => scopeOf(tree, property) === node)
  const referred = words(attributeOf(tree, node, 'itemref')).flatMap(id => referredNodes(tree, id))
  return [...inside, ...referred]
}

function referredNodes(tree: HtmlTree, id: string): number[] {
  const target = tree.names.findIndex((name, node) => name !== '' && attributeOf(tree, node, 'id') === id)
  if (target < 0) return []
  const isProperty = attributeOf(tree, target, 'itemprop') !== undefined
  const isItem = attributeOf(tree, target, 'itemscope') !== undefined
  if (isProperty && isItem) return [target]
  // Properties of another item inside the target belong to that item.
  const scope = isItem ? target : scopeOf(tree, target)
  const inside = withAttribute(tree, target, 'itemprop').filter(property => scopeOf(tree, property) === scope)
  return isProperty && !isItem ? [target, ...inside] : inside
}

/** The item an element stands in; 0 when it stands in none. */
function scopeOf(tree: HtmlTree, node: number): number {
  let parent = tree.parents[node] ?? 0
  while (parent > 0 && attributeOf(tree, parent, 'itemscope') === undefined)
    parent = tree.parents[parent] ?? 0
  return parent
}

function propertyValue(reader: Reader, node: number): unknown {
  if (attributeOf(reader.tree, node, 'itemscope') === undefined) return plainValue(reader, node)
  if (reader.options.nested === false) return { iid_ref: reader.items.indexOf(node) + 1 }
  // An item that is already part of the result is not written twice.
  return readItem(reader, node) ?? null
}

const addressIn: Readonly<Record<string, string>> = {
  a: 'href',
  area: 'href',
  link: 'href',
  audio: 'src',
  embed: 'src',
  iframe: 'src',
  img: 'src',
  source: 'src',
  track: 'src',
  video: 'src',
  object: 'data',
}

/** What an element says by itself: an address, a machine-readable value, or its text. */
function plainValue(reader: Reader, node: number): unknown {
  const { tree } = reader
  const name = tree.names[node] ?? ''
  const content = attributeOf(tree, node, 'content')
  if (name === 'meta') return content ?? ''
  const address = Object.hasOwn(addressIn, name) ? addressIn[name] : undefined
  if (address !== undefined) return readAddress(reader, attributeOf(tree, node, address) || content)
  if (name === 'data' || name === 'meter') return attributeOf(tree, node, 'value') ?? ''
  if (name === 'time') return attributeOf(tree, node, 'datetime') ?? ''
  if (content !== undefined && content !== '') return content
  const property = attributeOf(tree, node, 'itemprop') ?? ''
  return /-(?:in|out)put$/.test(property) ? readInput(tree, node) : elementText(tree, node)
}

/** Lazily loaded images carry their address in `content`. */
function readAddress(reader: Reader, written: string | undefined): string {
  const address = (written ?? '').replace(/^[\t\n\f\r ]+|[\t\n\f\r ]+$/g, '')
  return address === '' ? '' : joinUrl(reader.url, address)
}

/** What an action asks for, by schema.org's rules for `…-input` and `…-output`. */
function readInput(tree: HtmlTree, node: number): { valueRequired?: true; valueName?: string } {
  const name = attributeOf(tree, node, 'name')
  return {
    ...(attributeOf(tree, node, 'required') === undefined ? {} : { valueRequired: true as const }),
    ...(name === undefined || name === '' ? {} : { valueName: name }),
  }
}

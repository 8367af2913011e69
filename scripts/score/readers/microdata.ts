// Reads the microdata items (itemscope, itemprop, itemref) of a page.
import { toBytes } from '#reader/html/bytes'
import { elementText } from './element-text.ts'
import { attributeOf, attributePlace } from '#reader/html/html-nodes'
import { buildTree, type HtmlTree } from '#reader/html/html-tree'
import { joinUrl } from '#reader/values/join-url'
import { indexMicrodata, type MicrodataIndex, within } from './microdata-index.ts'

export interface MicrodataOptions {
  /** Types and property values are always lists, not only when there are several. Default false. */
  readonly strict?: boolean
  /**
   * Items are nested in their properties; otherwise all items are in one list and refer to each other by number. Default
   * true.
   */
  readonly nested?: boolean
  /** Each item also gets its text. Default false. */
  readonly addTextContent?: boolean
}

export interface MicrodataItem {
  iid?: number
  type?: string | string[]
  id?: string
  properties?: Record<string, unknown>
  /** The value of an item without properties. */
  value?: unknown
  textContent?: string
}

interface MicrodataContext {
  readonly tree: HtmlTree
  readonly url: string | undefined
  readonly options: MicrodataOptions
  readonly index: MicrodataIndex
  /** Items that are already in the result. */
  readonly seen: Set<number>
  /** How many items enclose the current one. */
  depth: number
  /** Remaining budgets, because references can repeat: elements taken by reference, and bytes of text read. */
  referencesLeft: number
  textLeft: number
}

/** The same limit as for nested elements. */
const MAX_ITEM_DEPTH = 512
/** How often, in total, the text of a page is read for properties inside properties. */
const MAX_TEXT_READS = 8

/** The items of a page in document order; an item that is a property of another appears only there. */
export function readMicrodata(
  html: string | Uint8Array,
  url?: string,
  options: MicrodataOptions = {},
): MicrodataItem[] {
  const tree = buildTree(toBytes(html))
  const index = indexMicrodata(tree)
  const reader: MicrodataContext = {
    tree,
    url,
    options,
    index,
    seen: new Set(),
    depth: 0,
    referencesLeft: tree.names.length,
    textLeft: tree.bytes.length * MAX_TEXT_READS,
  }
  return [...index.numbers.keys()].map(item => readItem(reader, item)).filter(item => item !== undefined)
}

function words(text: string | undefined): string[] {
  return (text ?? '').split(/\s+/).filter(word => word !== '')
}

function readItem(reader: MicrodataContext, node: number): MicrodataItem | undefined {
  const { tree, options, seen } = reader
  const nested = options.nested ?? true
  if (nested && seen.has(node)) return undefined
  seen.add(node)
  const item: MicrodataItem = nested ? {} : { iid: reader.index.numbers.get(node) }
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
    const text = textWithin(reader, node)
    if (text !== '') item.textContent = text
  }
  return item
}

function readProperties(reader: MicrodataContext, node: number): Record<string, unknown> | undefined {
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

/** The property elements of an item: those inside it, then those it references by id. */
function propertyNodes(reader: MicrodataContext, node: number): number[] {
  const found = [...(reader.index.properties.get(node) ?? [])]
  for (const id of words(attributeOf(reader.tree, node, 'itemref'))) {
    const referred = reader.referencesLeft > 0 ? referredNodes(reader, id) : []
    reader.referencesLeft -= referred.length + 1
    for (const property of referred) found.push(property)
  }
  return found
}

function referredNodes({ tree, index }: MicrodataContext, id: string): number[] {
  const target = index.byId.get(id)
  if (target === undefined) return []
  const isProperty = attributePlace(tree, target, 'itemprop') >= 0
  const isItem = index.numbers.has(target)
  if (isProperty && isItem) return [target]
  // Properties of another item inside the target belong to that item.
  const scope = isItem ? target : (index.scopes[target] as number)
  const inside = within(index.properties.get(scope) ?? [], target, tree.last[target] as number)
  return isProperty ? [target, ...inside] : inside
}

/** The text of a node, within the budget. */
function textWithin(reader: MicrodataContext, node: number): string {
  const { tree } = reader
  reader.textLeft -= (tree.ends[node] as number) - (tree.starts[node] as number)
  return reader.textLeft < 0 ? '' : elementText(tree, node)
}

function propertyValue(reader: MicrodataContext, node: number): unknown {
  if (attributeOf(reader.tree, node, 'itemscope') === undefined) return plainValue(reader, node)
  if (reader.options.nested === false) return { iid_ref: reader.index.numbers.get(node) }
  if (reader.depth >= MAX_ITEM_DEPTH) return null
  reader.depth++
  const item = readItem(reader, node)
  reader.depth--
  // An item that is already in the result is not repeated.
  return item ?? null
}

const urlAttributes: Readonly<Record<string, string>> = {
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

/** The value of a single element: a URL, a machine-readable value, or its text. */
function plainValue(reader: MicrodataContext, node: number): unknown {
  const { tree } = reader
  const name = tree.names[node] ?? ''
  const content = attributeOf(tree, node, 'content')
  if (name === 'meta') return content ?? ''
  const address = Object.hasOwn(urlAttributes, name) ? urlAttributes[name] : undefined
  if (address !== undefined) return readUrl(reader, attributeOf(tree, node, address) || content)
  if (name === 'data' || name === 'meter') return attributeOf(tree, node, 'value') ?? ''
  if (name === 'time') return attributeOf(tree, node, 'datetime') ?? ''
  if (content !== undefined && content !== '') return content
  const property = attributeOf(tree, node, 'itemprop') ?? ''
  return /-(?:in|out)put$/.test(property) ? readInput(tree, node) : textWithin(reader, node)
}

/** Lazily loaded images have their URL in `content`. */
function readUrl(reader: MicrodataContext, written: string | undefined): string {
  const address = (written ?? '').trim()
  return address === '' ? '' : joinUrl(reader.url, address)
}

/** The input of an action, by schema.org's rules for `…-input` and `…-output`. */
function readInput(tree: HtmlTree, node: number): { valueRequired?: true; valueName?: string } {
  const name = attributeOf(tree, node, 'name')
  return {
    ...(attributeOf(tree, node, 'required') === undefined ? {} : { valueRequired: true as const }),
    ...(name === undefined || name === '' ? {} : { valueName: name }),
  }
}

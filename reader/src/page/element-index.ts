// Indexes the elements that a product can be read from in one pass, so that no source has to search the page again.
import { decodeUtf8 } from '../html/bytes.ts'
import type { HtmlTree } from '../html/html-tree.ts'

export interface ElementIndex {
  readonly titles: readonly number[]
  readonly metas: readonly number[]
  readonly scripts: readonly number[]
  readonly headings: readonly number[]
  /** Those of the fourth to the sixth rank. */
  readonly lowHeadings: readonly number[]
  readonly buttons: readonly number[]
  readonly links: readonly number[]
  readonly images: readonly number[]
  /** `<link>` elements, among them the canonical URL. */
  readonly relations: readonly number[]
  /** Elements with microdata or RDFa attributes. */
  readonly properties: readonly number[]
  readonly scopes: readonly number[]
  /** Elements with an attribute such as data-sku, and its index in the tree's attributes. */
  readonly dataAttributes: readonly DataAttribute[]
  /** The root element, which has the language. */
  readonly root: number | undefined
}

interface DataAttribute {
  readonly node: number
  readonly name: string
  readonly place: number
}

const DATA_NAMES =
  /^data-(?:[a-z]+-)?(?:sku|asin|product-?_?(?:id|sku|code|price|brand|no|number)|item-?_?(?:id|code|no|number)|article-?_?(?:id|no|number)|price|brand|ean|gtin|mpn|pid|id|availability|stock|product_variations)$/
// Enough for any page, and a limit for hostile ones.
const MAX_OF_A_KIND = 5000

export function indexElements(tree: HtmlTree): ElementIndex {
  const byTag = new Map<string, number[]>()
  const lists: AttributeLists = { properties: [], scopes: [], data: [], headings: [] }
  const list = (...tags: string[]) => {
    const nodes: number[] = []
    for (const tag of tags) byTag.set(tag, nodes)
    return nodes
  }
  const index = {
    titles: list('title'),
    metas: list('meta'),
    scripts: list('script'),
    headings: lists.headings,
    lowHeadings: list('h4', 'h5', 'h6'),
    buttons: list('button', 'input'),
    links: list('a'),
    images: list('img'),
    relations: list('link'),
  }
  for (const tag of ['h1', 'h2', 'h3']) byTag.set(tag, lists.headings)
  let root: number | undefined
  const { names } = tree
  for (let node = 1; node < names.length; node++) {
    const name = names[node] as string
    if (name === '') continue
    if (name === 'html') root ??= node
    const nodes = byTag.get(name)
    if (nodes !== undefined && nodes.length < MAX_OF_A_KIND) nodes.push(node)
    readAttributeNames(tree, node, name, lists)
  }
  return { ...index, properties: lists.properties, scopes: lists.scopes, dataAttributes: lists.data, root }
}

interface AttributeLists {
  readonly properties: number[]
  readonly scopes: number[]
  readonly data: DataAttribute[]
  readonly headings: number[]
}

function readAttributeNames(tree: HtmlTree, node: number, tag: string, lists: AttributeLists): void {
  const { attributes, firstAttributes, bytes } = tree
  const end = firstAttributes[node + 1] as number
  for (let place = firstAttributes[node] as number; place < end; place += 4) {
    const start = attributes[place] as number
    const length = (attributes[place + 1] as number) - start
    const first = (bytes.data[start] as number) | 0x20
    if (length === 8 && (first === 0x69 || first === 0x70)) {
      const name = decodeUtf8(bytes, start, start + length).toLowerCase()
      if (name === 'itemprop' || (name === 'property' && tag !== 'meta')) add(lists.properties, node)
      else if (name === 'itemtype') add(lists.scopes, node)
    } else if (length === 4 && first === 0x72) {
      if (
        decodeUtf8(bytes, start, start + length + 10)
          .toLowerCase()
          .startsWith('role="heading')
      )
        add(lists.headings, node)
    } else if (length === 6 && first === 0x74) {
      if (decodeUtf8(bytes, start, start + length).toLowerCase() === 'typeof') add(lists.scopes, node)
    } else if (length > 6 && length < 26 && first === 0x64 && bytes.data[start + 4] === 0x2d) {
      const name = decodeUtf8(bytes, start, start + length).toLowerCase()
      if (DATA_NAMES.test(name) && lists.data.length < MAX_OF_A_KIND) lists.data.push({ node, name, place })
    }
  }
}

function add(list: number[], node: number): void {
  if (list.length < MAX_OF_A_KIND && list.at(-1) !== node) list.push(node)
}

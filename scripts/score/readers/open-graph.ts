// Reads the Open Graph properties of a page.
import { toBytes } from '#reader/html/bytes'
import { attributeOf } from '#reader/html/html-nodes'
import { buildTree, type HtmlTree } from '#reader/html/html-tree'

export interface OpenGraph {
  /** Namespace URLs by prefix: those the page declares and the known ones it uses. */
  readonly namespace: Record<string, string>
  /** Names and values in document order; a name may occur several times. */
  readonly properties: readonly (readonly [name: string, value: string])[]
}

/** Known prefixes. `product` is not in the standard, but on about every tenth product page. */
const known = new Map(
  ['music', 'video', 'article', 'book', 'profile', 'product'].map(name => [
    name,
    `http://ogp.me/ns/${name}#`,
  ]),
)
known.set('og', 'http://ogp.me/ns#')

/** The Open Graph data of the head, then of the body, if any. */
export function readOpenGraph(html: string | Uint8Array): OpenGraph[] {
  const tree = buildTree(toBytes(html))
  const page = tree.names.indexOf('html')
  const found: OpenGraph[] = []
  for (const part of ['head', 'body'] as const) {
    const namespace = { ...declared(tree, page), ...declared(tree, tree.names.indexOf(part)) }
    const properties: [string, string][] = []
    let bodyEnd = 0
    for (const [node, name] of tree.names.entries()) {
      if (name === 'body') bodyEnd = Math.max(bodyEnd, tree.last[node] ?? 0)
      // On a page without body or head elements, metadata counts as in the head.
      if (name !== 'meta' || (node < bodyEnd ? 'body' : 'head') !== part) continue
      const property = attributeOf(tree, node, 'property')
      const content = attributeOf(tree, node, 'content')
      if (property === undefined || content === undefined) continue
      const prefix = property.split(':', 1)[0] ?? ''
      const address = known.get(prefix)
      if (address !== undefined) namespace[prefix] = address
      if (Object.hasOwn(namespace, prefix)) properties.push([property, content])
    }
    if (properties.length > 0) found.push({ namespace, properties })
  }
  return found
}

/** The prefixes that an element declares: `prefix="og: http://ogp.me/ns# …"`. */
function declared(tree: HtmlTree, node: number): Record<string, string> {
  const words = node < 0 ? [] : (attributeOf(tree, node, 'prefix') ?? '').split(/\s+/)
  const prefixes: Record<string, string> = {}
  for (let i = 0; i < words.length; i++) {
    const [, name, address] = /^(\w+):(.*)$/.exec(words[i] ?? '') ?? []
    const written = address === '' ? words[++i] : address
    if (name !== undefined && written !== undefined) prefixes[name] = written
  }
  return prefixes
}

// A DOM of a page or a snippet, for code that walks from node to node. Built from the flat tree, so of bounded depth.
import { type ChildNode, Document, Element, type ParentNode, Text } from 'domhandler'
import { toBytes } from './bytes.ts'
import { attributesOf, visit } from './html-nodes.ts'
import { buildTree, type TreeOptions } from './html-tree.ts'

/** Elements and text; comments and declarations are dropped. */
export function parseDom(
  html: string | Uint8Array,
  options: Pick<TreeOptions, 'selfClosing'> = {},
): Document {
  const tree = buildTree(toBytes(html), options)
  const document = new Document([])
  const open: ParentNode[] = [document]
  const append = (node: ChildNode): void => {
    const parent = open[open.length - 1] as ParentNode
    const previous = parent.children[parent.children.length - 1]
    node.parent = parent
    if (previous !== undefined) {
      node.prev = previous
      previous.next = node
    }
    parent.children.push(node)
  }
  visit(tree, 0, {
    text: text => append(new Text(text)),
    open: node => {
      const element = new Element(tree.names[node] ?? '', attributesOf(tree, node))
      append(element)
      open.push(element)
    },
    close: () => open.pop(),
  })
  return document
}

// A Bloom filter that rules out elements before a selector is tried: names and classes of elements and selectors as bits.
import { AttributeAction, isTraversal, parse, type Selector, SelectorType } from 'css-what'
import { attributePlace } from './html-nodes.ts'
import type { HtmlTree } from './html-tree.ts'

/** The filter bits of each node; 0 for non-elements. An element can match only if it has all bits of a mask. */
export function nodeBloomBits(tree: HtmlTree): Int32Array {
  const marks = new Int32Array(tree.names.length)
  const byName = new Map([['', 0]])
  for (let node = 1; node < marks.length; node++) {
    const name = tree.names[node] as string
    let bits = byName.get(name)
    if (bits === undefined) {
      bits = bitsOf(hashOf(name))
      byName.set(name, bits)
    }
    marks[node] = bits === 0 ? 0 : bits | classBits(tree, node)
  }
  return marks
}

/** A mask per alternative of a selector; 0, which rules out nothing, if it requires neither name nor class. */
export function selectorBloomMasks(css: string): number[] {
  return parse(css).map(tokens => {
    const target = tokens.slice(tokens.findLastIndex(isTraversal) + 1)
    return target.reduce((mask, token) => mask | bitsOfToken(token), 0)
  })
}

function bitsOfToken(token: Selector): number {
  if (token.type === SelectorType.Tag) return bitsOf(hashOf(token.name.toLowerCase()))
  const isClass =
    token.type === SelectorType.Attribute &&
    token.name === 'class' &&
    token.action === AttributeAction.Element &&
    token.ignoreCase !== true
  return isClass ? bitsOf(hashOf(token.value)) : 0
}

/** Two of 32 bits per name or class. Collisions are possible: the filter only rules out. */
function bitsOf(hash: number): number {
  const mixed = hash ^ (hash >>> 10) ^ (hash >>> 20)
  return (1 << mixed) | (1 << (mixed >>> 5))
}

function hashOf(text: string): number {
  let hash = 0
  for (let i = 0; i < text.length; i++) hash = addToHash(hash, text.charCodeAt(i))
  return hash
}

function addToHash(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) | 0
}

/** All bits, so that nothing is ruled out, for classes with character references or non-ASCII characters. */
function classBits(tree: HtmlTree, node: number): number {
  const place = attributePlace(tree, node, 'class')
  if (place < 0) return 0
  const { data } = tree.bytes
  const end = tree.attributes[place + 3] as number
  let bits = 0
  let hash = 0
  let start = tree.attributes[place + 2] as number
  for (let at = start; at <= end; at++) {
    const byte = at < end ? (data[at] as number) : 0x20
    if (byte === 0x26 || byte >= 0x80) return -1
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) hash = addToHash(hash, byte)
    else {
      if (at > start) bits |= bitsOf(hash)
      start = at + 1
      hash = 0
    }
  }
  return bits
}

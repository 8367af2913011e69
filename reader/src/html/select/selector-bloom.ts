// Filters that rule out elements, and whole pages, before a selector is tried: names and classes as bits.
import { AttributeAction, isTraversal, parse, type Selector, SelectorType } from 'css-what'
import { attributePlace } from '../html-nodes.ts'
import type { HtmlTree } from '../html-tree.ts'

/** What a tree has; both may say "maybe" about what is not there, and never "no" about what is. */
export interface TreeFilter {
  /** By node: a Bloom filter of its name and classes; 0 for non-elements. Only an element with all bits of a mask can match. */
  readonly bits: Int32Array
  /** 1 in the slot of every name and class that some element has. */
  readonly names: Int32Array
  /** The same for attributes; made on first use, because few selectors need it. */
  attributes(): Int32Array
}

/** What an alternative of a selector needs. */
export interface SelectorFilter {
  /** Bits of the element itself; 0, which rules out nothing, if neither name nor class is required. */
  readonly mask: number
  /** Slots that the tree must have, all of them. */
  readonly names: readonly number[]
  readonly attributes: readonly number[]
}

const NAME_SLOTS = 4096
const ATTRIBUTE_SLOTS = 1024

export function treeFilterOf(tree: HtmlTree): TreeFilter {
  const bits = tree.numbers(tree.names.length)
  const names = tree.numbers(NAME_SLOTS)
  const byName = new Map([['', 0]])
  for (let node = 1; node < bits.length; node++) {
    const name = tree.names[node] as string
    let own = byName.get(name)
    if (own === undefined) {
      const hash = hashOf(name)
      names[nameSlot(hash)] = 1
      own = bitsOf(hash)
      byName.set(name, own)
    }
    bits[node] = own === 0 ? 0 : own | classBits(tree, node, names)
  }
  let attributes: Int32Array | undefined
  return { bits, names, attributes: () => (attributes ??= attributeSlots(tree)) }
}

function attributeSlots({ bytes, attributes, firstAttributes, names, numbers }: HtmlTree): Int32Array {
  const { data } = bytes
  const slots = numbers(ATTRIBUTE_SLOTS)
  const end = firstAttributes[names.length] as number
  for (let place = 0; place < end; place += 4) {
    const start = attributes[place] as number
    const length = (attributes[place + 1] as number) - start
    slots[attributeSlot(data[start] as number, data[start + length - 1] as number, length)] = 1
  }
  return slots
}

export function selectorFilters(css: string): SelectorFilter[] {
  return parse(css).map(tokens => {
    const target = tokens.slice(tokens.findLastIndex(isTraversal) + 1)
    return {
      mask: target.reduce((mask, token) => mask | bitsOfToken(token), 0),
      names: tokens.flatMap(nameSlotsOf),
      attributes: tokens.flatMap(attributeSlotsOf),
    }
  })
}

/** Whether an alternative of the selector may match in this tree. */
export function mayOccur(tree: TreeFilter, filters: readonly SelectorFilter[]): boolean {
  return filters.some(
    ({ names, attributes }) =>
      names.every(slot => tree.names[slot] === 1) && attributes.every(slot => tree.attributes()[slot] === 1),
  )
}

function bitsOfToken(token: Selector): number {
  const hash = hashOfToken(token)
  return hash === undefined ? 0 : bitsOf(hash)
}

function nameSlotsOf(token: Selector): number[] {
  const hash = hashOfToken(token)
  return hash === undefined ? [] : [nameSlot(hash)]
}

function attributeSlotsOf(token: Selector): number[] {
  if (token.type !== SelectorType.Attribute || token.action === AttributeAction.Not) return []
  const { name } = token
  // The lower case of the Kelvin sign is `k`, so such a name may be longer in bytes than its slot says.
  if (name === 'class' || !/^[a-jl-z-]+$/.test(name)) return []
  return [attributeSlot(name.charCodeAt(0), name.charCodeAt(name.length - 1), name.length)]
}

/** The hash of the name or class that a token requires. */
function hashOfToken(token: Selector): number | undefined {
  if (token.type === SelectorType.Tag) return hashOf(token.name.toLowerCase())
  const isClass =
    token.type === SelectorType.Attribute &&
    token.name === 'class' &&
    token.action === AttributeAction.Element &&
    token.ignoreCase !== true
  return isClass ? hashOf(token.value) : undefined
}

function nameSlot(hash: number): number {
  return (hash ^ (hash >>> 12)) & (NAME_SLOTS - 1)
}

/** Attributes by their first and last letter and their length. */
function attributeSlot(first: number, last: number, length: number): number {
  return (((first & 31) * 31 + (last & 31)) * 31 + length) & (ATTRIBUTE_SLOTS - 1)
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
function classBits(tree: HtmlTree, node: number, names: Int32Array): number {
  const place = attributePlace(tree, node, 'class')
  if (place < 0) return 0
  const { attributes } = tree
  const { data } = tree.bytes
  const end = attributes[place + 3] as number
  let bits = 0
  let hash = 0
  let start = attributes[place + 2] as number
  for (let at = start; at <= end; at++) {
    const byte = at < end ? (data[at] as number) : 0x20
    if (byte === 0x26 || byte >= 0x80) {
      names.fill(1)
      return -1
    }
    if (byte !== 0x20 && (byte < 0x09 || byte > 0x0d)) hash = addToHash(hash, byte)
    else {
      if (at > start) {
        bits |= bitsOf(hash)
        names[nameSlot(hash)] = 1
      }
      start = at + 1
      hash = 0
    }
  }
  return bits
}

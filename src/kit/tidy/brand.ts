// Reads a brand out of the element that shows it: its text, or the words of its logo.
import type { AnyNode } from 'domhandler'
import { isTag } from 'domhandler'
import { parseSnippet, spacedText } from './snippet.ts'
import { text } from './text.ts'

// Longer than this it is a slogan or a product name, not a brand.
const LONGEST = 50
// A logo stands at most two elements deep in the element that shows the brand.
const DEPTH = 2

export function parseBrand(html: string, searchDepth = DEPTH): string | undefined {
  return brandOf(parseSnippet(html), searchDepth + 1)
}

export function brandOf(node: AnyNode, searchDepth = DEPTH): string | undefined {
  const words = spacedText(node)
  return words === '' ? logoWords(node, searchDepth) : short(words)
}

function logoWords(node: AnyNode, depth: number): string | undefined {
  if (isTag(node) && node.name === 'img') return short(node.attribs.alt) ?? short(node.attribs.title)
  if (depth === 0 || !('children' in node)) return undefined
  for (const child of node.children) {
    const words = logoWords(child, depth - 1)
    if (words !== undefined) return words
  }
  return undefined
}

function short(value: string | undefined): string | undefined {
  const clean = text(value)
  return clean !== undefined && clean.length <= LONGEST ? clean : undefined
}

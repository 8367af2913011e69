// Reads a brand from the element that shows it: its text, or the alternative text of its logo.
import type { AnyNode } from 'domhandler'
import { isTag } from 'domhandler'
import { parseSnippet, spacedText } from './snippet.ts'
import { cleanText } from './text.ts'

// Anything longer is a slogan or a product name.
const MAX_LENGTH = 50
// A logo is nested at most two elements deep in the element that shows the brand.
const MAX_LOGO_DEPTH = 2

export function parseBrand(html: string, searchDepth = MAX_LOGO_DEPTH): string | undefined {
  return brandOf(parseSnippet(html), searchDepth + 1)
}

function brandOf(node: AnyNode, searchDepth = MAX_LOGO_DEPTH): string | undefined {
  const words = spacedText(node)
  return words === '' ? logoText(node, searchDepth) : asShortText(words)
}

function logoText(node: AnyNode, depth: number): string | undefined {
  if (isTag(node) && node.name === 'img')
    return asShortText(node.attribs.alt) ?? asShortText(node.attribs.title)
  if (depth === 0 || !('children' in node)) return undefined
  for (const child of node.children) {
    const words = logoText(child, depth - 1)
    if (words !== undefined) return words
  }
  return undefined
}

function asShortText(value: string | undefined): string | undefined {
  const clean = cleanText(value)
  return clean !== undefined && clean.length <= MAX_LENGTH ? clean : undefined
}

// Inline Markdown: code, strong, emphasis, links. Anything else, HTML too, is text.
import type { Inline } from '../src/model/guide.ts'

/** Undefined for a target that has no page: its words stay, the link goes. */
export type ResolveLink = (target: string) => string | undefined

const INLINE =
  /(?<escaped>\\[\\`*_{}[\]()#+.!|<>-])|`(?<code>[^`]+)`|\*\*(?<strong>[^*]+)\*\*|(?<![\w*])\*(?<emphasis>[^*\s][^*]*)\*|\[(?<words>[^[\]]+)\]\((?<target>[^()\s]+)\)|(?<own>http:\/\/127\.0\.0\.1:8080(?:\/[\w./#-]*[\w/])?)/g

export function parseInline(text: string, resolveLink: ResolveLink): Inline[] {
  const parts: Inline[] = []
  let end = 0
  for (const match of text.matchAll(INLINE)) {
    if (match.index > end) parts.push(text.slice(end, match.index))
    parts.push(...inlineOf(match.groups ?? {}, resolveLink))
    end = match.index + match[0].length
  }
  if (end < text.length) parts.push(text.slice(end))
  return parts
}

function inlineOf(groups: Record<string, string | undefined>, resolveLink: ResolveLink): Inline[] {
  const { escaped, code, strong, emphasis, own, words = '', target = '' } = groups
  if (escaped !== undefined) return [escaped.slice(1)]
  if (code !== undefined) return [{ kind: 'code', text: code }]
  if (strong !== undefined) return [{ kind: 'strong', parts: parseInline(strong, resolveLink) }]
  if (emphasis !== undefined) return [{ kind: 'emphasis', parts: parseInline(emphasis, resolveLink) }]
  // An address of the reader's own server needs no link syntax to be one.
  const parts = own === undefined ? parseInline(words, resolveLink) : [own]
  const href = resolveLink(own ?? target)
  return href === undefined ? parts : [{ kind: 'link', href, parts }]
}

// A short excerpt of a recorded document around one value.
import { decodeUtf8 } from '#reader/html/bytes'
import { lastName } from './value-index.ts'
import type { ElementPlace, JsonPlace, DocumentLocation } from './document-places.ts'

const EXCERPT_CHARS = 300
const AROUND_CHARS = 100
const VALUE_CHARS = 120

export function excerptOf(place: DocumentLocation): string {
  return place.kind === 'json' ? excerptOfJson(place) : excerptOfElement(place)
}

export function excerptOfText(text: string, at: number, length: number): string {
  const start = Math.max(0, at - AROUND_CHARS)
  const end = Math.min(text.length, at + Math.min(length, VALUE_CHARS) + AROUND_CHARS)
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`
}

/** The value with its neighbouring members. */
function excerptOfJson({ holder, pointer }: JsonPlace): string {
  if (typeof holder !== 'object' || holder === null) return shortened(JSON.stringify(holder) ?? '')
  const members = Object.entries(holder)
  const name = pointer.slice(pointer.lastIndexOf('/') + 1)
  const at = Math.max(
    0,
    members.findIndex(([one]) => one === name || one === lastName(pointer)),
  )
  const isList = Array.isArray(holder)
  const lines = members.slice(Math.max(0, at - 2), at + 3).map(([key, value]) => {
    const text = shortened(JSON.stringify(value) ?? '', VALUE_CHARS)
    return isList ? `  ${text}` : `  ${JSON.stringify(key)}: ${text}`
  })
  if (at > 2) lines.unshift('  …')
  if (members.length > at + 3) lines.push('  …')
  return [isList ? '[' : '{', ...lines, isList ? ']' : '}'].join('\n')
}

function excerptOfElement({ tree, node }: ElementPlace): string {
  const start = tree.starts[node] ?? 0
  // A UTF-16 code unit takes at most three bytes of UTF-8.
  const end = Math.min(tree.ends[node] ?? start, start + EXCERPT_CHARS * 3)
  return shortened(decodeUtf8(tree.bytes, start, end).replace(/\s+/g, ' '))
}

function shortened(text: string, max = EXCERPT_CHARS): string {
  return text.length > max ? `${text.slice(0, max)}…` : text
}

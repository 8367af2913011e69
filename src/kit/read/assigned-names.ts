// Names the globals that a page's scripts assign to: for pages whose state stands under a name that nobody can know beforehand.
import { decodeUtf8, toBytes } from './bytes.ts'
import { findScripts } from './script-scanner.ts'

const TARGET = /\bwindow\s*(?:\.\s*([\w$]+)|\[\s*(["'])([\w$]+)\2\s*\])\s*=(?![=>])/g

/** In document order, each once. A name may be one that stands in a string or a comment only: then it has no value. */
export function readAssignedNames(html: string | Uint8Array): string[] {
  const bytes = toBytes(html)
  const names = findScripts(html, { contains: 'window' }).flatMap(({ start, end }) =>
    Array.from(decodeUtf8(bytes, start, end).matchAll(TARGET), match => match[1] ?? match[3] ?? ''),
  )
  return [...new Set(names)]
}

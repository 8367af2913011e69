// Lists the globals that a page's scripts assign to, for pages that keep their state under an unpredictable name.
import { decodeUtf8, toBytes } from '../../html/bytes.ts'
import { findScripts } from './script-scanner.ts'

const TARGET = /\bwindow\s*(?:\.\s*([\w$]+)|\[\s*(["'])([\w$]+)\2\s*\])\s*=(?![=>])/g

/** In document order, each once. May include a name that occurs only in a string or a comment; that one has no value. */
export function readAssignedNames(html: string | Uint8Array): string[] {
  const bytes = toBytes(html)
  const names = findScripts(html, { contains: 'window' }).flatMap(({ start, end }) =>
    Array.from(decodeUtf8(bytes, start, end).matchAll(TARGET), match => match[1] ?? match[3] ?? ''),
  )
  return [...new Set(names)]
}

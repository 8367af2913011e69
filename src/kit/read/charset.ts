// Determines the character set of a body: byte order mark, header, then meta element, in the order of the HTML standard.
import { isUtf8 } from 'node:buffer'

/** The HTML standard looks for a meta element only in the first 1024 bytes. */
const META_WITHIN_BYTES = 1024

export function charsetOf(body: Uint8Array, contentType: string): string {
  const marked = charsetFromBom(body)
  if (marked) return marked
  const declared = canonicalCharset(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1])
  if (declared && declared !== 'utf-8') return declared
  if (isUtf8(body)) return 'utf-8'
  // Declared or assumed to be UTF-8, but it is not: the page's own meta element is more reliable.
  const inside = canonicalCharset(metaCharset(body))
  if (inside && inside !== 'utf-8') return inside
  // One invalid byte in a page declared as UTF-8 must not garble the rest. An undeclared page has the web's legacy charset.
  return declared || inside || !isText(contentType) ? 'utf-8' : 'windows-1252'
}

function charsetFromBom(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return undefined
}

function metaCharset(body: Uint8Array): string | undefined {
  const head = Buffer.from(body.buffer, body.byteOffset, Math.min(body.length, META_WITHIN_BYTES)).toString(
    'latin1',
  )
  return (
    /<meta[^<>]+charset\s*=\s*["']?([^\s"'/>;]+)/i.exec(head)?.[1] ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([^"']+)/i.exec(head)?.[1]
  )
}

function isText(contentType: string): boolean {
  return !/json/i.test(contentType)
}

/** The standard name of a charset label; undefined if unknown. */
function canonicalCharset(label: string | undefined): string | undefined {
  if (label === undefined) return undefined
  if (/^utf-?8$/i.test(label)) return 'utf-8'
  try {
    return new TextDecoder(label).encoding
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

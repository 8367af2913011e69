// Pages as bytes: views for the scanners, and a byte search that advances four bytes at a time.
import { guessCharset } from './guess-charset.ts'

/** The same bytes twice: `view` reads four at a time, without alignment. */
export interface Bytes {
  readonly data: PageData
  readonly view: DataView
  readonly length: number
}

/** Encodes text as UTF-8; bytes are wrapped without copying. */
export function toBytes(html: string | Uint8Array): Bytes {
  const data = typeof html === 'string' ? needle(html) : pageData(html)
  return { data, view: new DataView(data.buffer, data.byteOffset, data.length), length: data.length }
}

export function decodeUtf8(bytes: Bytes, start: number, end: number): string {
  return bytes.data.toString('utf8', start, end)
}

/** The first position of `text` between `start` and `end`, or -1. */
export function indexOfText(bytes: Bytes, text: string, start: number, end: number): number {
  return bytes.data.subarray(0, end).indexOf(text, start)
}

/**
 * The position of the next `byte` from `at` on, or the length. Made for the short distances within markup, where calling
 * a native search costs more than it saves. XOR with the pattern turns a match into a zero byte; a zero byte borrows when
 * 1 is subtracted from each byte.
 */
export function nextByte(bytes: Bytes, byte: number, at: number): number {
  const { view, length } = bytes
  const pattern = byte * 0x01010101
  for (; at + 4 <= length; at += 4) {
    const difference = view.getInt32(at, true) ^ pattern
    const zeros = (difference - 0x01010101) & ~difference & 0x80808080
    if (zeros !== 0) return at + ((31 - Math.clz32(zeros & -zeros)) >> 3)
  }
  while (at < length && view.getUint8(at) !== byte) at++
  return at
}

export function isAscii(bytes: Bytes, start: number, end: number): boolean {
  let at = start
  for (; at + 4 <= end; at += 4) if ((bytes.view.getInt32(at, true) & 0x80808080) !== 0) return false
  for (; at < end; at++) if ((bytes.data[at] as number) >= 0x80) return false
  return true
}

/** The position after the next `byte`, or the length; for possibly long distances. */
export function afterByte(bytes: Bytes, byte: number, from: number): number {
  const index = bytes.data.indexOf(byte, from)
  return index < 0 ? bytes.data.length : index + 1
}

/** Browsers look for a meta element in the first 1024 bytes, and start again when they meet one later. */
const META_WITHIN_BYTES = 256 * 1024

export function charsetOf(body: Uint8Array, contentType: string): string {
  const marked = charsetFromBom(body)
  if (marked) return marked
  const declared = canonicalCharset(/charset\s*=\s*["']?([^\s"';,]+)/i.exec(contentType)?.[1])
  if (declared && declared !== 'utf-8') return declared
  if (isUtf8(body)) return 'utf-8'
  // Declared or assumed to be UTF-8, but it is not: the page's own meta element is more reliable.
  const inside = canonicalCharset(metaCharset(body))
  if (inside && inside !== 'utf-8') return inside
  // One invalid byte in a page declared as UTF-8 must not garble the rest. An undeclared page has a legacy charset of the web.
  if (declared || inside || !isText(contentType)) return 'utf-8'
  return guessCharset(body) ?? 'windows-1252'
}

function charsetFromBom(body: Uint8Array): string | undefined {
  if (body[0] === 0xef && body[1] === 0xbb && body[2] === 0xbf) return 'utf-8'
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le'
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be'
  return undefined
}

function metaCharset(body: Uint8Array): string | undefined {
  const head = pageData(body.subarray(0, META_WITHIN_BYTES)).toString('latin1')
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

/** The bytes of a page with the searches that Node's Buffer has, in runtimes that have none. */
export interface PageData extends Uint8Array {
  includes(value: number | string | Uint8Array, from?: number): boolean
  indexOf(value: number | string | Uint8Array, from?: number): number
  toString(encoding?: 'utf8' | 'latin1', start?: number, end?: number): string
  subarray(start?: number, end?: number): PageData
}

interface BufferClass {
  from(buffer: ArrayBufferLike, offset: number, length: number): PageData
}

/** Node's searches are native. */
const NativeBuffer = (globalThis as { readonly Buffer?: BufferClass }).Buffer
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
const CHUNK = 8192

class PlainData extends Uint8Array implements PageData {
  override indexOf(value: number | string | Uint8Array, from = 0): number {
    if (typeof value === 'number') return super.indexOf(value, from)
    const wanted = typeof value === 'string' ? encoder.encode(value) : value
    const [first] = wanted
    if (first === undefined) return from
    for (let at = super.indexOf(first, from); at >= 0; at = super.indexOf(first, at + 1))
      if (wanted.every((byte, place) => this[at + place] === byte)) return at
    return -1
  }

  override includes(value: number | string | Uint8Array, from = 0): boolean {
    return this.indexOf(value, from) >= 0
  }

  override toString(encoding: 'utf8' | 'latin1' = 'utf8', start = 0, end = this.length): string {
    const part = this.subarray(start, end)
    if (encoding === 'utf8') return decoder.decode(part)
    let text = ''
    for (let at = 0; at < part.length; at += CHUNK)
      text += String.fromCharCode(...part.subarray(at, at + CHUNK))
    return text
  }

  override subarray(start?: number, end?: number): PlainData {
    return super.subarray(start, end)
  }
}

/** The bytes of a page, sharing their memory. */
export function pageData({ buffer, byteOffset, length }: Uint8Array): PageData {
  return NativeBuffer === undefined
    ? new PlainData(buffer as ArrayBuffer, byteOffset, length)
    : NativeBuffer.from(buffer, byteOffset, length)
}

/** A text as the bytes to look for. */
export function needle(text: string): PageData {
  return pageData(encoder.encode(text))
}

interface BufferModule {
  isUtf8(bytes: Uint8Array): boolean
}
interface Process {
  getBuiltinModule?(name: string): BufferModule | undefined
}

const native = (globalThis as { readonly process?: Process }).process?.getBuiltinModule?.('node:buffer')

export function isUtf8(bytes: Uint8Array): boolean {
  if (native) return native.isUtf8(bytes)
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

// The bytes of a page with the searches that Node's Buffer has, in runtimes that have none.

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

/** The same memory. */
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

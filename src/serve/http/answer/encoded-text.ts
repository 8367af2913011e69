// Encodes texts as callers accept; renders and compresses long, frequently requested documents only once.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Encoding } from '../../../answer/cache/answer.ts'

const gzipAsync = promisify<Buffer, Buffer>(gzip)
const brotliAsync = promisify(brotliCompress)

/** Below this, compressing costs more than it saves. */
const SMALL_BYTES = 1_400
/** Texts contain the host name of the request; callers can invent any number of them. */
const KEPT_TEXTS = 8

export async function encodeText(text: string, encoding: Encoding): Promise<[Encoding, Buffer]> {
  const bytes = Buffer.from(text)
  if (encoding === 'identity' || bytes.length < SMALL_BYTES) return ['identity', bytes]
  return [encoding, await (encoding === 'br' ? brotli(bytes) : gzipAsync(bytes))]
}

export function pickEncoding(encoded: ReadonlyMap<Encoding, Buffer>, encoding: Encoding): [Encoding, Buffer] {
  const ready = encoded.get(encoding)
  return ready ? [encoding, ready] : ['identity', encoded.get('identity') ?? Buffer.alloc(0)]
}

/** Memoises `make`, with its text in all encodings. */
export function keepEncoded<From extends object>(
  make: (from: From) => string,
): (from: From) => Promise<ReadonlyMap<Encoding, Buffer>> {
  const cache = new LRUCache<string, Promise<ReadonlyMap<Encoding, Buffer>>>({ max: KEPT_TEXTS })
  return from => {
    const name = JSON.stringify(from)
    const cached = cache.get(name)
    if (cached) return cached
    const encoded = encodeAll(Buffer.from(make(from)))
    cache.set(name, encoded)
    return encoded
  }
}

async function encodeAll(bytes: Buffer): Promise<ReadonlyMap<Encoding, Buffer>> {
  const [br, gzipped] = await Promise.all([brotli(bytes), gzipAsync(bytes)])
  return new Map([
    ['identity', bytes],
    ['br', br],
    ['gzip', gzipped],
  ])
}

function brotli(bytes: Buffer): Promise<Buffer> {
  return brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
}

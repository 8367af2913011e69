// Decompression of a whole body in one step on the thread pool, stopped as soon as it grows beyond the limit.
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { upstreamFailure } from './upstream-failure.ts'

type Decoder = (wire: Uint8Array, options: { maxOutputLength: number; chunkSize: number }) => Promise<Buffer>

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip),
  br: promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
  zstd: promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
  deflate: promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate),
  'deflate-raw': promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflateRaw),
}

export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** Codings stack in theory; more than two on one body is a way to hide a bomb. */
const MAX_CODINGS = 2
const SMALLEST_CHUNK = 64 * 1024
const LARGEST_CHUNK = 1024 * 1024

export async function inflate(
  wire: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const codings = contentEncoding
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim().replace(/^x-gzip$/, 'gzip'))
    .filter(coding => coding !== '' && coding !== 'identity')
    .toReversed()
  if (codings.length > MAX_CODINGS)
    throw upstreamFailure('undecodable', 'the answer is compressed too many times')
  let body = wire
  for (const coding of codings) body = await inflateOnce(body, coding, maxBytes)
  return body
}

async function inflateOnce(wire: Uint8Array, coding: string, maxBytes: number): Promise<Uint8Array> {
  // Some servers announce a coding and then send nothing at all.
  if (wire.length === 0) return wire
  const decoder = decoders[coding === 'deflate' && !hasZlibHeader(wire) ? 'deflate-raw' : coding]
  if (!decoder) throw upstreamFailure('undecodable', 'the answer is compressed in a way that was not offered')
  try {
    return await decoder(wire, { maxOutputLength: maxBytes, chunkSize: chunkSize(wire, coding, maxBytes) })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw upstreamFailure('too_large', `the page is larger than ${maxBytes} bytes`, { error })
    }
    if (code === 'Z_BUF_ERROR')
      throw upstreamFailure('truncated', 'the compressed answer is cut off', { error })
    throw upstreamFailure('undecodable', 'the answer cannot be decompressed', { error })
  }
}

/** One chunk that holds the whole output means one trip to the thread pool and no copy. */
function chunkSize(wire: Uint8Array, coding: string, maxBytes: number): number {
  const guess = coding === 'gzip' && wire.length > 18 ? gzipSize(wire) + 64 : wire.length * 12
  return Math.min(Math.max(guess, SMALLEST_CHUNK), LARGEST_CHUNK * 2, maxBytes)
}

/** The last four bytes of gzip are the output's length: a hint only, it may lie. */
function gzipSize(wire: Uint8Array): number {
  return new DataView(wire.buffer, wire.byteOffset + wire.length - 4, 4).getUint32(0, true)
}

function hasZlibHeader(wire: Uint8Array): boolean {
  const [first = 0, second = 0] = wire
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}

// Decompresses a whole body in one step on the thread pool; stops as soon as it exceeds the limit.
import zlib from 'node:zlib'
import { promisify } from 'node:util'
import { pageTooLarge, upstreamFailure } from '../upstream-failure.ts'

interface DecoderOptions {
  readonly maxOutputLength: number
  readonly chunkSize?: number
}

interface Decoder {
  readonly inPool: (wire: Uint8Array, options: DecoderOptions) => Promise<Buffer>
  readonly here: (wire: Uint8Array, options: DecoderOptions) => Buffer
}

const decoders: Readonly<Record<string, Decoder>> = {
  gzip: { inPool: promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.gunzip), here: zlib.gunzipSync },
  br: {
    inPool: promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliDecompress),
    here: zlib.brotliDecompressSync,
  },
  zstd: {
    inPool: promisify<Uint8Array, zlib.ZstdOptions, Buffer>(zlib.zstdDecompress),
    here: zlib.zstdDecompressSync,
  },
  deflate: { inPool: promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflate), here: zlib.inflateSync },
  'deflate-raw': {
    inPool: promisify<Uint8Array, zlib.ZlibOptions, Buffer>(zlib.inflateRaw),
    here: zlib.inflateRawSync,
  },
}

export const ACCEPT_ENCODING = 'gzip, deflate, br, zstd'

/** Content codings can be stacked; more than two on one body suggests a decompression bomb. */
const MAX_CODINGS = 2
const SMALLEST_CHUNK = 64 * 1024
const LARGEST_CHUNK = 1024 * 1024

export async function inflate(
  wire: Uint8Array,
  contentEncoding: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const codings = codingsOf(contentEncoding)
  if (codings.length > MAX_CODINGS)
    throw upstreamFailure('undecodable', 'the response is compressed too many times')
  let body = wire
  for (const coding of codings) body = await inflateOnce(body, coding, maxBytes)
  return body
}

/** Decompresses the body of a recording, which was decompressed before. Throws if it is damaged. */
export function inflateAgain(wire: Uint8Array, contentEncoding: string, maxBytes: number): Uint8Array {
  let body = wire
  for (const coding of codingsOf(contentEncoding)) {
    const decoder = decoderOf(body, coding)
    if (!decoder) throw new Error(`no decoder for ${coding}`)
    body = decoder.here(body, { maxOutputLength: maxBytes })
  }
  return body
}

/** Content codings in the order of decoding: the last one applied comes first. */
function codingsOf(contentEncoding: string): string[] {
  return contentEncoding
    .toLowerCase()
    .split(',')
    .map(coding => coding.trim().replace(/^x-gzip$/, 'gzip'))
    .filter(coding => coding !== '' && coding !== 'identity')
    .toReversed()
}

function decoderOf(wire: Uint8Array, coding: string): Decoder | undefined {
  return decoders[coding === 'deflate' && !hasZlibHeader(wire) ? 'deflate-raw' : coding]
}

async function inflateOnce(wire: Uint8Array, coding: string, maxBytes: number): Promise<Uint8Array> {
  // Some servers announce a coding and then send an empty body.
  if (wire.length === 0) return wire
  const decoder = decoderOf(wire, coding)
  if (!decoder) throw upstreamFailure('undecodable', 'the response uses a compression that was not requested')
  try {
    return await decoder.inPool(wire, {
      maxOutputLength: maxBytes,
      chunkSize: chunkSize(wire, coding, maxBytes),
    })
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    if (code === 'ERR_BUFFER_TOO_LARGE') {
      throw pageTooLarge(maxBytes, { error })
    }
    if (code === 'Z_BUF_ERROR')
      throw upstreamFailure('truncated', 'the compressed response is truncated', { error })
    throw upstreamFailure('undecodable', 'the response cannot be decompressed', { error })
  }
}

/** A chunk that fits the whole output takes one trip to the thread pool and no copy. */
function chunkSize(wire: Uint8Array, coding: string, maxBytes: number): number {
  const guess = coding === 'gzip' && wire.length > 18 ? gzipSize(wire) + 64 : wire.length * 12
  return Math.min(Math.max(guess, SMALLEST_CHUNK), LARGEST_CHUNK * 2, maxBytes)
}

/** The last four bytes of gzip state the output's length; only a hint, because they may be wrong. */
function gzipSize(wire: Uint8Array): number {
  return new DataView(wire.buffer, wire.byteOffset + wire.length - 4, 4).getUint32(0, true)
}

function hasZlibHeader(wire: Uint8Array): boolean {
  const [first = 0, second = 0] = wire
  return (first & 0x0f) === 8 && ((first << 8) | second) % 31 === 0
}

/**
 * Decompresses large pages a few at a time and resolves one per turn of the event loop,
 * so that many pages at once neither fill the memory nor block the loop.
 */
export interface DecompressionQueue {
  /** Decompresses when there is capacity, and resolves in a turn of the event loop of its own. */
  run<T>(unpack: () => Promise<T>): Promise<T>
}

/** Enough to keep the thread pool busy while one page is being read. */
const MAX_CONCURRENT = 8

/** `waitForReaders` returns a promise while the readers are at capacity. */
export function createDecompressionQueue(
  waitForReaders: () => Promise<void> | undefined = () => undefined,
): DecompressionQueue {
  const waiting: (() => void)[] = []
  const finished: (() => void)[] = []
  let capacity = MAX_CONCURRENT

  // The thread pool delivers bodies in batches within one turn, and each waiter reads its page synchronously: spread them out.
  const resolveNext = (): void => {
    finished.shift()?.()
    if (finished.length > 0) setImmediate(resolveNext)
  }
  const turn = (): Promise<void> =>
    new Promise(resolve => {
      finished.push(resolve)
      if (finished.length === 1) setImmediate(resolveNext)
    })
  const enter = (): Promise<void> | undefined => {
    if (capacity === 0) return new Promise(resolve => waiting.push(resolve))
    capacity--
    return undefined
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else capacity++
  }

  return {
    run: async unpack => {
      await enter()
      try {
        await waitForReaders()
        const unpacked = await unpack()
        await turn()
        return unpacked
      } finally {
        // The page is read within this turn.
        setImmediate(leave)
      }
    },
  }
}

/** Neither socket reads nor Node's buffer pool use larger blocks, so a larger body does not share its ArrayBuffer. */
const DEDICATED_BUFFER_MIN_BYTES = 64 * 1024

/** Without it, pages of half a megabyte trigger a full garbage collection after every hundred pages, which costs more than reading them. */
export function releaseBuffer({ buffer, byteOffset, byteLength }: Uint8Array): void {
  const isOwn = byteOffset === 0 && byteLength > DEDICATED_BUFFER_MIN_BYTES
  if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

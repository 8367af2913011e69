// Decompression: every coding, stacked codings, and damaged, too large and unknown ones.
import { randomBytes } from 'node:crypto'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { inflate, inflateAgain } from './inflate.ts'
import { upstreamFailureOf } from '../upstream-failure.ts'

const page = Buffer.from('a page '.repeat(1_000))
const textOf = (body: Uint8Array): string => Buffer.from(body).toString()
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => upstreamFailureOf(error)?.kind,
  )

describe('a body', () => {
  it.each([
    ['gzip', gzipSync(page)],
    ['x-gzip', gzipSync(page)],
    [' GZIP ', gzipSync(page)],
    ['br', brotliCompressSync(page)],
    ['zstd', zstdCompressSync(page)],
    ['deflate', deflateSync(page)],
    ['deflate', deflateSync(page, { level: 1 })],
    // Some servers omit the zlib header.
    ['deflate', deflateRawSync(page)],
    ['identity', page],
    ['', page],
    ['gzip, identity', gzipSync(page)],
    // Codings are listed in the order in which they were applied.
    ['gzip, br', brotliCompressSync(gzipSync(page))],
  ])('in %j is decompressed', async (coding, wire) => {
    expect(textOf(await inflate(wire, coding, page.length))).toBe(page.toString())
    expect(textOf(inflateAgain(wire, coding, page.length))).toBe(page.toString())
  })

  it('that is empty despite its content coding stays empty', async () => {
    const nothing = new Uint8Array()
    expect(await inflate(nothing, 'gzip', 10)).toBe(nothing)
  })

  it('in a part of a larger buffer is decompressed', async () => {
    const wire = gzipSync(page)
    const block = Buffer.concat([Buffer.alloc(7, 1), wire, Buffer.alloc(9, 1)])
    expect(textOf(await inflate(block.subarray(7, 7 + wire.length), 'gzip', page.length))).toBe(
      page.toString(),
    )
  })

  it('larger than any chunk is complete', async () => {
    const large = Buffer.concat([Buffer.alloc(5_000_000, 'a'), randomBytes(10)])
    for (const [coding, wire] of [
      ['gzip', gzipSync(large)],
      ['br', brotliCompressSync(large, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
    ] as const)
      expect(large.equals(await inflate(wire, coding, large.length))).toBe(true)
  })
})

describe('a body that cannot be used', () => {
  const gzip = gzipSync(page)
  it.each([
    ['larger than allowed', gzip, 'gzip', 'too_large'],
    ['larger than allowed after two codings', brotliCompressSync(gzip), 'gzip, br', 'too_large'],
    ['cut off', gzip.subarray(0, -20), 'gzip', 'truncated'],
    ['damaged', Buffer.from('no gzip at all, but long enough'), 'gzip', 'undecodable'],
    ['in an unknown coding', gzip, 'lzma', 'undecodable'],
    ['in a coding that only begins like a known one', gzip, 'x-gzip-2', 'undecodable'],
    ['compressed three times', gzipSync(gzipSync(gzip)), 'gzip, gzip, gzip', 'undecodable'],
  ])('is %s', async (what, wire, coding, kind) => {
    const maxBytes = what.startsWith('larger') ? page.length - 1 : page.length
    expect(await failureOf(inflate(wire, coding, maxBytes))).toBe(kind)
  })

  it('is rejected in a recording too', () => {
    expect(() => inflateAgain(gzip, 'lzma', page.length)).toThrow('no decoder for lzma')
    expect(() => inflateAgain(gzip, 'gzip', page.length - 1)).toThrow(/larger than/)
  })
})

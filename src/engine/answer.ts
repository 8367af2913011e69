// Answer: a finished result as bytes, made once; its encodings are made on first demand and kept.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Settled } from '../kit/settle.ts'

export type Encoding = 'identity' | 'gzip' | 'br'

export interface Answer {
  readonly body: Buffer
  /** Opaque part of the strong ETag of the identity bytes; other encodings add their name. */
  readonly tag: string
  /** Value of `Wares-Absent`; empty when nothing is absent. */
  readonly absent: string
  readonly absentPointers: readonly string[]
  /** Address of the shop's page that was read; empty where there is none for people. */
  readonly source: string
  readonly madeAtMs: number
  readonly freshForMs: number
  /** Bytes by encoding, filled as they are asked for. */
  readonly encoded: Map<Encoding, Buffer>
}

const ABSENT_MAX = 40
/** Below this, compression costs more than it saves. */
const COMPRESS_FROM_BYTES = 512

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

export function makeAnswer(
  { value, absent }: Settled,
  source: string,
  freshForS: number,
  nowMs: number,
): Answer {
  const body = Buffer.from(JSON.stringify(value))
  return {
    body,
    tag: createHash('sha256').update(body).digest('base64url').slice(0, 27),
    absent: absentHeader(absent),
    absentPointers: absent,
    source,
    madeAtMs: nowMs,
    freshForMs: freshForS * 1000,
    encoded: new Map([['identity', body]]),
  }
}

/** The bytes in the wanted encoding, or in identity where compression would not pay. */
export function encodingOf(answer: Answer, wanted: Encoding): Encoding {
  return answer.body.length < COMPRESS_FROM_BYTES ? 'identity' : wanted
}

export async function encode(answer: Answer, encoding: Encoding): Promise<Buffer> {
  const ready = answer.encoded.get(encoding)
  if (ready) return ready
  const bytes =
    encoding === 'br' ? await brotliAsync(answer.body, BROTLI) : await gzipAsync(answer.body, { level: 6 })
  answer.encoded.set(encoding, bytes)
  return bytes
}

/** Quality 5: near gzip's cost, a sixth smaller. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }

export function sizeOf(answer: Answer): number {
  // Encodings come later and are smaller than the body; twice the body is a safe account of all.
  return answer.body.length * 2 + 500
}

export function absentHeader(absent: readonly string[]): string {
  const shown = absent.slice(0, ABSENT_MAX).join(', ')
  return absent.length > ABSENT_MAX ? `${shown};more=${absent.length - ABSENT_MAX}` : shown
}

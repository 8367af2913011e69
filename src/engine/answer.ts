// Answer: a finished result as bytes, made once; its encodings are made on first use and kept.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AnswerMeasures } from './measure-answer.ts'
import type { ReadResult } from './read-operation.ts'

export type Encoding = 'identity' | 'gzip' | 'br'

export interface Answer {
  readonly body: Buffer
  /** JSON where none is named. */
  readonly contentType?: string
  /** Opaque part of the strong ETag of the identity bytes; other encodings add their name. */
  readonly tag: string
  /** Value of `Wares-Absent`; empty when nothing is absent. */
  readonly absent: string
  readonly absentPointers: readonly string[]
  /** The same one by one, with positions: for the record of the request, never for a header. */
  readonly absentAt: readonly string[]
  /** By the pointer of a list's rows: how many could not be read. */
  readonly dropped: Readonly<Record<string, number>>
  /** By which of the site's ways it was read, where there are several. */
  readonly way?: string
  /** Of one that was made here, from one site. */
  readonly measures?: AnswerMeasures
  /** Address of the shop's page that was read; empty where there is none for people. */
  readonly source: string
  /** Path and query of the site's own operation, where the answer was made from one; empty otherwise. */
  readonly alternate: string
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
  { body: bytes, tag, absent, absentAt, dropped, measures }: ReadResult,
  source: string,
  freshForS: number,
  nowMs: number,
): Answer {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return {
    body,
    tag,
    absent: absentHeader(absent, dropped),
    absentPointers: absent,
    absentAt,
    dropped,
    measures,
    source,
    alternate: '',
    madeAtMs: nowMs,
    freshForMs: freshForS * 1000,
    encoded: new Map([['identity', body]]),
  }
}

export function tagOf(body: Uint8Array): string {
  return createHash('sha256').update(body).digest('base64url').slice(0, 27)
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

/** What an entry takes beside its texts and bytes: objects, map, buffer, the cache's own lists (test/hostile/caches.test.ts). */
const ENTRY_BYTES = 1_200
/** What a pointer takes beside its letters. */
const POINTER_BYTES = 24

/** The bytes that a kept answer holds, with its name in the cache. */
export function sizeOf(answer: Answer, name: string): number {
  const pointers = answer.absentAt.reduce((total, pointer) => total + pointer.length + POINTER_BYTES, 0)
  const texts = (name.length + answer.absent.length + answer.source.length) * 2
  // Encodings come later and are smaller than the body; twice the body is a safe account of all.
  return answer.body.length * 2 + texts + pointers + ENTRY_BYTES
}

/** `/a, /*;dropped=2, /b;more=3`; rows that were left out come first, since they are the greatest loss. */
export function absentHeader(absent: readonly string[], dropped: Readonly<Record<string, number>>): string {
  const rows = absent.filter(pointer => pointer in dropped)
  const fields = absent.filter(pointer => !(pointer in dropped))
  const all = [...rows.map(pointer => `${pointer};dropped=${dropped[pointer]}`), ...fields]
  const shown = all.slice(0, ABSENT_MAX).join(', ')
  return all.length > ABSENT_MAX ? `${shown};more=${all.length - ABSENT_MAX}` : shown
}

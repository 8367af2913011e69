// Answer: a finished result, serialised once; compressed forms are made on first use and kept.
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { ProductSummary } from '../../extract/listed-shop.ts'
import type { FieldMeasures } from '../../runtime/events.ts'
import type { SerialisedResult } from '../../extract/read-result.ts'

export type Encoding = 'identity' | 'gzip' | 'br'

export interface Answer {
  readonly body: Buffer
  /** JSON by default. */
  readonly contentType?: string
  /** See tagOf: of the identity bytes; other encodings add their name. */
  readonly tag: string
  /** Value of `Wares-Absent`; empty when nothing is absent. */
  readonly absent: string
  readonly absentPointers: readonly string[]
  /** Every absent field with its exact position: for the request record, and for a caller who prefers it to patterns. */
  readonly absentAt: readonly string[]
  /** The number of rows that could not be read, by the pointer of their list. */
  readonly dropped: Readonly<Record<string, number>>
  /** Which way the site was read (such as `page` or `search`), for an operation that has two. */
  readonly way?: string
  /** Only for an answer that this process made from one site. */
  readonly measures?: FieldMeasures
  /** URL of the shop's page; empty if only data was fetched. */
  readonly source: string
  /** Path and query of the site's own operation that a general answer was made from; empty otherwise. */
  readonly alternate: string
  /** ISO 4217 code that the documents of a search state; only searches set it, because their answers have no field for it. */
  readonly currency?: string | undefined
  /** A document that fails at the moment is not part of it: a watch does not trust what differs. */
  readonly isPartial?: boolean
  readonly madeAtMs: number
  readonly freshForMs: number
  /** Bytes by encoding, filled on demand. */
  readonly encoded: Map<Encoding, Buffer>
}

/** The answer as a value. Parsed when asked for and not kept: the cache is bounded by its bytes. */
export function valueOf({ body }: Pick<Answer, 'body'>): unknown {
  return JSON.parse(body.toString())
}

const ABSENT_MAX = 40
/** Below this, compression costs more than it saves. */
const COMPRESS_FROM_BYTES = 512

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

export function makeAnswer(
  { body: bytes, tag, absent, absentAt, dropped, measures, currency, isShortLived }: SerialisedResult,
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
    currency,
    ...(isShortLived ? { isPartial: true } : {}),
    madeAtMs: nowMs,
    freshForMs: freshForS * 1000,
    encoded: new Map([['identity', body]]),
  }
}

/** The wanted encoding, or `identity` if the body is too small to compress. */
export function encodingOf(answer: Answer, encoding: Encoding): Encoding {
  return answer.body.length < COMPRESS_FROM_BYTES ? 'identity' : encoding
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

/** Overhead of a cache entry: objects, map, buffer, the cache's own lists (measured in test/hostile/caches.test.ts). */
const ENTRY_BYTES = 1_200
/** Overhead of a pointer string. */
const POINTER_BYTES = 24

/** Estimated memory of a cached answer, including its cache key. */
export function sizeOf(answer: Answer, name: string): number {
  const pointers = answer.absentAt.reduce((total, pointer) => total + pointer.length + POINTER_BYTES, 0)
  const texts = (name.length + answer.absent.length + answer.source.length) * 2
  // Compressed forms are added later. They are smaller than the body, so twice the body is a safe estimate.
  return answer.body.length * 2 + texts + pointers + ENTRY_BYTES
}

/** `/a, /*;dropped=2, /b;more=3`; dropped rows come first, because they are the greatest loss. */
export function absentHeader(absent: readonly string[], dropped: Readonly<Record<string, number>>): string {
  const rows = absent.filter(pointer => pointer in dropped)
  const fields = absent.filter(pointer => !(pointer in dropped))
  const all = [...rows.map(pointer => `${pointer};dropped=${dropped[pointer]}`), ...fields]
  const list = all.slice(0, ABSENT_MAX).join(', ')
  return all.length > ABSENT_MAX ? `${list};more=${all.length - ABSENT_MAX}` : list
}

/** Proxies refuse an answer whose headers do not fit their buffer: 4 KB in nginx. */
const ABSENT_AT_CHARS = 2_400

/** `Wares-Absent-At`: every absent field with its position; undefined if they are too many for a header. */
export function absentAtHeader({ absentAt }: Pick<Answer, 'absentAt'>): string | undefined {
  const text = absentAt.join(', ')
  return text === '' || text.length > ABSENT_AT_CHARS ? undefined : text
}

/** The answer in the site's own shape, and in the general shape if that was requested. */
export interface OperationAnswers {
  readonly answer: Answer
  readonly general?: Answer
  /** The fields of the general answer that the page contradicts. */
  readonly disputed?: readonly string[]
  /** What status and drift count about the product of a listed shop. */
  readonly summary?: ProductSummary
}

// The format in which replicas of one release share answers and faults.
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { Fault } from '#kit/fault'
import { absentHeader, type Answer, encode, encodingOf } from './answer.ts'

interface Metadata
  extends Pick<
    Answer,
    | 'tag'
    | 'absentAt'
    | 'dropped'
    | 'source'
    | 'alternate'
    | 'currency'
    | 'isPartial'
    | 'madeAtMs'
    | 'freshForMs'
  > {
  readonly absent: Answer['absentPointers']
  readonly encoding: 'br' | 'identity'
}

const brotliDecompressAsync = promisify(brotliDecompress)

/** How far the clocks of replicas may differ. */
export const MAX_CLOCK_SKEW_MS = 60_000

/** One line of JSON metadata, then the body in the encoding that most callers accept. */
export async function serialiseAnswer(answer: Answer): Promise<Buffer> {
  const { tag, absentPointers: absent, absentAt, dropped, source, alternate, currency, isPartial } = answer
  const { madeAtMs, freshForMs } = answer
  const encoding = encodingOf(answer, 'br') === 'br' ? 'br' : 'identity'
  const metadata = {
    tag,
    absent,
    absentAt,
    dropped,
    source,
    alternate,
    currency,
    isPartial,
    madeAtMs,
    freshForMs,
    encoding,
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(metadata)}\n`), await encode(answer, encoding)])
}

/** Undefined if the answer has expired, or was made by a clock that is far ahead. */
export async function deserialiseAnswer(bytes: Buffer, nowMs: number): Promise<Answer | undefined> {
  const end = bytes.indexOf(0x0a)
  const { absent, encoding, ...metadata } = JSON.parse(bytes.toString('utf8', 0, end)) as Metadata
  const { madeAtMs, freshForMs, dropped } = metadata
  if (madeAtMs > nowMs + MAX_CLOCK_SKEW_MS || madeAtMs + freshForMs <= nowMs) return undefined
  const packed = bytes.subarray(end + 1)
  const body = encoding === 'br' ? await brotliDecompressAsync(packed) : packed
  return {
    ...metadata,
    body,
    absent: absentHeader(absent, dropped),
    absentPointers: absent,
    encoded: new Map([
      ['identity', body],
      [encoding, packed],
    ]),
  }
}

/** Only the public fields. */
export function serialiseFault({ code, message, field, retryAfterMs, retryable }: Fault): string {
  return JSON.stringify({ code, message, field, retryAfterMs, retryable })
}

export function deserialiseFault(text: string): Fault {
  const { code, message, ...options } = JSON.parse(text) as Pick<
    Fault,
    'code' | 'message' | 'field' | 'retryAfterMs' | 'retryable'
  >
  return new Fault(code, message, options)
}

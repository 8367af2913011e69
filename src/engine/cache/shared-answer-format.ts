// The format in which replicas share answers and faults. Everything read back is validated: Redis is not trusted.
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Static } from 'typebox'
import { createSchemaCheck } from '../../runtime/check-schema.ts'
import { Fault, type FaultCode, faultTable } from '../../kit/fault.ts'
import { Type } from '../../kit/json/json-schema.ts'
import { parseJson } from '../../state/parse-json.ts'
import { absentHeader, type Answer, encode, encodingOf, tagOf } from './answer.ts'

/** A string that is safe in a header. */
const Line = Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]*$' })

const AnswerMetadata = Type.Object({
  tag: Type.String(),
  absent: Type.Array(Line),
  absentAt: Type.Array(Type.String()),
  dropped: Type.Record(Type.String(), Type.Integer({ minimum: 0 })),
  source: Line,
  alternate: Line,
  currency: Type.Optional(Type.String({ pattern: '^[A-Z]{3}$' })),
  isPartial: Type.Optional(Type.Boolean()),
  madeAtMs: Type.Integer(),
  freshForMs: Type.Number({ minimum: 0 }),
  encoding: Type.Union([Type.Literal('br'), Type.Literal('identity')]),
})

const SharedFault = Type.Object({
  code: Type.String(),
  message: Type.String({ maxLength: 2_000 }),
  field: Type.Optional(Type.String({ maxLength: 200 })),
  retryable: Type.Optional(Type.Boolean()),
  retryAfterMs: Type.Optional(Type.Number({ minimum: 0, maximum: 31 * 86_400_000 })),
})

const metadataCheck = createSchemaCheck(AnswerMetadata)
const faultCheck = createSchemaCheck(SharedFault)
const brotliDecompressAsync = promisify(brotliDecompress)

/** Far above any answer; protects from a Brotli bomb. */
const MAX_BODY_BYTES = 64 * 1024 * 1024
/** How far the clocks of replicas may differ. */
export const MAX_CLOCK_SKEW_MS = 60_000

/** One line of JSON metadata, then the body in the encoding that most callers accept. */
export async function serialiseAnswer(answer: Answer): Promise<Buffer> {
  const { tag, absentPointers, absentAt, dropped, source, alternate, currency, madeAtMs, freshForMs } = answer
  const encoding = encodingOf(answer, 'br') === 'br' ? 'br' : 'identity'
  const metadata: Static<typeof AnswerMetadata> = {
    tag,
    absent: [...absentPointers],
    absentAt: [...absentAt],
    dropped,
    source,
    alternate,
    ...(currency === undefined ? {} : { currency }),
    ...(answer.isPartial ? { isPartial: true } : {}),
    madeAtMs,
    freshForMs,
    encoding,
  }
  return Buffer.concat([Buffer.from(`${JSON.stringify(metadata)}\n`), await encode(answer, encoding)])
}

/** Undefined if the bytes are malformed or the answer has expired. */
export async function deserialiseAnswer(bytes: Buffer, nowMs: number): Promise<Answer | undefined> {
  const end = bytes.indexOf(0x0a)
  const metadata = end === -1 ? undefined : parseJson(bytes.toString('utf8', 0, end))
  if (!metadataCheck.check(metadata)) return undefined
  const { tag, absent, absentAt, dropped, source, alternate, currency, madeAtMs, freshForMs, encoding } =
    metadata
  if (madeAtMs > nowMs + MAX_CLOCK_SKEW_MS || madeAtMs + freshForMs <= nowMs) return undefined
  const packed = bytes.subarray(end + 1)
  const body = encoding === 'br' ? await decompress(packed) : packed
  if (body === undefined || tagOf(body) !== tag) return undefined
  return {
    body,
    tag,
    absent: absentHeader(absent, dropped),
    absentPointers: absent,
    absentAt,
    dropped,
    source,
    alternate,
    currency,
    ...(metadata.isPartial ? { isPartial: true } : {}),
    madeAtMs,
    freshForMs,
    encoded: new Map([
      ['identity', body],
      [encoding, packed],
    ]),
  }
}

async function decompress(packed: Buffer): Promise<Buffer | undefined> {
  try {
    return await brotliDecompressAsync(packed, { maxOutputLength: MAX_BODY_BYTES })
  } catch {
    return undefined
  }
}

/** Only the public fields. */
export function serialiseFault({ code, message, field, retryAfterMs, retryable }: Fault): string {
  return JSON.stringify({ code, message, field, retryAfterMs, retryable })
}

export function deserialiseFault(text: string): Fault | undefined {
  const value = parseJson(text)
  if (!faultCheck.check(value) || !Object.hasOwn(faultTable, value.code)) return undefined
  const { code, message, field, retryAfterMs, retryable } = value
  return new Fault(code as FaultCode, message, {
    retryable,
    ...(field === undefined ? {} : { field }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

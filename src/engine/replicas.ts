// One answer for all replicas: found where another has put it, awaited while another makes it, or made here and shared.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { Fault, type FaultCode } from '../kit/fault.ts'
import type { Lease, SharedAnswers } from '../state/redis-answers.ts'
import { type Answer, absentHeader, encode, encodingOf } from './answer.ts'
import type { Freshness } from './freshness.ts'

export interface Made {
  readonly answer: Answer
  readonly cache: 'hit' | 'miss' | 'shared'
}

interface Until {
  /** Fires when nobody here waits any more. */
  readonly left: AbortSignal
  /** Fires then, or when the deadline passes. */
  readonly over: AbortSignal
}

export interface Replicas {
  makeOnce(name: string, freshness: Freshness, until: Until, make: () => Promise<Answer>): Promise<Made>
  /** What is at hand elsewhere; for those who want nothing made. */
  find(name: string, freshness: Freshness): Promise<Answer | undefined>
}

/** `edition` tells apart what must not be mixed: releases, and deployments with other origins. */
export function createReplicas(shared: SharedAnswers, edition: string): Replicas {
  const nameOf = (name: string) => createHash('sha256').update(`${edition} ${name}`).digest('base64url')

  async function makeAndShare(
    lease: Lease | undefined,
    left: AbortSignal,
    make: () => Promise<Answer>,
  ): Promise<Made> {
    try {
      const answer = await make()
      // Those who wait elsewhere can wait for the packing; the caller here need not.
      void pack(answer).then(bytes =>
        lease?.giveBack({ bytes, madeAtMs: answer.madeAtMs, freshForMs: answer.freshForMs }),
      )
      return { answer, cache: 'miss' }
    } catch (error) {
      // That our callers have left is no reason for others to go without.
      const told = error instanceof Fault && !left.aborted ? wordOf(error) : undefined
      void lease?.giveBack(undefined, told)
      throw error
    }
  }

  return {
    async makeOnce(name, freshness, { left, over }, make) {
      const key = nameOf(name)
      const oldestMs = oldest(freshness)
      let waited = false
      for (;;) {
        const look = await shared.look(key, oldestMs)
        if (look.kind === 'found')
          return { answer: await unpack(look.bytes), cache: waited ? 'shared' : 'hit' }
        if (look.kind === 'make') return makeAndShare(look.lease, left, make)
        waited = true
        const told = await untilAborted(look.told, over)
        if (told !== undefined) throw faultOf(told)
      }
    },
    async find(name, freshness) {
      const bytes = await shared.peek(nameOf(name), oldest(freshness))
      return bytes && unpack(bytes)
    },
  }
}

/** `no-cache` is served by what is made after it was asked for, wherever that is. */
function oldest({ maxAgeMs }: Freshness): number {
  const nowMs = Date.now()
  return maxAgeMs === Number.POSITIVE_INFINITY ? 0 : nowMs - Math.max(0, maxAgeMs)
}

interface Label {
  readonly tag: string
  readonly absent: readonly string[]
  readonly madeAtMs: number
  readonly freshForMs: number
  readonly encoding: 'br' | 'identity'
}

const inflate = promisify(brotliDecompress)

/** A line of JSON, then the bytes in the encoding that most callers take. */
async function pack(answer: Answer): Promise<Buffer> {
  const { tag, absentPointers, madeAtMs, freshForMs } = answer
  const encoding = encodingOf(answer, 'br') === 'br' ? 'br' : 'identity'
  const label: Label = { tag, absent: absentPointers, madeAtMs, freshForMs, encoding }
  return Buffer.concat([Buffer.from(`${JSON.stringify(label)}\n`), await encode(answer, encoding)])
}

async function unpack(bytes: Buffer): Promise<Answer> {
  const end = bytes.indexOf(0x0a)
  const label = JSON.parse(bytes.toString('utf8', 0, end)) as Label
  const packed = bytes.subarray(end + 1)
  const body = label.encoding === 'br' ? await inflate(packed) : packed
  return {
    body,
    tag: label.tag,
    absent: absentHeader(label.absent),
    absentPointers: label.absent,
    madeAtMs: label.madeAtMs,
    freshForMs: label.freshForMs,
    encoded: new Map([
      ['identity', body],
      [label.encoding, packed],
    ]),
  }
}

/** A fault as one replica tells it to another: the public half. */
function wordOf({ code, message, field, retryAfterMs }: Fault): string {
  return JSON.stringify({ code, message, field, retryAfterMs })
}

function faultOf(word: string): Fault {
  const { code, message, field, retryAfterMs } = JSON.parse(word) as {
    code: FaultCode
    message: string
    field?: string
    retryAfterMs?: number
  }
  return new Fault(code, message, {
    ...(field === undefined ? {} : { field }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
}

async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

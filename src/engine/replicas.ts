// One answer for all replicas: found where another has put it, awaited while another makes it, or made here and shared.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Config } from '../config.ts'
import { Fault, type FaultCode } from '../kit/fault.ts'
import type { Lease, SharedAnswers } from '../state/redis-answers.ts'
import { version } from '../version.ts'
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

export function createReplicas(shared: SharedAnswers, config: Pick<Config, 'sites'>): Replicas {
  const nameOf = createNaming(config)

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
    find: (name, freshness) => findIn(shared, nameOf(name), freshness),
  }
}

/** Takes what replicas have made and adds nothing: a whole catalogue would push out what callers ask for. */
export function createReader(shared: SharedAnswers, config: Pick<Config, 'sites'>): Replicas {
  const nameOf = createNaming(config)
  const find: Replicas['find'] = (name, freshness) => findIn(shared, nameOf(name), freshness)
  return {
    find,
    async makeOnce(name, freshness, _until, make) {
      const found = await find(name, freshness)
      return found ? { answer: found, cache: 'hit' } : { answer: await make(), cache: 'miss' }
    },
  }
}

async function findIn(shared: SharedAnswers, key: string, freshness: Freshness): Promise<Answer | undefined> {
  const bytes = await shared.peek(key, oldest(freshness))
  return bytes && unpack(bytes)
}

/** Answers of another release, or of other origins, are not ours. */
function createNaming({ sites }: Pick<Config, 'sites'>): (name: string) => string {
  const origins = Object.entries(sites).map(([name, site]) => [name, site.origins, site.settings])
  const edition = `${version} ${JSON.stringify(origins)}`
  return name => createHash('sha256').update(`${edition} ${name}`).digest('base64url')
}

/** `no-cache` is served by what is made after it was asked for, wherever that is. */
function oldest({ maxAgeMs }: Freshness): number {
  const nowMs = Date.now()
  return maxAgeMs === Number.POSITIVE_INFINITY ? 0 : nowMs - Math.max(0, maxAgeMs)
}

interface Label {
  readonly tag: string
  readonly absent: readonly string[]
  readonly source: string
  readonly madeAtMs: number
  readonly freshForMs: number
  readonly encoding: 'br' | 'identity'
}

const inflate = promisify(brotliDecompress)

/** A line of JSON, then the bytes in the encoding that most callers take. */
async function pack(answer: Answer): Promise<Buffer> {
  const { tag, absentPointers, source, madeAtMs, freshForMs } = answer
  const encoding = encodingOf(answer, 'br') === 'br' ? 'br' : 'identity'
  const label: Label = { tag, absent: absentPointers, source, madeAtMs, freshForMs, encoding }
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
    source: label.source,
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

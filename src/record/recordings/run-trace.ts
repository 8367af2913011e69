// The trace of a run in progress: every exchange with a shop, the stages, and the callers.
import { releaseBuffer } from '../../fetch/network/inflate.ts'
import type { UpstreamExchange, UpstreamResponse } from '../../fetch/layer.ts'
import { upstreamFailureOf } from '../../fetch/upstream-failure.ts'
import type { Exchange, NotedBody, NotedExchange, NotedStage } from '../recording.ts'

/** One caller that waits for the run. Set by the recorder, read when the answer is sent. */
export interface RecordedCaller {
  readonly requestId: string
  /** Null for a caller without a key. */
  readonly keyId: string | null
  isRecorded: boolean
}

export interface RunTrace {
  readonly callers: readonly RecordedCaller[]
  readonly stages: readonly NotedStage[]
  readonly startedAtMs: number
  /** The answer is not a fault, but worth a look: it is recorded like one. */
  isDoubtful: boolean
  attach(caller: RecordedCaller): void
  /** Includes the exchanges of another run that this one waits for. */
  include(other: RunTrace): void
  readonly onExchange: (exchange: UpstreamExchange) => void
  readonly onTiming: (stage: string, ms: number) => void
  /** Own and included exchanges by start time, which is relative to `originMs`, by default the start of this run. */
  exchanges(originMs?: number): NotedExchange[]
  /** Like `exchanges`, with bodies that the caller owns: moved if nobody else will read them, otherwise copied. */
  takeExchanges(): NotedExchange[]
  elapsedMs(): number
  hold(): void
  /** Frees the bodies when the last holder has released them. */
  release(): void
}

/** The total size of bodies held by runs in progress. */
export interface HeldBytes {
  readonly max: number
  now: number
}

export function startTrace(memory: HeldBytes, nowMs: number): RunTrace {
  const startedMs = performance.now()
  const own: NotedExchange[] = []
  const stages: NotedStage[] = []
  const callers: RecordedCaller[] = []
  const included = new Set<RunTrace>()
  let holders = 1

  const exchanges = (originMs = startedMs): NotedExchange[] =>
    [
      ...own.map(one => ({ ...one, startedMs: one.startedMs - originMs })),
      ...[...included].flatMap(one => one.exchanges(originMs)),
    ].toSorted((a, b) => a.startedMs - b.startedMs)

  return {
    callers,
    isDoubtful: false,
    stages,
    startedAtMs: nowMs,
    attach: caller => void callers.push(caller),
    include(other) {
      if (included.has(other)) return
      included.add(other)
      other.hold()
    },
    onTiming: (stage, ms) => void stages.push({ stage, ms }),
    onExchange: exchange => void own.push(noteExchange(exchange, own, memory)),
    exchanges,
    takeExchanges() {
      if (holders > 1 || included.size > 0) return exchanges().map(copyExchange)
      const result = exchanges()
      for (const { body } of own.splice(0)) memory.now -= body?.bytes.length ?? 0
      return result
    },
    elapsedMs: () => performance.now() - startedMs,
    hold: () => void holders++,
    release() {
      if (--holders > 0) return
      releaseBodies(own, memory)
      for (const trace of included) trace.release()
    },
  }
}

function noteExchange(
  exchange: UpstreamExchange,
  before: readonly NotedExchange[],
  memory: HeldBytes,
): NotedExchange {
  const { request, response, startedMs } = exchange
  const noted = exchangeOf(exchange)
  const isSame = (notedExchange: NotedExchange) =>
    notedExchange.method === noted.method &&
    notedExchange.url === noted.url &&
    notedExchange.sent === noted.sent
  return {
    ...noted,
    site: request.site,
    attempt: before.filter(isSame).length + 1,
    startedMs,
    body: response && noteBody(response, memory),
  }
}

export function exchangeOf({ request, response, error, ms }: UpstreamExchange): Exchange {
  return {
    method: request.method,
    url: request.url.href,
    sentHeaders: request.headers,
    sent: request.body,
    ms,
    status: response?.status,
    headers: response?.headers ?? {},
    charset: response?.charset ?? '',
    bytes: response?.body.length ?? 0,
    failure: response ? undefined : (upstreamFailureOf(error)?.kind ?? 'interrupted'),
  }
}

/** Undefined when there is no room for it. */
function noteBody({ body, wire, headers }: UpstreamResponse, memory: HeldBytes): NotedBody | undefined {
  const { length } = wire ?? body
  if (memory.now + length > memory.max) return undefined
  memory.now += length
  return {
    // Parsing transfers a plain body to another thread; the compressed one is ours.
    bytes: wire ? withOwnBuffer(wire) : new Uint8Array(body),
    coding: wire ? (headers['content-encoding'] ?? '') : '',
  }
}

/** A small array may be part of a block that a socket or a pool still uses. */
function withOwnBuffer(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteLength } = bytes
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === byteLength
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

function copyExchange(notedExchange: NotedExchange): NotedExchange {
  return notedExchange.body
    ? { ...notedExchange, body: { ...notedExchange.body, bytes: new Uint8Array(notedExchange.body.bytes) } }
    : notedExchange
}

function releaseBodies(exchanges: readonly NotedExchange[], memory: HeldBytes): void {
  for (const { body } of exchanges) {
    if (!body) continue
    memory.now -= body.bytes.length
    releaseBuffer(body.bytes)
  }
}

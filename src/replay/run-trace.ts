// What is noted of one run while it is under way: every exchange with a shop, the stages, and who asked.
import { releaseBuffer } from '../upstream/release-buffer.ts'
import type { UpstreamExchange } from '../upstream/layer.ts'
import { upstreamFailureOf } from '../upstream/upstream-failure.ts'
import type { NotedExchange, NotedStage } from './recording.ts'

/** One caller who waits for the run. Set by the recorder, read when the answer is sent. */
export interface RecordedCaller {
  readonly requestId: string
  /** Null where nobody with a key asked. */
  readonly keyId: string | null
  isRecorded: boolean
}

export interface RunTrace {
  readonly callers: readonly RecordedCaller[]
  readonly stages: readonly NotedStage[]
  readonly startedAtMs: number
  attach(caller: RecordedCaller): void
  /** Another run that this one waits for: its exchanges are part of this one's story. */
  include(other: RunTrace): void
  readonly onExchange: (exchange: UpstreamExchange) => void
  readonly onTiming: (stage: string, ms: number) => void
  /** Own and included ones in the order of their start, which is counted from `originMs` on, or from the start of this run. */
  exchanges(originMs?: number): NotedExchange[]
  elapsedMs(): number
  /** Whether nobody else will read the bodies: then they may be given away. */
  isSoleOwner(): boolean
  hold(): void
  /** The bodies go when the last holder has released them. */
  release(): void
}

/** Copies of bodies that runs under way hold, all together. */
export interface HeldBytes {
  readonly max: number
  now: number
}

export function startTrace(held: HeldBytes, nowMs: number): RunTrace {
  const startedMs = performance.now()
  const own: NotedExchange[] = []
  const stages: NotedStage[] = []
  const callers: RecordedCaller[] = []
  const included = new Set<RunTrace>()
  let holders = 1

  return {
    callers,
    stages,
    startedAtMs: nowMs,
    attach: caller => void callers.push(caller),
    include(other) {
      if (included.has(other)) return
      included.add(other)
      other.hold()
    },
    onTiming: (stage, ms) => void stages.push({ stage, ms }),
    onExchange: exchange => void own.push(noteExchange(exchange, own, held)),
    exchanges: (originMs = startedMs) =>
      [
        ...own.map(one => ({ ...one, startedMs: one.startedMs - originMs })),
        ...[...included].flatMap(one => one.exchanges(originMs)),
      ].toSorted((a, b) => a.startedMs - b.startedMs),
    elapsedMs: () => performance.now() - startedMs,
    isSoleOwner: () => holders === 1 && included.size === 0,
    hold: () => void holders++,
    release() {
      if (--holders > 0) return
      releaseBodies(own, held)
      for (const one of included) one.release()
    },
  }
}

function noteExchange(
  { request, response, error, startedMs, ms }: UpstreamExchange,
  before: readonly NotedExchange[],
  held: HeldBytes,
): NotedExchange {
  const { method, url, body: sent } = request
  const isSame = (one: NotedExchange) => one.method === method && one.url === url.href && one.sent === sent
  return {
    site: request.site,
    method,
    url: url.href,
    sent,
    attempt: before.filter(isSame).length + 1,
    startedMs,
    ms,
    status: response?.status,
    headers: response?.headers ?? {},
    charset: response?.charset ?? '',
    bytes: response?.body.length ?? 0,
    failure: response ? undefined : (upstreamFailureOf(error)?.kind ?? 'interrupted'),
    body: response && copyBody(response.body, held),
  }
}

/** Undefined where there is no room for it. */
function copyBody(body: Uint8Array, held: HeldBytes): Uint8Array<ArrayBuffer> | undefined {
  if (held.now + body.length > held.max) return undefined
  held.now += body.length
  // The readers give the body away to their threads; this one is the recording's own.
  return new Uint8Array(body)
}

function releaseBodies(exchanges: readonly NotedExchange[], held: HeldBytes): void {
  for (const { body, bytes } of exchanges) {
    if (!body) continue
    held.now -= bytes
    releaseBuffer(body)
  }
}

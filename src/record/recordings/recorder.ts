// What a run fetched and answered, kept as evidence. What comes in are runs; what goes out are recordings, HAR files that
// can be explained, replayed and made into cases. This file decides which runs are stored, and no answer waits for it.
import { Worker } from 'node:worker_threads'
import type { Config } from '../../settings/config.ts'
import { Fault, faultTable, type FaultCode } from '#kit/fault'
import { releaseBuffer } from '../../fetch/network/inflate.ts'
import { moduleExtension } from '../../runtime/package-files.ts'
import { createWorkerPool } from '../../runtime/worker-pool.ts'
import { secretSettings } from '../scrub-page.ts'
import type { CapturedRun, RecordedFault, RecordedSite } from '../recording.ts'
import type { RecordingReply, RecordingRequest, RecordingThreadSettings } from './recording-thread.ts'
import type { RecordLookup } from './request-record.ts'
import { type HeldBytes, type RunTrace, startTrace } from './run-trace.ts'
import type { SharedRecordings } from './shared-recordings.ts'

type DropReason = 'queue' | 'memory' | 'store'

interface RunFactsAtEnd {
  readonly operation: string
  readonly site: string
  readonly params: Readonly<Record<string, unknown>>
  readonly error?: unknown
  readonly answer?: RecordedAnswer
  /** `posted` for a page that the caller sent; otherwise the answer's. */
  readonly way?: string | undefined
  /** Taught rules of the shop, by field. */
  readonly rules?: Readonly<Record<string, string>> | undefined
}

interface RecordedAnswer {
  readonly body: Uint8Array
  readonly absentAt: readonly string[]
  readonly dropped: Readonly<Record<string, number>>
  readonly way?: string
}

export interface Recorder {
  /** Undefined when recording is off. */
  start(): RunTrace | undefined
  finish(trace: RunTrace, facts: RunFactsAtEnd): void
  /** Whether every answer is recorded, not only those that need attention. */
  readonly recordsAll: boolean
  find(requestId: string, withExcerpts: boolean): Promise<RecordLookup>
  /** Why recordings cannot be written; undefined when they can. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

export interface RecorderParts {
  readonly config: Pick<Config, 'record' | 'dataDir' | 'sites'>
  readonly onDropped: (reason: DropReason) => void
  readonly onError: (message: string) => void
  /** Where other replicas find the recordings. */
  readonly shared?: SharedRecordings | undefined
  readonly limits?: { readonly heldBytes: number; readonly queuedBytes: number }
}

/** The faults that are recorded when only faults are: those that a person must investigate. */
const RECORDED_FAULTS: ReadonlySet<FaultCode> = new Set([
  'upstream_changed',
  'upstream_blocked',
  'contract_broken',
  'internal',
])
const LIMITS = { heldBytes: 128 * 1024 * 1024, queuedBytes: 64 * 1024 * 1024 }
const CAUSE_MAX_CHARS = 4_000

export function createRecorder(parts: RecorderParts): Recorder {
  const { config, onDropped, shared } = parts
  const limits = parts.limits ?? LIMITS
  const memory: HeldBytes = { max: limits.heldBytes, now: 0 }
  const thread = openThread(threadSettings(config, shared !== undefined), parts.onError)
  const writing = new Set<Promise<void>>()
  let queuedBytes = 0

  async function write(run: CapturedRun, bytes: number): Promise<void> {
    const buffers = run.exchanges.flatMap(one => (one.body ? [one.body.bytes.buffer] : []))
    queuedBytes += bytes
    try {
      const packed = await thread.ask({ kind: 'add', run }, bytes, [...new Set(buffers)])
      if (packed) shared?.add(run, packed as Uint8Array)
    } catch {
      // `unavailableReason` reports why.
      onDropped('store')
    } finally {
      queuedBytes -= bytes
    }
  }

  function keep(trace: RunTrace, facts: RunFactsAtEnd): boolean {
    const run = noteRun(trace, facts, config.sites)
    if (run.exchanges.some(one => one.body === undefined && one.bytes > 0)) onDropped('memory')
    const bytes = bytesOf(run)
    const refused = thread.isDown() ? 'store' : queuedBytes + bytes > limits.queuedBytes ? 'queue' : undefined
    if (refused) {
      onDropped(refused)
      for (const { body } of run.exchanges) if (body) releaseBuffer(body.bytes)
      return false
    }
    const pendingWrite = write(run, bytes)
    writing.add(pendingWrite)
    void pendingWrite.finally(() => writing.delete(pendingWrite))
    return true
  }

  return {
    recordsAll: config.record.what === 'all',
    start: () => (config.record.what === 'none' ? undefined : startTrace(memory, Date.now())),
    finish(trace, facts) {
      const isWanted =
        trace.callers.length > 0 && (trace.isDoubtful || isRecorded(config.record.what, facts.error))
      if (isWanted && keep(trace, facts)) for (const caller of trace.callers) caller.isRecorded = true
      trace.release()
    },
    async find(requestId, withExcerpts) {
      const ask = async (packed?: Uint8Array) =>
        (await thread.ask({ kind: 'find', requestId, withExcerpts, packed })) as RecordLookup
      const own = await ask()
      const packed = own.kind === 'found' ? undefined : await shared?.find(requestId)
      return packed ? ask(packed) : own
    },
    unavailableReason: thread.unavailableReason,
    async close() {
      // A thread that is starting does not keep the process alive.
      const awake = setInterval(() => {}, THREAD_LIMIT_MS)
      await Promise.all(writing)
      clearInterval(awake)
      await thread.close()
      await shared?.idle()
    },
  }
}

function bytesOf({ exchanges, answer }: CapturedRun): number {
  return exchanges.reduce((sum, one) => sum + (one.body?.bytes.length ?? 0), answer?.length ?? 0)
}

/** Writing one takes milliseconds; on a full disk or a busy machine many times that. */
const THREAD_LIMIT_MS = 60_000
const RETRY_AFTER_MS = 5_000

/** One thread, so that what was recorded before is found. It starts with the first request. */
function openThread(settings: RecordingThreadSettings, onError: (message: string) => void) {
  let reason: string | undefined
  let failedAtMs = 0
  const pool = createWorkerPool({
    size: 1,
    startWorker: () =>
      new Worker(new URL(`./recording-thread.${moduleExtension}`, import.meta.url), {
        workerData: settings,
        execArgv: [],
        name: 'recordings',
        resourceLimits: { maxOldGenerationSizeMb: 512 },
      }),
    failureOf: (kind, cause) => new Error(`the recordings’ thread has ended: ${kind}`, { cause }),
  })
  const { signal } = new AbortController()
  return {
    async ask(message: RecordingRequest, bytes = 0, transfer: readonly ArrayBuffer[] = []): Promise<unknown> {
      const limits = { limitMs: THREAD_LIMIT_MS, deadlineMs: Number.POSITIVE_INFINITY, signal }
      const reply = await pool
        .run<RecordingReply>({ message, transfer, bytes, ...limits })
        .catch((error: Error): RecordingReply => ({ failure: error.message }))
      if ('result' in reply) {
        reason = undefined
        return reply.result
      }
      failedAtMs = performance.now()
      if (reason !== reply.failure) onError(reply.failure)
      reason = reply.failure
      throw new Error(reply.failure)
    },
    unavailableReason: () => reason,
    /** Whether writing failed a moment ago. */
    isDown: () => reason !== undefined && performance.now() - failedAtMs < RETRY_AFTER_MS,
    close: () => pool.close(),
  }
}

function isRecorded(what: Config['record']['what'], error: unknown): boolean {
  if (error === undefined) return what === 'all'
  const fault = error instanceof Fault ? error : undefined
  // A caller that disconnected is not a fault, and nobody would see the recording.
  if (!fault) return false
  return what === 'all' || RECORDED_FAULTS.has(fault.code)
}

function noteRun(
  trace: RunTrace,
  { operation, site, params, error, answer, way, rules }: RunFactsAtEnd,
  sites: Config['sites'],
): CapturedRun {
  const exchanges = trace.takeExchanges()
  // A general operation may call any site.
  const siteNames = sites[site] ? [site, ...exchanges.map(one => one.site)] : Object.keys(sites)
  return {
    operation,
    site,
    params,
    atMs: trace.startedAtMs,
    ms: trace.elapsedMs(),
    stages: trace.stages,
    exchanges,
    requests: trace.callers.map(({ requestId, keyId }) => ({ id: requestId, keyId })),
    fault: error instanceof Fault ? recordedFault(error) : undefined,
    answer: answer?.body,
    absent: answer?.absentAt ?? [],
    dropped: answer?.dropped ?? {},
    way: way ?? answer?.way,
    ...(rules ? { rules } : {}),
    sites: Object.fromEntries(
      [...new Set(siteNames)].flatMap((name): [string, RecordedSite][] => {
        const site = sites[name]
        return site?.enabled ? [[name, { origins: site.origins, settings: site.settings }]] : []
      }),
    ),
  }
}

function recordedFault(fault: Fault): RecordedFault {
  const { code, field } = fault
  const { status, when } = faultTable[code]
  const cause = fault.cause instanceof Error ? fault.cause.stack : fault.cause
  return {
    code,
    detail: status === 500 ? when : fault.message,
    field,
    ...(status === 500 && typeof cause === 'string' ? { cause: cause.slice(0, CAUSE_MAX_CHARS) } : {}),
  }
}

function threadSettings(
  { dataDir, record, sites }: RecorderParts['config'],
  isShared: boolean,
): RecordingThreadSettings {
  return {
    dataDir,
    maxBytes: record.maxBytes,
    maxAgeMs: record.maxAgeMs,
    isShared,
    secrets: secretSettings(Object.values(sites).map(site => site.settings)),
  }
}

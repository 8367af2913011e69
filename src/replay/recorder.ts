// Records runs: decides which are kept, and hands them to a thread that scrubs, compresses and writes. No answer waits for it.
import { Worker } from 'node:worker_threads'
import type { Config } from '../config.ts'
import { Fault, faultTable, type FaultCode } from '../kit/fault.ts'
import { moduleExtension } from '../package-files.ts'
import type { NotedRun, RecordedFault, RecordedSite } from './recording.ts'
import type { RecordingReply, RecordingRequest, RecordingThreadSettings } from './recording-messages.ts'
import type { FoundRecord } from './request-record.ts'
import { type HeldBytes, type RunTrace, startTrace } from './run-trace.ts'
import { secretSettings } from './scrub-body.ts'

interface RunFactsAtEnd {
  readonly operation: string
  readonly site: string
  readonly params: Readonly<Record<string, unknown>>
  readonly error?: unknown
  readonly answer?: RecordedAnswer
}

interface RecordedAnswer {
  readonly body: Uint8Array
  readonly absentAt: readonly string[]
  readonly dropped: Readonly<Record<string, number>>
  readonly way?: string
}

type DropReason = 'queue' | 'memory' | 'store'

export interface Recorder {
  /** Undefined where nothing is recorded. */
  start(): RunTrace | undefined
  finish(trace: RunTrace, facts: RunFactsAtEnd): void
  find(requestId: string, withExcerpts: boolean): Promise<FoundRecord>
  /** Why nothing can be written; undefined when all is well. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

export interface RecorderParts {
  readonly config: Pick<Config, 'record' | 'dataDir' | 'sites'>
  readonly version: string
  readonly onDropped: (reason: DropReason) => void
  readonly onError: (message: string) => void
  readonly limits?: { readonly heldBytes: number; readonly queuedBytes: number }
}

/** What is recorded when faults are: those that a person must look into. */
const RECORDED_FAULTS: ReadonlySet<FaultCode> = new Set([
  'upstream_changed',
  'upstream_blocked',
  'contract_broken',
  'internal',
])
const LIMITS = { heldBytes: 128 * 1024 * 1024, queuedBytes: 64 * 1024 * 1024 }
const CAUSE_MAX_CHARS = 4_000

export function createRecorder(parts: RecorderParts): Recorder {
  const { config, onDropped } = parts
  const limits = parts.limits ?? LIMITS
  const held: HeldBytes = { max: limits.heldBytes, now: 0 }
  const thread = createRecordingThread(threadSettings(config), parts)
  let queuedBytes = 0

  function keep(trace: RunTrace, facts: RunFactsAtEnd): boolean {
    if (thread.isDown()) {
      onDropped('store')
      return false
    }
    const run = noteRun(trace, facts, config.sites, parts.version)
    if (run.exchanges.some(one => one.body === undefined && one.bytes > 0)) onDropped('memory')
    const size = run.exchanges.reduce((sum, one) => sum + (one.body?.length ?? 0), run.answer?.length ?? 0)
    if (queuedBytes + size > limits.queuedBytes) {
      onDropped('queue')
      return false
    }
    queuedBytes += size
    const given = trace.isSoleOwner() ? run.exchanges.flatMap(one => (one.body ? [one.body.buffer] : [])) : []
    thread
      .ask({ kind: 'add', run }, given)
      .catch(() => onDropped('store'))
      .finally(() => {
        queuedBytes -= size
      })
    return true
  }

  return {
    start: () => (config.record.what === 'none' ? undefined : startTrace(held, Date.now())),
    finish(trace, facts) {
      const isWanted = trace.callers.length > 0 && isRecorded(config.record.what, facts.error)
      if (isWanted && keep(trace, facts)) for (const caller of trace.callers) caller.isRecorded = true
      trace.release()
    },
    async find(requestId, withExcerpts) {
      const reply = await thread.ask({ kind: 'find', requestId, withExcerpts }, [])
      return reply as FoundRecord
    },
    unavailableReason: () => thread.unavailableReason(),
    close: () => thread.close(),
  }
}

function isRecorded(what: Config['record']['what'], error: unknown): boolean {
  if (error === undefined) return what === 'all'
  const fault = error instanceof Fault ? error : undefined
  // A caller who left is no fault of anyone's, and has nobody to show it to.
  if (!fault) return false
  return what === 'all' || RECORDED_FAULTS.has(fault.code)
}

function noteRun(
  trace: RunTrace,
  { operation, site, params, error, answer }: RunFactsAtEnd,
  sites: Config['sites'],
  version: string,
): NotedRun {
  const exchanges = trace.exchanges()
  // What is made of other operations may ask any site.
  const asked = sites[site] ? [site, ...exchanges.map(one => one.site)] : Object.keys(sites)
  return {
    operation,
    site,
    params,
    version,
    atMs: trace.startedAtMs,
    ms: trace.elapsedMs(),
    stages: trace.stages,
    exchanges,
    requests: trace.callers.map(({ requestId, keyId }) => ({ id: requestId, keyId })),
    fault: error instanceof Fault ? recordedFault(error) : undefined,
    answer: answer?.body,
    absent: answer?.absentAt ?? [],
    dropped: answer?.dropped ?? {},
    way: answer?.way,
    sites: Object.fromEntries(
      [...new Set(asked)].flatMap((name): [string, RecordedSite][] => {
        const known = sites[name]
        return known?.enabled ? [[name, { origins: known.origins, settings: known.settings }]] : []
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

function threadSettings({ dataDir, record, sites }: RecorderParts['config']): RecordingThreadSettings {
  return {
    folder: dataDir,
    maxBytes: record.maxBytes,
    maxAgeMs: record.maxAgeMs,
    secrets: secretSettings(Object.values(sites).map(site => site.settings)),
  }
}

interface RecordingThread {
  ask(request: RecordingRequest, transfer: readonly ArrayBuffer[]): Promise<unknown>
  unavailableReason(): string | undefined
  /** Whether writing has failed a moment ago. */
  isDown(): boolean
  close(): Promise<void>
}

const RETRY_AFTER_MS = 5_000

/** Started by the first run that is kept, and again when it has ended against our will. */
function createRecordingThread(
  settings: RecordingThreadSettings,
  { onError }: Pick<RecorderParts, 'onError'>,
): RecordingThread {
  const pending = new Map<number, PromiseWithResolvers<unknown>>()
  let worker: Worker | undefined
  let lastId = 0
  let reason: string | undefined
  let failedAtMs = 0
  let closed = false

  function fail(message: string): void {
    failedAtMs = performance.now()
    if (reason !== message) onError(message)
    reason = message
  }

  function start(): Worker {
    const started = new Worker(new URL(`./recording-thread.${moduleExtension}`, import.meta.url), {
      workerData: settings,
      execArgv: [],
      name: 'recordings',
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    })
    started.unref()
    started.on('message', ({ id, result, failure }: RecordingReply) => {
      if (failure === undefined) {
        reason = undefined
        pending.get(id)?.resolve(result)
      } else {
        fail(failure)
        pending.get(id)?.reject(new Error(failure))
      }
      pending.delete(id)
    })
    started.on('error', (error: Error) => fail(`the recordings’ thread has failed: ${error.message}`))
    started.on('exit', () => {
      if (worker === started) worker = undefined
      for (const one of pending.values()) one.reject(new Error('the recordings’ thread has ended'))
      pending.clear()
    })
    return started
  }

  return {
    ask(request, transfer) {
      if (closed) return Promise.reject(new Error('recordings are closed'))
      worker ??= start()
      const id = ++lastId
      const answer = Promise.withResolvers<unknown>()
      pending.set(id, answer)
      worker.postMessage({ id, ...request }, [...new Set(transfer)])
      return answer.promise
    },
    unavailableReason: () => reason,
    isDown: () => reason !== undefined && performance.now() - failedAtMs < RETRY_AFTER_MS,
    async close() {
      closed = true
      const running = worker
      if (!running) return
      running.ref()
      const ended = new Promise(resolve => running.once('exit', resolve))
      // After all that is queued.
      running.postMessage('close')
      await ended
    },
  }
}

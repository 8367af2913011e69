// Records runs: decides which ones to store and passes them to the writing thread. No answer waits for it.
import type { Config } from '../../config.ts'
import { Fault, faultTable, type FaultCode } from '../../kit/fault.ts'
import { releaseBuffer } from '../../runtime/release-buffer.ts'
import type { NotedRun, RecordedFault, RecordedSite } from './recording.ts'
import type { RecordingThreadSettings } from './recording-messages.ts'
import { createRecordingQueue, type DropReason } from './recording-queue.ts'
import { createRecordingThread } from './recording-thread-client.ts'
import type { FoundRecord } from './request-record.ts'
import { type HeldBytes, type NeedsScrubbing, type RunTrace, startTrace } from './run-trace.ts'
import type { SharedRecordings } from './shared-recordings.ts'
import { namesSecret, secretSettings } from '../scrub-body.ts'

interface RunFactsAtEnd {
  readonly operation: string
  readonly site: string
  readonly params: Readonly<Record<string, unknown>>
  readonly error?: unknown
  readonly answer?: RecordedAnswer
  /** `posted` for a page that the caller sent; otherwise the answer's. */
  readonly way?: string | undefined
  /** By field, the rules that were taught about the shop. */
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
  find(requestId: string, withExcerpts: boolean): Promise<FoundRecord>
  /** Why recordings cannot be written; undefined when they can. */
  unavailableReason(): string | undefined
  close(): Promise<void>
}

export interface RecorderParts {
  readonly config: Pick<Config, 'record' | 'dataDir' | 'sites'>
  readonly version: string
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
  const held: HeldBytes = { max: limits.heldBytes, now: 0 }
  const needsScrubbing = scrubbingRule(config)
  const thread = createRecordingThread(threadSettings(config, shared !== undefined), parts.onError)
  const queue = createRecordingQueue(thread, {
    maxBytes: limits.queuedBytes,
    onDropped,
    onWritten: recordings => shared?.add(recordings),
  })

  function keep(trace: RunTrace, facts: RunFactsAtEnd): boolean {
    const run = noteRun(trace, facts, config.sites, parts.version)
    if (run.exchanges.some(one => one.body === undefined && one.bytes > 0)) onDropped('memory')
    if (queue.add(run)) return true
    for (const { body } of run.exchanges) if (body) releaseBuffer(body.bytes)
    return false
  }

  return {
    recordsAll: config.record.what === 'all',
    start: () => (config.record.what === 'none' ? undefined : startTrace(held, needsScrubbing, Date.now())),
    finish(trace, facts) {
      const isWanted =
        trace.callers.length > 0 && (trace.isDoubtful || isRecorded(config.record.what, facts.error))
      if (isWanted && keep(trace, facts)) for (const caller of trace.callers) caller.isRecorded = true
      trace.release()
    },
    async find(requestId, withExcerpts) {
      queue.flush()
      const ask = async (packed?: Uint8Array) =>
        (await thread.ask({ kind: 'find', requestId, withExcerpts, packed }, [])) as FoundRecord
      const own = await ask()
      const packed = own.kind === 'found' ? undefined : await shared?.find(requestId)
      return packed ? ask(packed) : own
    },
    unavailableReason: () => thread.unavailableReason(),
    async close() {
      queue.flush()
      await thread.close()
      await shared?.idle()
    },
  }
}

/**
 * Pages of faults are few, so all are scrubbed before they are written. When every page is recorded, that would cost more
 * than parsing: only pages that repeat a secret we sent are scrubbed, the others when they are read.
 */
function scrubbingRule({ record, sites }: RecorderParts['config']): NeedsScrubbing {
  if (record.what !== 'all') return () => true
  const bySite = new Map(Object.entries(sites).map(([name, site]) => [name, secretSettings([site.settings])]))
  return (site, body) => namesSecret(body, bySite.get(site) ?? [])
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
  version: string,
): NotedRun {
  const exchanges = trace.takeExchanges()
  // A general operation may call any site.
  const siteNames = sites[site] ? [site, ...exchanges.map(one => one.site)] : Object.keys(sites)
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
    way: way ?? answer?.way,
    ...(rules ? { rules } : {}),
    sites: Object.fromEntries(
      [...new Set(siteNames)].flatMap((name): [string, RecordedSite][] => {
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

function threadSettings(
  { dataDir, record, sites }: RecorderParts['config'],
  isShared: boolean,
): RecordingThreadSettings {
  return {
    folder: dataDir,
    maxBytes: record.maxBytes,
    maxAgeMs: record.maxAgeMs,
    isShared,
    secrets: secretSettings(Object.values(sites).map(site => site.settings)),
  }
}

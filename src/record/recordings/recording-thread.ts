// The recording thread: writes recordings, and finds the sources of values in them.
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { releaseBuffer } from '../../fetch/network/inflate.ts'
import { packHar, unpackWhole } from '../har/har-file.ts'
import type { Secrets } from '../scrub-page.ts'
import type { CapturedRun } from '../recording.ts'
import { openRecordings, openRecordingWriter, type RecordingLimits } from './recording-folder.ts'
import { recordingOf } from './recording-har.ts'
import { findRecord, recordOf } from './request-record.ts'

export interface RecordingThreadSettings extends RecordingLimits {
  readonly dataDir: string
  /** The operator's secrets, which are never written. */
  readonly secrets: Secrets
  /** Whether what was written is also returned. */
  readonly isShared: boolean
}

/** `packed` was found in the shared store, instead of in this thread's files. */
export type RecordingRequest =
  | { readonly kind: 'add'; readonly run: CapturedRun }
  | {
      readonly kind: 'find'
      readonly requestId: string
      readonly withExcerpts: boolean
      readonly packed?: Uint8Array | undefined
    }

/** `failure`: why recordings cannot be written or read. */
export type RecordingReply = { readonly result: unknown } | { readonly failure: string }

const PRUNE_EVERY_MS = 3_600_000

const settings = workerData as RecordingThreadSettings
const port = parentPort
if (!port) throw new Error('this module is the entry of a worker thread')

// Requests come first. Linux has a priority for each thread; elsewhere it would be that of the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const writer = openRecordingWriter(settings.dataDir, settings)
const recordings = openRecordings(settings.dataDir)
setInterval(() => writer.prune(Date.now()), PRUNE_EVERY_MS).unref()

port.on('message', (request: RecordingRequest) => port.postMessage(reply(request)))
port.postMessage('ready')

function reply(request: RecordingRequest): RecordingReply {
  try {
    return { result: request.kind === 'add' ? add(request.run) : find(request) }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { failure: `recordings cannot be stored in ${settings.dataDir}: ${message}` }
  }
}

function add(run: CapturedRun): Uint8Array | undefined {
  try {
    const bytes = packHar(recordingOf(run, settings.secrets), settings.secrets)
    writer.add(run, bytes)
    return settings.isShared ? bytes : undefined
  } finally {
    for (const { body } of run.exchanges) if (body) releaseBuffer(body.bytes)
  }
}

function find({ packed, ...query }: Extract<RecordingRequest, { kind: 'find' }>) {
  return packed ? recordOf(unpackWhole(packed), query) : findRecord(recordings, query)
}

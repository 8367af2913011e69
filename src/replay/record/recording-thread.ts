// The recording thread: writes recordings, and finds the sources of values in them.
import { parentPort, workerData } from 'node:worker_threads'
import { releaseBuffer } from '../../runtime/release-buffer.ts'
import type { NotedRun } from './recording.ts'
import { openPackedRecording, type PackedRecording, packRecording } from './packed-recording.ts'
import { openRecordingLog } from './recording-log.ts'
import type {
  AddedRuns,
  RecordingReply,
  RecordingRequest,
  RecordingThreadSettings,
} from './recording-messages.ts'
import { openRecordings } from './recording-store.ts'
import { writeRun } from './recording-writer.ts'
import { findRecord } from './request-record.ts'

const SWEEP_EVERY_MS = 3_600_000

const settings = workerData as RecordingThreadSettings
const port = parentPort
if (!port) throw new Error('this module is the entry of a worker thread')

const log = openRecordingLog(settings)
const store = openRecordings(settings.folder)
setInterval(() => log.sweep(Date.now()), SWEEP_EVERY_MS).unref()

port.on('message', (message: 'close' | ({ readonly id: number } & RecordingRequest)) => {
  if (message === 'close') {
    log.close()
    port.close()
    return
  }
  const reply: RecordingReply = { id: message.id, ...answer(message) }
  port.postMessage(reply, buffersOf(reply))
})

function answer(request: RecordingRequest): Omit<RecordingReply, 'id'> {
  if (request.kind === 'add') return addAll(request.runs)
  try {
    const { packed } = request
    return { result: findRecord(packed ? openPackedRecording(packed) : store, request) }
  } catch (error) {
    return { failure: storeProblem(error) }
  }
}

/** Each run on its own: one that is too large must not affect the others. */
function addAll(runs: readonly NotedRun[]): { result: AddedRuns; failure: string | undefined } {
  let lost = 0
  let failure: string | undefined
  const packed: PackedRecording[] = []
  for (const run of runs) {
    try {
      const written = writeRun(log, run, settings.secrets)
      if (settings.isShared) packed.push(packRecording(written.run, written.bodies, settings.secrets))
    } catch (error) {
      lost++
      failure = storeProblem(error)
    }
    for (const { body } of run.exchanges) if (body) releaseBuffer(body.bytes)
  }
  return { result: { lost, packed }, failure }
}

/** Transferred rather than copied. */
function buffersOf({ result }: RecordingReply): ArrayBuffer[] {
  const { packed = [] } = (result ?? {}) as Partial<AddedRuns>
  return packed.map(one => one.bytes.buffer)
}

/** One sentence for the log and for /readyz. */
function storeProblem(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return `recordings cannot be stored in ${settings.folder}: ${message}`
}

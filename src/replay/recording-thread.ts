// The thread that owns the recordings: scrubs, compresses and writes them, and finds in them where values come from.
import { parentPort, workerData } from 'node:worker_threads'
import type { RecordingReply, RecordingRequest, RecordingThreadSettings } from './recording-messages.ts'
import { createRecordingWriter } from './recording-writer.ts'
import { openRecordings, type RecordingStore, storeProblem } from './recording-store.ts'
import { findRecord } from './request-record.ts'

const settings = workerData as RecordingThreadSettings
const port = parentPort
if (!port) throw new Error('this module is the entry of a worker thread')

let store: RecordingStore | undefined
const writer = createRecordingWriter(settings)

port.on('message', (message: 'close' | ({ readonly id: number } & RecordingRequest)) => {
  if (message === 'close') {
    store?.close()
    port.close()
    return
  }
  port.postMessage(answer(message))
})

function answer(request: { readonly id: number } & RecordingRequest): RecordingReply {
  const { id } = request
  try {
    // A disk that had no room may have some now: opened again for each until it works.
    store ??= openRecordings(settings)
    if (request.kind === 'find') return { id, result: findRecord(store, request) }
    writer.write(store, request.run)
    return { id }
  } catch (error) {
    store?.close()
    store = undefined
    return { id, failure: storeProblem(error, settings.folder) }
  }
}

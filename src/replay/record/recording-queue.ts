// The queue of runs for the recording thread: sent in batches, bounded in bytes.
import type { PackedRecording } from './packed-recording.ts'
import type { NotedRun } from './recording.ts'
import type { AddedRuns } from './recording-messages.ts'
import type { RecordingThread } from './recording-thread-client.ts'

export type DropReason = 'queue' | 'memory' | 'store'

export interface RecordingQueue {
  /** False when the run is dropped. The queue takes ownership of its bodies. */
  add(run: NotedRun): boolean
  /** Sends the pending runs now. */
  flush(): void
}

interface RecordingQueueOptions {
  readonly maxBytes: number
  readonly onDropped: (reason: DropReason) => void
  /** Receives what was written, as bytes, if it is shared. */
  readonly onWritten?: ((recordings: readonly PackedRecording[]) => void) | undefined
}

/** A separate message for each run would cost as much as writing it. */
const BATCH_MS = 200
const BATCH_BYTES = 4 * 1024 * 1024

export function createRecordingQueue(
  thread: Pick<RecordingThread, 'ask' | 'isDown'>,
  { maxBytes, onDropped, onWritten }: RecordingQueueOptions,
): RecordingQueue {
  let waiting: NotedRun[] = []
  let waitingBytes = 0
  /** Pending, or sent but not yet written. */
  let queuedBytes = 0
  let timer: NodeJS.Timeout | undefined

  async function send(runs: readonly NotedRun[], bytes: number): Promise<void> {
    const transfer = runs.flatMap(run =>
      run.exchanges.flatMap(one => (one.body ? [one.body.bytes.buffer] : [])),
    )
    try {
      const { lost, packed } = (await thread.ask({ kind: 'add', runs }, transfer)) as AddedRuns
      if (packed.length > 0) onWritten?.(packed)
      for (let n = 0; n < lost; n++) onDropped('store')
    } catch {
      // The thread has ended; `unavailableReason` reports why.
      for (const _ of runs) onDropped('store')
    } finally {
      queuedBytes -= bytes
    }
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    void send(waiting, waitingBytes)
    waiting = []
    waitingBytes = 0
  }

  return {
    flush,
    add(run) {
      const size = bytesOf(run)
      const refused = thread.isDown() ? 'store' : queuedBytes + size > maxBytes ? 'queue' : undefined
      if (refused) {
        onDropped(refused)
        return false
      }
      waiting.push(run)
      waitingBytes += size
      queuedBytes += size
      if (waitingBytes >= BATCH_BYTES) flush()
      else timer ??= setTimeout(flush, BATCH_MS).unref()
      return true
    },
  }
}

function bytesOf({ exchanges, answer }: NotedRun): number {
  return exchanges.reduce((sum, one) => sum + (one.body?.bytes.length ?? 0), answer?.length ?? 0)
}

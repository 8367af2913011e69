// Runs on their way to the thread of recordings: handed over several at a time, bounded in bytes.
import type { NotedRun } from './recording.ts'
import type { AddedRuns } from './recording-messages.ts'
import type { RecordingThread } from './recording-thread-client.ts'

export type DropReason = 'queue' | 'memory' | 'store'

export interface RecordingQueue {
  /** False where it is not kept; its bodies belong to the queue from now on. */
  add(run: NotedRun): boolean
  /** Hands over what waits. */
  flush(): void
}

interface RecordingQueueOptions {
  readonly maxBytes: number
  readonly onDropped: (reason: DropReason) => void
}

/** A message of its own for each run would cost as much as writing it. */
const BATCH_MS = 200
const BATCH_BYTES = 4 * 1024 * 1024

export function createRecordingQueue(
  thread: Pick<RecordingThread, 'ask' | 'isDown'>,
  { maxBytes, onDropped }: RecordingQueueOptions,
): RecordingQueue {
  let waiting: NotedRun[] = []
  let waitingBytes = 0
  /** Waiting, and handed over but not yet written. */
  let queuedBytes = 0
  let timer: NodeJS.Timeout | undefined

  async function handOver(runs: readonly NotedRun[], bytes: number): Promise<void> {
    const transfer = runs.flatMap(run =>
      run.exchanges.flatMap(one => (one.body ? [one.body.bytes.buffer] : [])),
    )
    try {
      const { lost } = (await thread.ask({ kind: 'add', runs }, transfer)) as AddedRuns
      for (let n = 0; n < lost; n++) onDropped('store')
    } catch {
      // The thread has ended, and has said so to whoever asks for the reason.
      for (const _ of runs) onDropped('store')
    } finally {
      queuedBytes -= bytes
    }
  }

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (waiting.length === 0) return
    void handOver(waiting, waitingBytes)
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

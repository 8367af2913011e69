// The main thread's client for the recording thread.
import { Worker } from 'node:worker_threads'
import { moduleExtension } from '../../runtime/package-files.ts'
import type { RecordingReply, RecordingRequest, RecordingThreadSettings } from './recording-messages.ts'

export interface RecordingThread {
  ask(request: RecordingRequest, transfer: readonly ArrayBuffer[]): Promise<unknown>
  unavailableReason(): string | undefined
  /** Whether writing failed a moment ago. */
  isDown(): boolean
  close(): Promise<void>
}

const RETRY_AFTER_MS = 5_000

/** Started by the first request, and restarted if it ends unexpectedly. */
export function createRecordingThread(
  settings: RecordingThreadSettings,
  onError: (message: string) => void,
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

  function settle({ id, result, failure }: RecordingReply): void {
    if (failure === undefined) reason = undefined
    else fail(failure)
    const waiting = pending.get(id)
    pending.delete(id)
    if (result === undefined && failure !== undefined) waiting?.reject(new Error(failure))
    else waiting?.resolve(result)
  }

  function start(): Worker {
    const started = startWorker(settings)
    started.on('message', settle)
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
      // Processed after everything that is queued.
      running.postMessage('close')
      await ended
    },
  }
}

function startWorker(settings: RecordingThreadSettings): Worker {
  const worker = new Worker(new URL(`./recording-thread.${moduleExtension}`, import.meta.url), {
    workerData: settings,
    execArgv: [],
    name: 'recordings',
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  worker.unref()
  return worker
}

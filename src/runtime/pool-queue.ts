// Jobs waiting for a worker, first in, first out, and whether there is room for more.

interface QueuedJob {
  readonly job: { readonly bytes: number }
}

export interface PoolQueue<T extends QueuedJob> {
  add(queued: T): void
  take(): T | undefined
  remove(queued: T): void
  waitForRoom(): Promise<void> | undefined
  length(): number
  drain(): T[]
}

/** A page has about half a megabyte; a few dozen keep any number of workers busy. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024

export function createPoolQueue<T extends QueuedJob>(): PoolQueue<T> {
  const waiting: T[] = []
  let bytes = 0
  let room: PromiseWithResolvers<void> | undefined

  function removeAt(index: number, count = 1): T[] {
    const removed = waiting.splice(index, count)
    for (const { job } of removed) bytes -= job.bytes
    if (bytes <= MAX_WAITING_BYTES) {
      room?.resolve()
      room = undefined
    }
    return removed
  }

  return {
    add(queued) {
      waiting.push(queued)
      bytes += queued.job.bytes
    },
    take: () => removeAt(0)[0],
    remove(queued) {
      const index = waiting.indexOf(queued)
      if (index >= 0) removeAt(index)
    },
    waitForRoom() {
      if (bytes <= MAX_WAITING_BYTES) return undefined
      room ??= Promise.withResolvers()
      return room.promise
    },
    length: () => waiting.length,
    drain: () => removeAt(0, waiting.length),
  }
}

// Jobs waiting for a worker, first in, first out; a group that was recently too slow may occupy only half of the workers.

interface QueuedJob {
  readonly job: { readonly group: string; readonly bytes: number }
}

export interface PoolQueue<T extends QueuedJob> {
  add(one: T): void
  /** Removes and returns the first job that may run now. It counts as running until `done` is called. */
  take(): T | undefined
  done(group: string): void
  remove(one: T): void
  /** For the next minute this group may occupy only half of the workers. */
  markSlow(group: string): void
  waitForRoom(): Promise<void> | undefined
  length(): number
  drain(): T[]
}

/** A page has about half a megabyte; a few dozen keep any number of workers busy. */
const MAX_WAITING_BYTES = 32 * 1024 * 1024
const SLOW_FOR_MS = 60_000

export function createPoolQueue<T extends QueuedJob>(
  workers: { readonly size: number; readonly ready: () => number },
  now: () => number = performance.now.bind(performance),
): PoolQueue<T> {
  let waiting: T[] = []
  let bytes = 0
  const running = new Map<string, number>()
  const slow = createSlowGroups(now)
  let room: PromiseWithResolvers<void> | undefined

  function isHeldBack(group: string): boolean {
    if (!slow.has(group)) return false
    // Only ready workers count: one that is being replaced runs no jobs.
    const most = workers.size === 1 ? 1 : Math.floor(workers.ready() / 2)
    return (running.get(group) ?? 0) >= most
  }

  function removeAt(index: number): T | undefined {
    const [one] = waiting.splice(index, 1)
    bytes -= one?.job.bytes ?? 0
    if (bytes <= MAX_WAITING_BYTES) {
      room?.resolve()
      room = undefined
    }
    return one
  }

  return {
    add(one) {
      waiting.push(one)
      bytes += one.job.bytes
    },
    take() {
      const index = waiting.findIndex(({ job }) => !isHeldBack(job.group))
      const taken = index < 0 ? undefined : removeAt(index)
      if (taken) running.set(taken.job.group, (running.get(taken.job.group) ?? 0) + 1)
      return taken
    },
    done(group) {
      const remaining = (running.get(group) ?? 1) - 1
      if (remaining > 0) running.set(group, remaining)
      else running.delete(group)
    },
    remove(one) {
      const index = waiting.indexOf(one)
      if (index >= 0) removeAt(index)
    },
    markSlow: group => slow.add(group),
    waitForRoom() {
      if (bytes <= MAX_WAITING_BYTES) return undefined
      room ??= Promise.withResolvers()
      return room.promise
    },
    length: () => waiting.length,
    drain() {
      const all = waiting
      waiting = []
      bytes = 0
      room?.resolve()
      room = undefined
      return all
    },
  }
}

function createSlowGroups(now: () => number): { add(group: string): void; has(group: string): boolean } {
  const slowUntilMs = new Map<string, number>()
  return {
    add(group) {
      // A group may be a host, and a listed domain may have any number of hosts: drop expired entries.
      for (const [other, until] of slowUntilMs) if (until <= now()) slowUntilMs.delete(other)
      slowUntilMs.set(group, now() + SLOW_FOR_MS)
    },
    has(group) {
      const until = slowUntilMs.get(group)
      if (until === undefined) return false
      if (until > now()) return true
      slowUntilMs.delete(group)
      return false
    },
  }
}

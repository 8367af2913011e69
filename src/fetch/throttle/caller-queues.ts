// One queue per caller, served round-robin: a request waits behind one request of each other caller, not behind all.
import { isBackground, type UpstreamRequest } from '../layer.ts'

export interface Waiter {
  readonly request: UpstreamRequest
  grant(): void
  refuse(error: unknown): void
}

export interface CallerQueues {
  add(waiter: Waiter): void
  /** Does nothing for a waiter that no longer waits. */
  remove(waiter: Waiter): void
  /** Removes and returns the next waiter. Background requests are served when no one else waits. */
  takeNext(): Waiter | undefined
  /** How many waiting requests are served before the next one of this caller. */
  aheadOf(caller: string): number
  all(): Waiter[]
  size(): number
}

export function createCallerQueues(): CallerQueues {
  const queues = new Map<string, Waiter[]>()
  let size = 0
  return {
    add(waiter) {
      const { caller } = waiter.request
      const queue = queues.get(caller)
      if (queue) queue.push(waiter)
      else queues.set(caller, [waiter])
      size++
    },
    remove(waiter) {
      const { caller } = waiter.request
      const queue = queues.get(caller)
      const index = queue?.indexOf(waiter) ?? -1
      if (!queue || index === -1) return
      queue.splice(index, 1)
      if (queue.length === 0) queues.delete(caller)
      size--
    },
    takeNext() {
      const next = queues.entries().find(([caller]) => !isBackground(caller)) ?? queues.entries().next().value
      if (!next) return undefined
      const [caller, queue] = next
      const waiter = queue.shift()
      // Moves the caller to the end of the round.
      queues.delete(caller)
      if (queue.length > 0) queues.set(caller, queue)
      size--
      return waiter
    },
    aheadOf(caller) {
      const own = queues.get(caller)?.length ?? 0
      let ahead = 0
      for (const [other, queue] of queues) {
        if (isBackground(caller)) ahead += queue.length
        else if (!isBackground(other)) ahead += Math.min(queue.length, own + 1)
      }
      return ahead
    },
    all: () => [...queues.values()].flat(),
    size: () => size,
  }
}

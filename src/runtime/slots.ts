// A semaphore: at most so many at a time, first in, first out.

export interface Slots {
  /** Waits for a slot as `within` allows: it rejects when the caller has no more time. */
  acquire(within: (turn: Promise<void>) => Promise<void>): Promise<void>
  release(): void
  busy(): number
  waiting(): number
}

export function createSlots(max: number): Slots {
  const waiting: (() => void)[] = []
  let busy = 0
  const release = (): void => {
    const next = waiting.shift()
    if (next) next()
    else busy--
  }
  const acquire: Slots['acquire'] = async within => {
    if (busy < max) {
      busy++
      return
    }
    const turn = Promise.withResolvers<void>()
    waiting.push(turn.resolve)
    try {
      await within(turn.promise)
    } catch (error) {
      const index = waiting.indexOf(turn.resolve)
      // The slot was granted at the moment the time was over.
      if (index === -1) release()
      else waiting.splice(index, 1)
      throw error
    }
  }
  return { acquire, release, busy: () => busy, waiting: () => waiting.length }
}

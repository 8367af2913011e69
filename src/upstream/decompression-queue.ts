// Decompresses large pages a few at a time and passes them on one per turn of the event loop, so that many of them fill neither memory nor the loop.

export interface DecompressionQueue {
  /** Unpacks when there is room, and resolves in a turn of the event loop in which no other page is handed on. */
  run<T>(unpack: () => Promise<T>): Promise<T>
}

/** Enough to keep the thread pool at work while one page is being read. */
const MAX_CONCURRENT = 8

/** `waitForReaders` gives a promise while no more pages can be taken. */
export function createDecompressionQueue(
  waitForReaders: () => Promise<void> | undefined = () => undefined,
): DecompressionQueue {
  const outside: (() => void)[] = []
  const inside: (() => void)[] = []
  let room = MAX_CONCURRENT

  // Bodies come out of the thread pool in bunches, all within one turn; each is then read in one go by whoever waits for it.
  const letOneThrough = (): void => {
    inside.shift()?.()
    if (inside.length > 0) setImmediate(letOneThrough)
  }
  const turn = (): Promise<void> =>
    new Promise(resolve => {
      inside.push(resolve)
      if (inside.length === 1) setImmediate(letOneThrough)
    })
  const enter = (): Promise<void> | undefined => {
    if (room === 0) return new Promise(resolve => outside.push(resolve))
    room--
    return undefined
  }
  const leave = (): void => {
    const next = outside.shift()
    if (next) next()
    else room++
  }

  return {
    run: async unpack => {
      await enter()
      try {
        await waitForReaders()
        const unpacked = await unpack()
        await turn()
        return unpacked
      } finally {
        // After this turn the page has been read.
        setImmediate(leave)
      }
    },
  }
}

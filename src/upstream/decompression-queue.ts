// Decompresses large pages a few at a time and resolves one per turn of the event loop,
// so that many pages at once neither fill the memory nor block the loop.

export interface DecompressionQueue {
  /** Decompresses when there is capacity, and resolves in a turn of the event loop of its own. */
  run<T>(unpack: () => Promise<T>): Promise<T>
}

/** Enough to keep the thread pool busy while one page is being read. */
const MAX_CONCURRENT = 8

/** `waitForReaders` returns a promise while the readers are at capacity. */
export function createDecompressionQueue(
  waitForReaders: () => Promise<void> | undefined = () => undefined,
): DecompressionQueue {
  const waiting: (() => void)[] = []
  const finished: (() => void)[] = []
  let capacity = MAX_CONCURRENT

  // The thread pool delivers bodies in batches within one turn, and each waiter reads its page synchronously: spread them out.
  const resolveNext = (): void => {
    finished.shift()?.()
    if (finished.length > 0) setImmediate(resolveNext)
  }
  const turn = (): Promise<void> =>
    new Promise(resolve => {
      finished.push(resolve)
      if (finished.length === 1) setImmediate(resolveNext)
    })
  const enter = (): Promise<void> | undefined => {
    if (capacity === 0) return new Promise(resolve => waiting.push(resolve))
    capacity--
    return undefined
  }
  const leave = (): void => {
    const next = waiting.shift()
    if (next) next()
    else capacity++
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
        // The page is read within this turn.
        setImmediate(leave)
      }
    },
  }
}

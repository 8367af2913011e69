// Publishes regularly what processes left in the queue of the feed: those that were killed after a commit, or are of another kind.
import type { Feed } from './change-log.ts'

export interface RegularPublishing {
  start(): void
  close(): Promise<void>
}

/** How long the change of a killed process waits. Others are published by the process that made them. */
const EVERY_MS = 1_000

export function publishRegularly(
  feed: Pick<Feed, 'publish'>,
  onError: (error: unknown) => void,
): RegularPublishing {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let isClosed = false
  const publish = (): void => {
    running = feed
      .publish()
      .catch(onError)
      .finally(() => {
        if (!isClosed) timer = setTimeout(publish, EVERY_MS).unref()
      })
  }
  return {
    start: publish,
    async close() {
      isClosed = true
      clearTimeout(timer)
      await running
    },
  }
}

// Reads the feed as a client does while a bench runs, and checks that every id is the one after the last.
import { setTimeout as sleep } from 'node:timers/promises'
import type { createHistoryStore } from '../src/watch/store/history-store.ts'

interface FollowedFeed {
  /** After all changes were read: the last id, and how many ids did not follow the one before. */
  end(): Promise<{ readonly lastId: number; readonly missed: number }>
}

export function followFeed(history: Pick<ReturnType<typeof createHistoryStore>, 'changes'>): FollowedFeed {
  let [lastId, missed, isEnding] = [0, 0, false]
  const follow = async () => {
    for (;;) {
      const isLast = isEnding
      const page = await history.changes({ after: lastId, limit: 1_000 }).catch(() => undefined)
      for (const { id } of page ?? []) {
        if (id !== lastId + 1) missed++
        lastId = id
      }
      if (isLast && page?.length === 0) return
      if (page?.length !== 1_000) await sleep(200)
    }
  }
  const following = follow()
  return {
    async end() {
      isEnding = true
      await following
      return { lastId, missed }
    },
  }
}

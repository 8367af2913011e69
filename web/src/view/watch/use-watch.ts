// One watch with its history and its changes, loaded again when something has happened to it.
import { useCallback } from 'preact/hooks'
import type { Reply } from '../../model/server-api.ts'
import type { Change, History, Watch, WatchApi } from '../../model/watch-api.ts'
import { usePolling } from '../shell/use-polling.ts'

interface WatchWithHistory {
  readonly watch: Watch
  readonly history: History
  /** Changes, the newest first. */
  readonly changes: readonly Change[]
}

const RENEW_MS = 15_000
/** More than a chart can show. */
export const CHANGES_SHOWN = 1_000

/** `from`: the beginning of the history; empty for all of it. `news` changes with every change of the watch. */
export function useWatch(api: WatchApi, id: string, from: string, news: number) {
  const load = useCallback(
    async (signal: AbortSignal): Promise<Reply<WatchWithHistory>> => {
      const [watch, history, changes] = await Promise.all([
        api.get(id, signal),
        api.history(id, { from }, signal),
        api.newestChanges({ watch: id, limit: CHANGES_SHOWN }, signal),
      ])
      if ('problem' in watch) return watch
      if ('problem' in history) return history
      if ('problem' in changes) return changes
      return { value: { watch: watch.value, history: history.value, changes: changes.value } }
    },
    [api, id, from, news],
  )
  return usePolling(load, RENEW_MS)
}

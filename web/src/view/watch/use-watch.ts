// One watch with its history and its changes, loaded again when something has happened to it.
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '../../model/make-call.ts'
import type { Change, History, Watch, WatchApi } from '../../model/watches.ts'

interface LoadedWatch {
  readonly watch: Watch | undefined
  readonly history: History | undefined
  /** The newest first. */
  readonly changes: readonly Change[]
  readonly problem: Problem | undefined
  readonly error: string | undefined
}

const RENEW_MS = 15_000
/** More than a chart can show. */
export const CHANGES_SHOWN = 1_000
const NOTHING: LoadedWatch = {
  watch: undefined,
  history: undefined,
  changes: [],
  problem: undefined,
  error: undefined,
}

/** `from`: the beginning of the history; empty for all of it. `news` changes with every change of the watch. */
export function useWatch(api: WatchApi, id: string, from: string, news: number) {
  const [loaded, setLoaded] = useState(NOTHING)
  const [checks, setChecks] = useState(0)
  useEffect(() => {
    const control = new AbortController()
    const load = async () => {
      const { signal } = control
      const [watch, history, changes] = await Promise.all([
        api.get(id, signal),
        api.history(id, { from }, signal),
        api.newestChanges({ watch: id, limit: CHANGES_SHOWN }, signal),
      ])
      for (const reply of [watch, history, changes])
        if ('problem' in reply) return setLoaded({ ...NOTHING, problem: reply.problem })
      if ('value' in watch && 'value' in history && 'value' in changes)
        setLoaded({ ...NOTHING, watch: watch.value, history: history.value, changes: changes.value })
    }
    const ask = () => {
      if (document.hidden) return
      load().catch((error: unknown) => {
        if (control.signal.aborted) return
        setLoaded(last => ({ ...last, error: error instanceof Error ? error.message : String(error) }))
      })
    }
    ask()
    const timer = setInterval(ask, RENEW_MS)
    document.addEventListener('visibilitychange', ask)
    return () => {
      control.abort()
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [api, id, from, news, checks])
  const put = (watch: Watch) => {
    setLoaded(last => ({ ...last, watch }))
    setChecks(checks + 1)
  }
  return { ...loaded, put }
}

// One watch with its history and its changes, loaded again when something has happened to it.
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '../model/make-call.ts'
import type { Change, History, Watch, WatchApi } from '../model/watches.ts'

interface LoadedWatch {
  readonly watch: Watch | undefined
  readonly history: History | undefined
  /** The oldest first. */
  readonly changes: readonly Change[]
  readonly problem: Problem | undefined
  readonly error: string | undefined
}

const RENEW_MS = 15_000
/** Of 1,000 changes each: more than a chart can show. */
const CHANGE_PAGES_MAX = 10
const CHANGES_SHOWN = 1_000
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
        changesOf(api, id, signal),
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

async function changesOf(api: WatchApi, watch: string, signal: AbortSignal) {
  const all: Change[] = []
  for (let [page, after] = [0, '0']; page < CHANGE_PAGES_MAX; page++) {
    const reply = await api.changes({ after, watch }, signal)
    if ('problem' in reply) return reply
    all.push(...reply.value.changes)
    if (reply.value.changes.length === 0 || reply.value.cursor === after) break
    after = reply.value.cursor
  }
  return { value: all.slice(-CHANGES_SHOWN) }
}

// The watches in view: loaded page by page, all at once for a search, and again when a change tells that one has moved.
import { useCallback, useEffect, useState } from 'preact/hooks'
import type { Problem } from '../../model/make-call.ts'
import type { Watch, WatchApi } from '../../model/watches.ts'

export interface WatchList {
  /** Undefined before the first answer. */
  readonly watches: readonly Watch[] | undefined
  readonly problem: Problem | undefined
  readonly error: string | undefined
  /** Undefined where all are loaded. */
  readonly more: (() => void) | undefined
  readonly put: (watch: Watch) => void
  /** Loads the list again. */
  readonly renew: () => void
}

const RENEW_MS = 15_000

const PAGE = 50
/** The most that the server returns at once. */
const LARGE_PAGE = 1_000
/** More would be slow to search, here and on the server. */
const LARGE_PAGES_MAX = 5

/** `news` changes with every change that comes. `isWhole`: a search or an order needs all of them. */
export function useWatches(api: WatchApi, news: number, isWhole: boolean): WatchList {
  const [shownPages, setPages] = useState(1)
  const [limit, pages] = isWhole ? [LARGE_PAGE, LARGE_PAGES_MAX] : [PAGE, shownPages]
  const [renewals, setRenewals] = useState(0)
  const [hasMore, setHasMore] = useState(false)
  const [state, setState] = useState<Omit<WatchList, 'more' | 'put' | 'renew'>>({
    watches: undefined,
    problem: undefined,
    error: undefined,
  })
  useEffect(() => {
    const control = new AbortController()
    const load = async () => {
      const watches: Watch[] = []
      let next: string | null = null
      for (let page = 0; page < pages; page++) {
        const reply = await api.list({ after: next, limit }, control.signal)
        if ('problem' in reply)
          return setState(last => ({ ...last, problem: reply.problem, error: undefined }))
        watches.push(...reply.value.watches)
        next = reply.value.next
        if (next === null) break
      }
      setHasMore(next !== null)
      setState({ watches, problem: undefined, error: undefined })
    }
    const ask = () => {
      if (document.hidden) return
      load().catch((error: unknown) => {
        if (!control.signal.aborted)
          setState(last => ({ ...last, error: error instanceof Error ? error.message : String(error) }))
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
  }, [api, pages, limit, news, renewals])
  const put = useCallback(
    (watch: Watch) =>
      setState(last => {
        const others = (last.watches ?? []).filter(one => one.id !== watch.id)
        return { ...last, watches: [...others, watch].toSorted((a, b) => (a.id < b.id ? -1 : 1)) }
      }),
    [],
  )
  const renew = () => setRenewals(last => last + 1)
  return { ...state, more: hasMore ? () => setPages(shownPages + 1) : undefined, put, renew }
}

// The watches in view: loaded page by page, all at once for a search, and again when a change tells that one has moved.
import { useCallback, useState } from 'preact/hooks'
import type { Reply } from '../../model/server-api.ts'
import type { Watch, WatchApi } from '../../model/watch-api.ts'
import { usePolling } from '../shell/use-polling.ts'

interface WatchList {
  readonly watches: readonly Watch[]
  readonly hasMore: boolean
}

const RENEW_MS = 15_000
const PAGE = 50
/** The most that the server returns at once. */
const LARGE_PAGE = 1_000
/** More would be slow to search, here and on the server. */
const LARGE_PAGES_MAX = 5

/** `news` changes with every change that comes. `isWhole`: a search or an order needs all of them. */
export function useWatches(api: WatchApi, news: number, isWhole: boolean) {
  const [shownPages, setPages] = useState(1)
  const [limit, pages] = isWhole ? [LARGE_PAGE, LARGE_PAGES_MAX] : [PAGE, shownPages]
  const load = useCallback(
    async (signal: AbortSignal): Promise<Reply<WatchList>> => {
      const watches: Watch[] = []
      let next: string | null = null
      for (let page = 0; page < pages; page++) {
        const answer = await api.list({ after: next, limit }, signal)
        if ('problem' in answer) return answer
        watches.push(...answer.value.watches)
        next = answer.value.next
        if (next === null) break
      }
      return { value: { watches, hasMore: next !== null } }
    },
    [api, pages, limit, news],
  )
  const { value, problem, error, renew } = usePolling(load, RENEW_MS)
  const more = value?.hasMore ? () => setPages(shownPages + 1) : undefined
  return { watches: value?.watches, problem, error, renew, more }
}

// The price history of the product that was found, if a watch keeps one.
import { useEffect, useMemo, useState } from 'preact/hooks'
import {
  type Change,
  createWatchApi,
  type History,
  type Watch,
  type WatchApi,
} from '../../model/watch-api.ts'
import { FailingSince } from '../watch/watch-state.tsx'
import { HistoryChart } from '../watch/history-chart.tsx'

interface Props {
  /** The address that was typed, and the one that the shop gives for the product. */
  readonly urls: readonly string[]
  readonly accessKey: string
}

interface WatchedProduct {
  readonly watch: Watch
  readonly history: History
  readonly changes: readonly Change[]
}

/** A server with more watches than this has the watches page to look them up. */
const PAGE = 50
const PAGES_MAX = 4
const CHANGES_MAX = 200

export function FoundHistory({ urls, accessKey }: Props) {
  const api = useMemo(() => createWatchApi(accessKey), [accessKey])
  const [watched, setWatched] = useState<WatchedProduct>()
  useEffect(() => {
    const control = new AbortController()
    setWatched(undefined)
    findWatched(api, urls, control.signal).then(setWatched, () => {
      // The history adds to the answer; without it the answer is whole.
    })
    return () => control.abort()
  }, [api, urls.join(' ')])
  if (!watched) return null
  const { watch, history, changes } = watched
  return (
    <section class="card history" aria-label="History">
      <div class="bar">
        <h2>History</h2>
        <a href={`/watches#/${watch.id}`}>Watch “{watch.name}”</a>
      </div>
      <FailingSince watch={watch} />
      <HistoryChart history={history} changes={changes} />
    </section>
  )
}

/** Undefined where nothing watches it, or the key may not see watches. */
async function findWatched(
  api: WatchApi,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<WatchedProduct | undefined> {
  const watch = await findWatch(api, urls, signal)
  if (!watch) return undefined
  const [history, changes] = await Promise.all([
    api.history(watch.id, {}, signal),
    api.newestChanges({ watch: watch.id, limit: CHANGES_MAX }, signal),
  ])
  if ('problem' in history || 'problem' in changes) return undefined
  return { watch, history: history.value, changes: changes.value }
}

async function findWatch(
  api: WatchApi,
  urls: readonly string[],
  signal: AbortSignal,
): Promise<Watch | undefined> {
  let after: string | null = null
  for (let page = 0; page < PAGES_MAX; page++) {
    const reply = await api.list({ after, limit: PAGE }, signal)
    if ('problem' in reply) return undefined
    const watch = reply.value.watches.find(({ url }) => url !== null && urls.includes(url))
    if (watch || reply.value.next === null) return watch
    after = reply.value.next
  }
  return undefined
}

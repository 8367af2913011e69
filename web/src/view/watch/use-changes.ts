// The newest changes of all watches, kept up to date by the stream.
import { useEffect, useState } from 'preact/hooks'
import { type FeedState, followChanges } from '../../model/change-feed.ts'
import type { Change, WatchApi } from '../../model/watch-api.ts'

export interface Feed {
  /** Changes, the newest first. */
  readonly changes: readonly Change[]
  readonly state: FeedState
  /** Changes that came while the page was open. */
  readonly news: number
}

const SHOWN = 50

export function useChanges(key: string, api: WatchApi): Feed {
  const [feed, setFeed] = useState<Feed>({ changes: [], state: 'opening', news: 0 })
  useEffect(() => {
    const control = new AbortController()
    const add = (some: readonly Change[], news: number) =>
      setFeed(last => ({ ...last, changes: newestOf([...some, ...last.changes]), news: last.news + news }))
    const loadEarlier = async () => {
      const reply = await api.newestChanges({ limit: SHOWN }, control.signal)
      if ('value' in reply) add(reply.value, 0)
    }
    void followChanges(
      key,
      {
        // What came before is only more to look at: without it the feed begins here.
        onBegin: () => void loadEarlier(),
        onChange: change => add([change], 1),
        onState: state => setFeed(last => ({ ...last, state })),
      },
      control.signal,
    )
    return () => control.abort()
  }, [key, api])
  return feed
}

function newestOf(changes: readonly Change[]): Change[] {
  const byId = new Map(changes.map(change => [change.id, change]))
  return [...byId.values()].toSorted((a, b) => Number(b.id) - Number(a.id)).slice(0, SHOWN)
}

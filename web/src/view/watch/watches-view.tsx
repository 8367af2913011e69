// All watches: a form for a new one, the list with the price of each over time, and what has changed.
import { useState } from 'preact/hooks'
import type { Watch, WatchApi } from '../../model/watches.ts'
import { groupByTag } from '../../shape/tag-groups.ts'
import { AddWatch } from '../watch-form/add-watch.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ChangeList } from './change-list.tsx'
import type { Feed } from './use-changes.ts'
import { Receivers } from '../watch-form/receivers.tsx'
import { TagGroups } from './tag-groups.tsx'
import { useWatches } from './use-watches.ts'
import { WatchProblem } from './watch-problem.tsx'
import { WatchRow } from './watch-row.tsx'

interface Props {
  readonly api: WatchApi
  readonly feed: Feed
  /** A product that may be watched at once; empty where there is none. */
  readonly example: string
  /** An address that another page wants watched. */
  readonly given: string
  readonly onKey: (key: string) => void
}

export function WatchesView({ api, feed, example, given, onKey }: Props) {
  const { watches, problem, error, more, put, renew } = useWatches(api, feed.news)
  return (
    <>
      <section class="operation">
        <h1>Watches</h1>
        <p>
          A watch checks one product on a schedule and records what changes.{' '}
          <span class="hint">
            Also <code>npx wares watch</code> and <code>/api/v2/watches</code>.
          </span>
        </p>
      </section>
      {error && (
        <p class="error" role="alert">
          The server does not respond ({error}).{watches ? ' This is the last known state.' : ''}
        </p>
      )}
      {problem && <WatchProblem problem={problem} onKey={onKey} />}
      {!problem && !watches && !error && <p class="hint">Loading…</p>}
      {!problem && watches && (
        <>
          <AddWatch key={given} api={api} example={example} given={given} onAdded={put} />
          <Receivers api={api} />
          <WatchList api={api} feed={feed} watches={watches} put={put} renew={renew} />
          {more && (
            <div class="buttons pages">
              <button class="button" type="button" onClick={more}>
                Show more
              </button>
            </div>
          )}
          <ChangeList feed={feed} changes={feed.changes} isOfAll />
        </>
      )}
    </>
  )
}

interface ListProps extends Pick<Props, 'api' | 'feed'> {
  readonly watches: readonly Watch[]
  readonly put: (watch: Watch) => void
  readonly renew: () => void
}

function WatchList({ api, feed, watches, put, renew }: ListProps) {
  const [tag, setTag] = useState('')
  const [ids, setIds] = useState<readonly string[]>([])
  if (watches.length === 0)
    return (
      <p class="empty">
        No watches yet. Paste the URL of a product above: Wares checks it on a schedule, keeps its price
        history, and alerts you when your condition is met. See <a href="/docs/guides/watches">watches</a>.
      </p>
    )
  const shown = watches.filter(one => tag === '' || one.tags.includes(tag))
  const selected = shown.filter(one => ids.includes(one.id))
  return (
    <>
      <TagGroups groups={groupByTag(watches)} chosen={tag} onChoose={setTag} />
      <BulkBar
        selected={selected}
        isAll={shown.length > 0 && selected.length === shown.length}
        api={api}
        onAll={isAll => setIds(isAll ? shown.map(one => one.id) : [])}
        onDone={renew}
      />
      <ul class="watch-list">
        {shown.map(watch => (
          <WatchRow
            key={watch.id}
            watch={watch}
            api={api}
            onChanged={put}
            alertedAt={feed.changes.find(one => one.alert && one.watch === watch.id)?.at}
            isSelected={ids.includes(watch.id)}
            onSelect={isSelected =>
              setIds(last => (isSelected ? [...last, watch.id] : last.filter(one => one !== watch.id)))
            }
          />
        ))}
      </ul>
    </>
  )
}

// All watches: a form for a new one, the list with the price of each over time, and what has changed.
import type { WatchApi } from '../model/watches.ts'
import { AddWatch } from './add-watch.tsx'
import { ChangeList } from './change-list.tsx'
import type { Feed } from './use-changes.ts'
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
}

export function WatchesView({ api, feed, example, given }: Props) {
  const { watches, problem, error, more, put } = useWatches(api, feed.news)
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
      {problem && <WatchProblem problem={problem} />}
      {!problem && !watches && !error && <p class="hint">Loading…</p>}
      {!problem && watches && (
        <>
          <AddWatch key={given} api={api} example={example} given={given} onAdded={put} />
          {watches.length === 0 ? (
            <p class="empty">No watches yet. Add a product URL above.</p>
          ) : (
            <ul class="watch-list">
              {watches.map(watch => (
                <WatchRow key={watch.id} watch={watch} api={api} onChanged={put} />
              ))}
            </ul>
          )}
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

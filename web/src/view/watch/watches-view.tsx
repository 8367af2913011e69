// All watches: the list with the price of each over time, what has changed, and a form for a new one when it is wanted.
import { useState } from 'preact/hooks'
import type { Watch, WatchApi } from '../../model/watches.ts'
import { groupByTag } from '../../shape/tag-groups.ts'
import { AddWatch } from '../watch-form/add-watch.tsx'
import { ImportWatches } from '../watch-form/import-watches.tsx'
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
}

/** What is open above the list. */
type Panel = 'add' | 'import' | 'none'

export function WatchesView({ api, feed, example, given }: Props) {
  const { watches, problem, error, more, put, renew } = useWatches(api, feed.news)
  const [panel, setPanel] = useState<Panel | undefined>(given ? 'add' : undefined)
  const [said, setSaid] = useState('')
  // Whoever has no watch yet came for the form.
  const shown = panel ?? (watches?.length === 0 ? 'add' : 'none')
  return (
    <>
      <Head
        said={said}
        open={problem || !watches ? undefined : shown}
        onOpen={one => {
          setSaid('')
          setPanel(shown === one ? 'none' : one)
        }}
      />
      {error && (
        <p class="error" role="alert">
          The server does not respond ({error}).{watches ? ' This is the last known state.' : ''}
        </p>
      )}
      {problem && <WatchProblem problem={problem} />}
      {!problem && !watches && !error && <p class="hint">Loading…</p>}
      {!problem && watches && (
        <>
          {shown === 'add' && (
            <AddWatch
              key={given}
              api={api}
              example={example}
              given={given}
              onAdded={watch => {
                put(watch)
                setPanel('none')
                setSaid('Added.')
              }}
              onClose={() => setPanel('none')}
            />
          )}
          {shown === 'import' && <ImportWatches api={api} onAdded={put} onClose={() => setPanel('none')} />}
          <WatchList api={api} feed={feed} watches={watches} put={put} renew={renew} />
          {more && (
            <div class="buttons pages">
              <button class="button" type="button" onClick={more}>
                Show more
              </button>
            </div>
          )}
          <ChangeList feed={feed} changes={feed.changes} isOfAll />
          <Receivers api={api} />
        </>
      )}
    </>
  )
}

interface HeadProps {
  readonly said: string
  /** Undefined where no watch can be added. */
  readonly open: Panel | undefined
  readonly onOpen: (panel: Panel) => void
}

function Head({ said, open, onOpen }: HeadProps) {
  const opener = (panel: Panel, text: string) => (
    <button
      class={panel === 'add' ? 'button primary' : 'button'}
      type="button"
      aria-expanded={open === panel}
      onClick={() => onOpen(panel)}
    >
      {text}
    </button>
  )
  return (
    <section class="operation watches-head">
      <div class="bar">
        <h1>Watches</h1>
        {open !== undefined && (
          <div class="buttons">
            <span role="status">{said}</span>
            {opener('add', 'Add a watch')}
            {opener('import', 'Import CSV')}
          </div>
        )}
      </div>
      <p>
        A watch checks one product, or a whole shop, on a schedule and records what changes.{' '}
        <span class="hint">
          Also <code>npx wares watch</code> and <code>/api/v2/watches</code>.
        </span>
      </p>
    </section>
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
        No watches yet. Paste the URL of a product: Wares checks it on a schedule, keeps its price history,
        and alerts you when your condition is met. See <a href="/docs/guides/watches">watches</a>.
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

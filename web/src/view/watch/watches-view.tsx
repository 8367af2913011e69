// All watches: the list with the price of each over time, what has changed, and a form for a new one when it is wanted.
import { useMemo, useState } from 'preact/hooks'
import type { Watch, WatchApi } from '../../model/watch-api.ts'
import { AS_LISTED, type Arrangement, arrangeWatches } from '../../shape/arrange-watches.ts'
import { groupByTag } from '../../shape/tag-groups.ts'
import { lazy } from '../shell/lazy.tsx'
import { ArrangeBar } from './arrange-bar.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ChangeList } from './change-list.tsx'
import type { Feed } from './use-changes.ts'
import { TagGroups } from './tag-groups.tsx'
import { useWatches } from './use-watches.ts'
import { WatchProblem } from './watch-problem.tsx'
import { WatchRow } from './watch-row.tsx'
import { Button } from '../control/button.tsx'

interface Props {
  readonly api: WatchApi
  readonly feed: Feed
  /** A product that may be watched at once; undefined where there is none. */
  readonly loadExample: (() => Promise<string>) | undefined
  /** An address that another page wants watched. */
  readonly address: string
}

const AddWatch = lazy(async () => (await import('../watch-form/add-watch.tsx')).AddWatch)
const ImportWatches = lazy(async () => (await import('../watch-form/import-watches.tsx')).ImportWatches)
const Receivers = lazy(async () => (await import('../watch-form/receivers.tsx')).Receivers)

/** What is open above the list. */
type Panel = 'add' | 'import' | 'none'

export function WatchesView({ api, feed, loadExample, address }: Props) {
  const [arrangement, setArrangement] = useState(AS_LISTED)
  const { watches, problem, error, more, renew } = useWatches(api, feed.news, arrangement !== AS_LISTED)
  const [panel, setPanel] = useState<Panel | undefined>(address ? 'add' : undefined)
  const [said, setSaid] = useState('')
  // Whoever has no watch yet came for the form.
  const shown = panel ?? (watches?.length === 0 ? 'add' : 'none')
  return (
    <>
      <Head
        said={said}
        open={problem || !watches ? undefined : shown}
        onOpen={form => {
          setSaid('')
          setPanel(shown === form ? 'none' : form)
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
              key={address}
              api={api}
              loadExample={loadExample}
              address={address}
              onAdded={() => {
                renew()
                setPanel('none')
                setSaid('Added.')
              }}
              onClose={() => setPanel('none')}
            />
          )}
          {shown === 'import' && <ImportWatches api={api} onAdded={renew} onClose={() => setPanel('none')} />}
          <WatchList
            api={api}
            feed={feed}
            watches={watches}
            arrangement={arrangement}
            onArrange={setArrangement}
            more={more}
            renew={renew}
          />
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
    <Button
      look={panel === 'add' ? 'primary' : ''}
      aria-expanded={open === panel}
      onClick={() => onOpen(panel)}
    >
      {text}
    </Button>
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
  readonly arrangement: Arrangement
  readonly onArrange: (arrangement: Arrangement) => void
  /** Loads more of them, unless all are loaded. */
  readonly more: (() => void) | undefined
  readonly renew: () => void
}

/** Each row draws a chart. */
const ROWS_MAX = 50

function WatchList(props: ListProps) {
  const { api, watches, arrangement, onArrange, more, renew } = props
  const [tag, setTag] = useState('')
  const [ids, setIds] = useState<readonly string[]>([])
  const [rows, setRows] = useState(ROWS_MAX)
  const groups = useMemo(
    () =>
      arrangeWatches(
        watches.filter(one => tag === '' || one.tags.includes(tag)),
        arrangement,
      ),
    [watches, tag, arrangement],
  )
  if (watches.length === 0)
    return (
      <p class="empty">
        No watches yet. Paste the URL of a product: Wares checks it on a schedule, keeps its price history,
        and alerts you when your condition is met. See <a href="/docs/guides/watches">watches</a>.
      </p>
    )
  const listed = groups.flatMap(one => one.watches)
  const shown = new Set(listed.slice(0, rows))
  const selected = listed.filter(one => ids.includes(one.id))
  const showMore = () => {
    setRows(rows + ROWS_MAX)
    if (listed.length < rows + ROWS_MAX) more?.()
  }
  return (
    <>
      <TagGroups groups={groupByTag(watches)} chosen={tag} onChoose={setTag} />
      {(watches.length > 1 || arrangement.words !== '') && (
        <ArrangeBar arrangement={arrangement} onArrange={onArrange} count={listed.length} />
      )}
      <BulkBar
        selected={selected}
        isAll={listed.length > 0 && selected.length === listed.length}
        api={api}
        onAll={isAll => setIds(isAll ? listed.map(one => one.id) : [])}
        onDone={renew}
      />
      {groups.map(group => (
        <WatchRows
          key={group.shop}
          {...props}
          shop={group.shop}
          count={group.watches.length}
          watches={group.watches.filter(one => shown.has(one))}
          ids={ids}
          onIds={setIds}
        />
      ))}
      {listed.length === 0 && <p class="empty">No watch matches.</p>}
      {(listed.length > rows || more) && <ShowMore onMore={showMore} />}
    </>
  )
}

function ShowMore({ onMore }: { onMore: () => void }) {
  return (
    <div class="buttons pages">
      <Button onClick={onMore}>Show more</Button>
    </div>
  )
}

interface RowsProps extends Pick<ListProps, 'api' | 'feed' | 'watches' | 'renew'> {
  readonly shop: string
  readonly count: number
  readonly ids: readonly string[]
  readonly onIds: (change: (last: readonly string[]) => readonly string[]) => void
}

function WatchRows({ api, feed, watches, renew, shop, count, ids, onIds }: RowsProps) {
  if (watches.length === 0) return null
  return (
    <>
      {shop !== '' && (
        <h2>
          {shop} <small>{count}</small>
        </h2>
      )}
      <ul class="parts">
        {watches.map(watch => (
          <WatchRow
            key={watch.id}
            watch={watch}
            api={api}
            onChanged={renew}
            alertedAt={feed.changes.find(one => one.alert && one.watch === watch.id)?.at}
            isSelected={ids.includes(watch.id)}
            onSelect={isSelected =>
              onIds(last => (isSelected ? [...last, watch.id] : last.filter(one => one !== watch.id)))
            }
          />
        ))}
      </ul>
    </>
  )
}

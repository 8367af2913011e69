// One watch: what is known now, its history as a chart and as CSV, its changes, and what can be done with it.
import { useMemo, useState } from 'preact/hooks'
import type { History, PriceStats, Watch, WatchApi } from '../../model/watch-api.ts'
import { moneyText } from '../../model/general.ts'
import type { MagicWords } from '../../model/magic-word-parameter.ts'
import { CatalogProducts } from './catalog-products.tsx'
import { ChangeList } from './change-list.tsx'
import { FactsTable } from './facts-table.tsx'
import { humanise } from '../../shape/humanise.ts'
import { HistoryChart } from './history-chart.tsx'
import { CsvButton } from '../code/csv-button.tsx'
import type { Feed } from './use-changes.ts'
import { useWatch } from './use-watch.ts'
import { WatchControls } from './watch-controls.tsx'
import type { ExplorerInfo } from '../shell/server-info.ts'
import { WatchProblem } from './watch-problem.tsx'
import { ChecksText, WatchSettings, WatchStateTag } from './watch-state.tsx'
import { Button } from '../control/button.tsx'
import { useRequest } from '../shell/use-request.ts'
import { Chips } from '../control/chips.tsx'

const DAY_MS = 86_400_000
const PERIODS = { day: DAY_MS, week: 7 * DAY_MS, month: 30 * DAY_MS, all: undefined }
type Period = keyof typeof PERIODS

interface Props {
  readonly id: string
  readonly api: WatchApi
  readonly feed: Feed
  readonly sandbox: Sandbox
}

/** Where the sandbox is while it is on, and what its shops can play. */
export type Sandbox = Pick<ExplorerInfo, 'sandbox' | 'magic_words'>

export function WatchView({ id, api, feed, sandbox }: Props) {
  const [period, setPeriod] = useState<Period>('all')
  const from = useMemo(() => fromOf(period), [period])
  const news = feed.changes.filter(change => change.watch === id).length
  const { value, problem, error, renew } = useWatch(api, id, from, news)
  const isShop = value?.watch.operation === 'general.catalog'
  return (
    <>
      <p>
        <a href="#">All watches</a>
      </p>
      {error && (
        <p class="error" role="alert">
          The server does not answer now ({error}).
        </p>
      )}
      {problem && <WatchProblem problem={problem} />}
      {value && !problem && (
        <>
          <Head watch={value.watch} api={api} onChanged={renew} words={wordsFor(value.watch, sandbox)} />
          {!isShop && (
            <section class="card history">
              <div class="bar">
                <h2>History</h2>
                <Chips
                  label="Period"
                  options={(Object.keys(PERIODS) as Period[]).map(name => [name, humanise(name)])}
                  isPressed={name => name === period}
                  onPress={setPeriod}
                />
                <CsvButton load={() => api.historyCsv(id, from)} name={id} />
              </div>
              <Stats history={value.history} />
              <HistoryChart history={value.history} changes={value.changes} />
            </section>
          )}
          {isShop && <CatalogProducts id={id} api={api} news={news} />}
          {value.watch.facts && <FactsTable watch={value.watch} facts={value.watch.facts} />}
          <ChangeList feed={feed} changes={value.changes} />
          {(value.watch.source === 'api' || value.watch.state === 'paused') && (
            <RemoveWatch watch={value.watch} api={api} />
          )}
        </>
      )}
    </>
  )
}

/** Only a shop of the sandbox plays something. */
function wordsFor({ url }: Watch, { sandbox, magic_words: words }: Sandbox): MagicWords {
  return sandbox !== null && url?.startsWith(`${sandbox}/`) ? words : {}
}

function fromOf(period: Period): string {
  const ms = PERIODS[period]
  return ms === undefined ? '' : new Date(Date.now() - ms).toISOString()
}

interface HeadProps extends Pick<Props, 'api'> {
  readonly words: MagicWords
  readonly watch: Watch
  readonly onChanged: () => void
}

function Head({ watch, api, onChanged, words }: HeadProps) {
  return (
    <section class="operation">
      <h1>{watch.name}</h1>
      <p class="line">
        <WatchStateTag state={watch.state} />
        <span class="tag">Alert when: {watch.when ?? 'any change'}</span>
        <WatchSettings watch={watch} />
        <ChecksText watch={watch} />
      </p>
      <p class="path">
        {watch.url === null ? (
          <code>{[watch.operation, ...Object.values(watch.params)].join(' ')}</code>
        ) : (
          <a href={watch.url} rel="noreferrer">
            {watch.url}
          </a>
        )}
      </p>
      <WatchControls watch={watch} api={api} onChanged={onChanged} words={words} />
    </section>
  )
}

const FIGURES: readonly [Exclude<keyof PriceStats, 'seconds'>, string][] = [
  ['min', 'Lowest'],
  ['mean', 'Average'],
  ['median', 'Median'],
  ['max', 'Highest'],
]

function Stats({ history: { stats } }: { history: History }) {
  const { price } = stats
  if (!price) return null
  return (
    <dl class="stats">
      {FIGURES.map(([figure, name]) => (
        <div key={figure}>
          <dt>{name}</dt>
          <dd>{moneyText(price[figure])}</dd>
        </div>
      ))}
    </dl>
  )
}

function RemoveWatch({ watch, api }: { watch: Watch; api: WatchApi }) {
  const [isAsked, setIsAsked] = useState(false)
  const { said, run } = useRequest()
  const remove = () => void run(api.remove(watch.id), () => (location.hash = ''))
  return (
    <div class="buttons">
      {isAsked ? (
        <>
          <span>Remove {watch.name} and its history?</span>
          <Button look="attention" onClick={remove}>
            Remove
          </Button>
          <Button onClick={() => setIsAsked(false)}>Keep it</Button>
        </>
      ) : (
        <Button onClick={() => setIsAsked(true)}>Remove this watch</Button>
      )}
      <span class="error" role="status">
        {said}
      </span>
    </div>
  )
}

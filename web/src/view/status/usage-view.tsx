// The usage of one key, or of all, as numbers and charts.
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import type { LimitState } from '../../../../client/src/answer-headers.ts'
import {
  daysOf,
  getUsage,
  total,
  totalsBy,
  type Usage,
  type UsageRow,
  type UsageTotals,
} from '../../model/usage.ts'
import type { OperationLatency } from '../../../../client/src/api.ts'
import { Chart } from '../chart/chart.tsx'
import { KeyNeeded } from '../shell/key-box.tsx'
import { Prose } from '../code/prose.tsx'
import { getStatus } from '../shell/server-info.ts'
import { dayText } from '../../shape/time-text.ts'
import { usePolling } from '../shell/use-polling.ts'
import { milliseconds, percent } from '../../shape/figures.ts'

const POLL_INTERVAL_MS = 10_000
const RANGES = [7, 30, 90]
const ALL = 'all'
const OWN = 'own'

type Rows = Extract<Usage, { kind: 'rows' }>

export function UsageView({ apiKey }: { apiKey: string }) {
  const [chosen, setChosen] = useState<string>()
  const [canSeeAll, setCanSeeAll] = useState(false)
  // An operator wants to see all keys first.
  const shownKey = chosen ?? (canSeeAll ? ALL : OWN)
  const isOfAll = shownKey !== OWN
  const [days, setDays] = useState(30)
  const ask = useCallback(
    (signal: AbortSignal) => getUsage(apiKey, { isOfAll, days }, signal),
    [apiKey, isOfAll, days],
  )
  const { value, error: trouble } = usePolling(ask, POLL_INTERVAL_MS)
  useEffect(() => {
    if (value) setCanSeeAll(value.kind === 'rows' && value.canSeeAll)
  }, [value])
  return (
    <>
      <section class="operation">
        <h1>Usage</h1>
        <p>
          Requests by operation and day. <span class="hint">Days are in UTC.</span>
        </p>
        <div class="buttons">
          <Ranges days={days} onDays={setDays} />
          {canSeeAll && value?.kind === 'rows' && (
            <KeyPicker chosen={shownKey} onChoose={setChosen} usage={value} />
          )}
        </div>
      </section>
      {trouble && (
        <p class="error" role="alert">
          The server does not respond: {trouble}.
        </p>
      )}
      {!value && !trouble && <p class="hint">Loading…</p>}
      {value?.kind === 'problem' && (
        <div class="card problem">
          <h2>{value.problem.title}</h2>
          <p>
            <Prose text={value.problem.detail} />
          </p>
          <KeyNeeded code={value.problem.code} />
        </div>
      )}
      {value?.kind === 'rows' && <Numbers {...value} rows={rowsOf(value, shownKey)} />}
    </>
  )
}

/** All counts, or those of one key. */
const rowsOf = ({ rows }: Rows, key: string): readonly UsageRow[] =>
  key === ALL || key === OWN ? rows : rows.filter(row => row.key_id === key)

interface PickerProps {
  readonly chosen: string
  readonly onChoose: (key: string) => void
  readonly usage: Rows
}

function KeyPicker({ chosen, onChoose, usage: { rows, names } }: PickerProps) {
  const ids = new Set([...names.keys(), ...rows.flatMap(row => row.key_id ?? [])])
  return (
    <label class="inline">
      Key
      <select value={chosen} onChange={event => onChoose(event.currentTarget.value)}>
        <option value={ALL}>all keys</option>
        <option value={OWN}>the key of this tab</option>
        {[...ids].map(id => (
          <option key={id} value={id}>
            {keyText(id, names)}
          </option>
        ))}
      </select>
    </label>
  )
}

function Ranges({ days, onDays }: { days: number; onDays: (days: number) => void }) {
  return (
    <div class="buttons" role="group" aria-label="Period">
      {RANGES.map(one => (
        <button key={one} class="chip" type="button" aria-pressed={one === days} onClick={() => onDays(one)}>
          {one} days
        </button>
      ))}
    </div>
  )
}

type NumbersProps = Pick<Rows, 'rows' | 'limits' | 'names'>

function Numbers({ rows, limits, names }: NumbersProps) {
  const byKey = useMemo(
    () =>
      totalsBy(
        rows.filter(row => row.key_id !== undefined),
        'key_id',
      ).map(sum => Object.assign({}, sum, { name: keyText(sum.name, names) })),
    [rows, names],
  )
  const operations = useMemo(() => totalsBy(rows, 'operation'), [rows])
  const errors = useMemo(
    () =>
      totalsBy(
        rows.filter(row => row.outcome !== 'ok'),
        'outcome',
      ),
    [rows],
  )
  const latency = useLatency()
  return (
    <>
      <dl class="stats tiles">
        <Tile name="Requests" value={total(rows)} />
        <Tile name="Counted toward quotas" value={total(rows, 'counted')} />
        <Tile name="From the cache" value={total(rows.filter(row => row.cache === 'hit'))} />
        {limits.map(limit => (
          <Tile
            key={limit.name}
            name={limit.name === 'quota' ? 'Requests left this month' : 'Requests left now'}
            value={limit.remaining}
            note={noteOf(limit)}
          />
        ))}
      </dl>
      {rows.length === 0 ? (
        <p class="empty">
          No requests in this period. <a href="/">Find a product</a> in the explorer, or copy a call from the{' '}
          <a href="/docs">docs</a>.
        </p>
      ) : (
        <>
          <Days rows={rows} />
          {byKey.length > 0 && <Sums title="By key" column="Key" sums={byKey} />}
          <Sums
            title="By operation"
            column="Operation"
            sums={operations}
            hrefOf={name => `/#/${name}`}
            latency={latency}
          />
          {errors.length > 0 && <Errors errors={errors} rows={rows} />}
        </>
      )}
    </>
  )
}

/** As src/store/keys/guest-keys.ts calls them. */
const GUEST = 'explorer'

/** Some counts belong to no key: those of bulk jobs, and of the pages' guests. */
function keyText(id: string, names: ReadonlyMap<string, string>): string {
  if (id === GUEST) return 'guests of these pages'
  const name = names.get(id)
  return name === undefined ? id : `${name} (${id})`
}

function Tile({ name, value, note }: { name: string; value: number; note?: string }) {
  return (
    <div class="card">
      <dt>{name}</dt>
      <dd>{value.toLocaleString('en')}</dd>
      {note && <dd class="hint">{note}</dd>}
    </div>
  )
}

function noteOf({ name, limit, resetS }: LimitState): string {
  const of = limit === undefined ? '' : `of ${limit.toLocaleString('en')}`
  if (resetS === undefined) return of
  const when =
    resetS < 120
      ? `${resetS} s`
      : resetS < 7_200
        ? `${Math.round(resetS / 60)} min`
        : `${Math.round(resetS / 86_400)} days`
  const reset = name === 'quota' ? `resets in ${when}` : `refills in ${when}`
  return of === '' ? reset : `${of} (${reset})`
}

function Days({ rows }: { rows: readonly UsageRow[] }) {
  const drawn = useMemo(() => {
    const labels = daysOf(rows)
    const sums = new Map(totalsBy(rows, 'day').map(sum => [sum.name, sum]))
    const of = (pick: (sum: UsageTotals) => number) =>
      labels.map(day => (sums.has(day) ? pick(sums.get(day) as UsageTotals) : 0))
    return {
      labels: labels.map(dayText),
      // The second is drawn over the first.
      series: [
        {
          title: 'Failed',
          colour: 1,
          values: of(sum => sum.calls - sum.succeeded),
          tops: of(sum => sum.calls),
        },
        { title: 'Successful', colour: 0, values: of(sum => sum.succeeded) },
      ],
    }
  }, [rows])
  return (
    <section class="card">
      <h2>By day</h2>
      <Chart
        kind="bars"
        {...drawn}
        write={value => value.toLocaleString('en')}
        description={`Requests by day, ${total(rows)} in ${drawn.labels.length} days`}
      />
    </section>
  )
}

interface SumsProps {
  readonly title: string
  readonly column: string
  readonly sums: readonly UsageTotals[]
  readonly hrefOf?: (name: string) => string
  /** Of operations, when they read a shop. */
  readonly latency?: Latency
}

function Sums({ title, column, sums, hrefOf, latency }: SumsProps) {
  const most = Math.max(1, ...sums.map(sum => sum.calls))
  return (
    <section class="card">
      <h2>{title}</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label={`Requests ${title.toLowerCase()}`}>
        <table class="by-operation stack">
          <thead>
            <tr>
              <th scope="col">{column}</th>
              <th scope="col" class="track">
                Requests
              </th>
              {['All', 'Successful', 'From cache', ...(latency ? ['p50', 'p95'] : [])].map(title => (
                <th key={title} scope="col" class="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sums.map(({ name, calls, succeeded, fromCache }) => (
              <tr key={name}>
                <th scope="row">{hrefOf ? <a href={hrefOf(name)}>{name}</a> : name}</th>
                <td class="track">
                  <span class="fill" style={{ width: `${(calls / most) * 100}%` }} />
                </td>
                {Object.entries({ All: calls, Successful: succeeded, 'From cache': fromCache }).map(
                  ([title, count]) => (
                    <td key={title} class="number" data-label={title}>
                      {count.toLocaleString('en')}
                    </td>
                  ),
                )}
                {latency && (
                  <>
                    <td class="number" data-label="p50">
                      {milliseconds(latency.get(name)?.p50_ms ?? null)}
                    </td>
                    <td class="number" data-label="p95">
                      {milliseconds(latency.get(name)?.p95_ms ?? null)}
                    </td>
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {latency && (
        <p class="hint">
          p50 and p95: latency when the shop was read, of all keys, since the server was started.
        </p>
      )}
    </section>
  )
}

type Latency = ReadonlyMap<string, OperationLatency>

/** By operation; empty until it is known. */
function useLatency(): Latency {
  const { value } = usePolling(getStatus, POLL_INTERVAL_MS)
  return useMemo(
    () => new Map(Object.values(value?.sites ?? {}).flatMap(site => Object.entries(site.operations))),
    [value],
  )
}

/** Which errors came how often, and where. */
function Errors({ errors, rows }: { errors: readonly UsageTotals[]; rows: readonly UsageRow[] }) {
  const all = total(rows)
  return (
    <section class="card">
      <h2>Errors</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Requests by error">
        <table class="by-operation stack">
          <thead>
            <tr>
              <th scope="col">Error</th>
              <th scope="col" class="number">
                Requests
              </th>
              <th scope="col" class="number">
                Share
              </th>
              <th scope="col">Operations</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ name, calls }) => (
              <tr key={name}>
                <th scope="row">
                  <a href={`/problems/${name}`}>{name}</a>
                </th>
                <td class="number" data-label="Requests">
                  {calls.toLocaleString('en')}
                </td>
                <td class="number" data-label="Share">
                  {percent(calls / all)}
                </td>
                <td class="whole">{operationsWith(name, rows)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function operationsWith(outcome: string, rows: readonly UsageRow[]): string {
  const own = totalsBy(
    rows.filter(row => row.outcome === outcome),
    'operation',
  )
  return own.map(({ name, calls }) => `${name} (${calls})`).join(', ')
}

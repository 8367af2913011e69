// The usage of one key, or of all, as numbers and charts.
import { useCallback, useEffect, useMemo, useState } from 'preact/hooks'
import { daysOf, getUsage, total, totalsBy, type UsageTotals } from '../../model/key-usage.ts'
import type { OperationLatency, Usage, UsageKey, UsageLimits, UsageRow } from '../../../../client/src/api.ts'
import { Chart } from '../chart/chart.tsx'
import { KeyNeeded } from '../shell/key-box.tsx'
import { Prose } from '../code/prose.tsx'
import { getStatus } from '../shell/server-info.ts'
import { dayText, durationText } from '../../shape/time-text.ts'
import { usePolling } from '../shell/use-polling.ts'
import { milliseconds, percent } from '../../shape/figures.ts'
import { Select } from '../control/fields.tsx'
import { DataTable, numeric } from '../control/data-table.tsx'
import { Chips } from '../control/chips.tsx'

const POLL_INTERVAL_MS = 10_000
const RANGES = [7, 30, 90]
const ALL = 'all'
const OWN = 'own'

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
  const { value, problem, error: trouble } = usePolling(ask, POLL_INTERVAL_MS)
  useEffect(() => {
    if (value) setCanSeeAll(value.can_see_all === true)
  }, [value])
  return (
    <>
      <section class="operation">
        <h1>Usage</h1>
        <p>
          Requests by operation and day. <span class="hint">Days are in UTC.</span>
        </p>
        <div class="buttons">
          <Chips
            label="Period"
            options={RANGES.map(range => [range, `${range} days`])}
            isPressed={range => range === days}
            onPress={setDays}
          />
          {canSeeAll && value && (
            <Select label="Key" value={shownKey} options={keysOf(value)} onChange={setChosen} />
          )}
        </div>
      </section>
      {trouble && (
        <p class="error" role="alert">
          The server does not respond: {trouble}.
        </p>
      )}
      {!value && !problem && !trouble && <p class="hint">Loading…</p>}
      {problem && (
        <div class="card problem">
          <h2>{problem.title}</h2>
          <p>
            <Prose text={problem.detail} />
          </p>
          <KeyNeeded code={problem.code} />
        </div>
      )}
      {value && !problem && (
        <Numbers
          rows={rowsOf(value, shownKey)}
          // What is left is of one key.
          limits={isOfAll ? undefined : value.limits}
          keys={value.keys ?? []}
        />
      )}
    </>
  )
}

/** All counts, or those of one key. */
const rowsOf = ({ rows }: Usage, key: string): readonly UsageRow[] =>
  key === ALL || key === OWN ? rows : rows.filter(row => row.key_id === key)

function keysOf({ rows, keys = [] }: Usage): [id: string, text: string][] {
  const ids = new Set([...keys.map(({ id }) => id), ...rows.flatMap(row => row.key_id ?? [])])
  return [
    [ALL, 'all keys'],
    [OWN, 'the key of this tab'],
    ...[...ids].map((id): [string, string] => [id, keyText(id, keys)]),
  ]
}

interface NumbersProps {
  readonly rows: readonly UsageRow[]
  readonly limits: UsageLimits | undefined
  readonly keys: readonly UsageKey[]
}

function Numbers({ rows, limits, keys }: NumbersProps) {
  const byKey = totalsBy(
    rows.filter(row => row.key_id !== undefined),
    'key_id',
  ).map(sum => Object.assign({}, sum, { name: keyText(sum.name, keys) }))
  const errors = totalsBy(
    rows.filter(row => row.outcome !== 'ok'),
    'outcome',
  )
  const latency = useLatency()
  return (
    <>
      <dl class="stats tiles">
        <Tile name="Requests" value={total(rows)} />
        <Tile name="Counted toward quotas" value={total(rows, 'counted')} />
        <Tile name="From the cache" value={total(rows.filter(row => row.cache === 'hit'))} />
        {limits && <LimitTiles {...limits} />}
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
            sums={totalsBy(rows, 'operation')}
            hrefOf={name => `/#/${name}`}
            latency={latency}
          />
          {errors.length > 0 && <Errors errors={errors} rows={rows} />}
        </>
      )}
    </>
  )
}

/** The name of guests in src/store/keys/guest-keys.ts. */
const GUEST = 'explorer'

/** Some counts belong to no key: those of bulk jobs, and of the pages' guests. */
function keyText(id: string, keys: readonly UsageKey[]): string {
  if (id === GUEST) return 'guests of these pages'
  const name = keys.find(one => one.id === id)?.name
  return name === undefined ? id : `${name} (${id})`
}

function Tile({ name, value, note }: { name: string; value: number; note?: string }) {
  return (
    <div class="card">
      <dt>{name}</dt>
      <dd>{count(value)}</dd>
      {note && <dd class="hint">{note}</dd>}
    </div>
  )
}

function LimitTiles({ rate, quota }: UsageLimits) {
  const refillS = Math.ceil((rate.burst - rate.remaining) / rate.per_second)
  const refill = refillS > 0 ? ` (refills in ${durationText(refillS)})` : ''
  return (
    <>
      <Tile name="Requests left now" value={rate.remaining} note={`of ${count(rate.burst)}${refill}`} />
      {quota && (
        <Tile name="Requests left this month" value={quota.remaining} note={`of ${count(quota.limit)}`} />
      )}
    </>
  )
}

const count = (requests: number): string => requests.toLocaleString('en')

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
        write={count}
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
  /** Latency of operations, when they read a shop. */
  readonly latency?: Latency
}

function Sums({ title, column, sums, hrefOf, latency }: SumsProps) {
  const most = Math.max(1, ...sums.map(sum => sum.calls))
  return (
    <section class="card">
      <h2>{title}</h2>
      <DataTable
        label={`Requests ${title.toLowerCase()}`}
        class="by-operation stack"
        titles={[
          column,
          { title: 'Requests', class: 'track' },
          ...['All', 'Successful', 'From cache', ...(latency ? ['p50', 'p95'] : [])].map(numeric),
        ]}
      >
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
      </DataTable>
      {latency && (
        <p class="hint">
          p50 and p95: latency when the shop was read, of all keys, since the server was started.
        </p>
      )}
    </section>
  )
}

type Latency = ReadonlyMap<string, OperationLatency>

/** Latencies by operation; empty until they are loaded. */
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
      <DataTable
        label="Requests by error"
        class="by-operation stack"
        titles={['Error', numeric('Requests'), numeric('Share'), 'Operations']}
      >
        {errors.map(({ name, calls }) => (
          <tr key={name}>
            <th scope="row">
              <a href={`/problems/${name}`}>{name}</a>
            </th>
            <td class="number" data-label="Requests">
              {count(calls)}
            </td>
            <td class="number" data-label="Share">
              {percent(calls / all)}
            </td>
            <td class="whole">{operationsWith(name, rows)}</td>
          </tr>
        ))}
      </DataTable>
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

// The usage of one key as numbers and charts.
import { useCallback, useMemo } from 'preact/hooks'
import type { LimitState } from '../../../client/src/answer-headers.ts'
import { getUsage, daysOf, type UsageTotals, totalsBy, total, type UsageRow } from '../model/usage.ts'
import { Chart } from './chart.tsx'
import { Prose } from './prose.tsx'
import { usePolling } from './use-polling.ts'

const POLL_INTERVAL_MS = 10_000

export function UsageView({ apiKey }: { apiKey: string }) {
  const ask = useCallback((signal: AbortSignal) => getUsage(apiKey, signal), [apiKey])
  const { value, error: trouble } = usePolling(ask, POLL_INTERVAL_MS)
  return (
    <>
      <section class="operation">
        <h1>Usage</h1>
        <p>
          Requests with the key of this tab, by operation and day. <span class="hint">Days are in UTC.</span>
        </p>
      </section>
      {trouble && (
        <p class="error" role="alert">
          The server does not respond: {trouble}.
        </p>
      )}
      {!value && !trouble && <p class="hint">Loading…</p>}
      {value?.kind === 'unknown' && (
        <p class="empty">
          This server does not count requests by key: <code>GET /api/v1/usage</code> returns 404.
        </p>
      )}
      {value?.kind === 'problem' && (
        <div class="card problem">
          <h2>{value.problem.title}</h2>
          <p>
            <Prose text={value.problem.detail} />
          </p>
          <p class="hint">Enter a key at the top of the page.</p>
        </div>
      )}
      {value?.kind === 'rows' && <Numbers rows={value.rows} limits={value.limits} />}
    </>
  )
}

function Numbers({ rows, limits }: { rows: readonly UsageRow[]; limits: readonly LimitState[] }) {
  const operations = useMemo(() => totalsBy(rows, 'operation'), [rows])
  return (
    <>
      <dl class="stats tiles">
        <Tile name="Requests" value={total(rows)} />
        <Tile name="Charged to the quota" value={total(rows, 'counted')} />
        <Tile name="Served from cache" value={total(rows.filter(row => row.cache === 'hit'))} />
        {limits.map(limit => (
          <Tile
            key={limit.name}
            name={limit.name === 'quota' ? 'Left this month' : 'Left before the rate limit'}
            value={limit.remaining}
            note={noteOf(limit)}
          />
        ))}
      </dl>
      {rows.length === 0 ? (
        <p class="empty">
          No requests with this key yet. <a href="/">Find a product</a> in the explorer, or copy a call from
          the <a href="/docs">reference</a>.
        </p>
      ) : (
        <>
          <Days rows={rows} />
          <Operations sums={operations} />
        </>
      )}
    </>
  )
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
  const reset = name === 'quota' ? `resets in ${when}` : `full in ${when}`
  return of === '' ? reset : `${of}, ${reset}`
}

function Days({ rows }: { rows: readonly UsageRow[] }) {
  const drawn = useMemo(() => {
    const labels = daysOf(rows)
    const sums = new Map(totalsBy(rows, 'day').map(sum => [sum.name, sum]))
    const of = (pick: (sum: UsageTotals) => number) =>
      labels.map(day => (sums.has(day) ? pick(sums.get(day) as UsageTotals) : 0))
    return {
      labels: labels.map(day => day.slice(5)),
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

function Operations({ sums }: { sums: readonly UsageTotals[] }) {
  const most = Math.max(1, ...sums.map(sum => sum.calls))
  return (
    <section class="card">
      <h2>By operation</h2>
      <div class="scroll" tabIndex={0} role="region" aria-label="Requests by operation">
        <table class="by-operation">
          <thead>
            <tr>
              <th scope="col">Operation</th>
              <th scope="col" class="track">
                Requests
              </th>
              <th scope="col" class="number">
                All
              </th>
              <th scope="col" class="number">
                Successful
              </th>
              <th scope="col" class="number">
                From cache
              </th>
            </tr>
          </thead>
          <tbody>
            {sums.map(({ name, calls, succeeded, fromCache }) => (
              <tr key={name}>
                <th scope="row">
                  <a href={`/#/${name}`}>{name}</a>
                </th>
                <td class="track">
                  <span class="fill" style={{ width: `${(calls / most) * 100}%` }} />
                </td>
                <td class="number">{calls}</td>
                <td class="number">{succeeded}</td>
                <td class="number">{fromCache}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

// The shops with their state, success rate, latency, last error and circuit.
import { useState } from 'preact/hooks'
import {
  getStatus,
  type Loaded,
  getSites,
  type ShopStatus,
  type SiteStatus,
  type Status,
  useLoaded,
} from './server-info.ts'
import type { Site } from '../model/operations.ts'
import { SiteDrift } from './site-drift.tsx'
import { Sparkline } from './sparkline.tsx'
import { usePolling } from './use-polling.ts'

const POLL_INTERVAL_MS = 3_000

const STATES: Record<SiteStatus['state'], string> = {
  ok: 'Working',
  degraded: 'Degraded',
  failing: 'Failing',
  idle: 'No requests yet',
  disabled: 'Disabled',
}

export function StatusTable() {
  const { value, error: trouble, updatedAtMs } = usePolling(getStatus, POLL_INTERVAL_MS)
  const sites = useLoaded(getSites)
  const [opened] = useState(() => Date.now())
  if (!value)
    return <p class={trouble ? 'error' : 'hint'}>{trouble ? `No status: ${trouble}.` : 'Loading…'}</p>
  const { shops, settings } = value
  // The sandbox's shops without an adapter are many, and nobody's concern.
  const hosts = shops.filter(shop => shop.kind === 'host')
  const shown = new Set(hosts.map(shop => shop.name))
  const isSite = (name: string) => shops.some(shop => shop.name === name && !name.includes('/'))
  const all = Object.entries(value.sites).filter(
    ([name, site]) => site.state !== 'disabled' && (shown.has(name) || isSite(name)),
  )
  return (
    <>
      <section class="operation">
        <h1>Status</h1>
        <p>
          {summary(
            all.map(([, site]) => site),
            (value.canaries ?? []).filter(one => one.state === 'failing').length,
          )}{' '}
          <span class="hint">
            Wares {value.version}, as of {new Date(updatedAtMs || opened).toLocaleTimeString('en-GB')},
            updated every {POLL_INTERVAL_MS / 1000} s. Also as <a href="/status.json">JSON</a>.
          </span>
        </p>
        <SettingsNote {...settings} />
        {trouble && (
          <p class="error" role="alert">
            The server does not respond ({trouble}). This is the last known status.
          </p>
        )}
      </section>
      <ul class="status-grid">
        {all.map(([name, site]) => (
          <li key={name} class="card">
            <SiteCard
              name={name}
              about={shown.has(name) ? hostText(hosts.find(one => one.name === name)) : aboutOf(sites, name)}
              site={site}
              inFlight={value.in_flight[name]}
            />
            <SiteDrift
              name={name}
              drift={site.drift}
              canaries={(value.canaries ?? []).filter(one => one.site === name)}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

/** A change of wares.yaml that is not, or not yet, in effect. */
function SettingsNote({ problem, restart_for }: Status['settings']) {
  return (
    <>
      {problem !== null && (
        <p class="error" role="alert">
          The settings were changed, but not applied: {problem} The old ones stay in effect.
        </p>
      )}
      {restart_for.length > 0 && (
        <p class="hint">Changed settings that need a restart: {restart_for.join(', ')}.</p>
      )}
    </>
  )
}

function aboutOf(sites: Loaded<Site[]>, name: string): string {
  return sites && 'value' in sites ? (sites.value.find(site => site.name === name)?.about ?? '') : ''
}

function hostText(shop: ShopStatus | undefined): string {
  return shop?.platform ? `Host, ${shop.platform}` : 'Host, read by the general reader'
}

interface CardProps {
  readonly name: string
  readonly about: string
  readonly site: SiteStatus
  readonly inFlight: number | undefined
}

function SiteCard({ name, about, site, inFlight }: CardProps) {
  return (
    <>
      <h2>
        <span class={`dot ${site.state}`} /> {name}
        <span class={`tag state ${site.state}`}>{STATES[site.state]}</span>
      </h2>
      <p class="hint">
        {about}
        {site.sandbox && ' (sandbox)'}
      </p>
      <Sparkline values={site.latency_ms} />
      <dl class="stats">
        <Stat name="Success" value={site.success_rate === null ? '–' : percent(site.success_rate)} />
        <Stat name="Latency p50" value={milliseconds(site.p50_ms)} />
        <Stat name="Latency p95" value={milliseconds(site.p95_ms)} />
        <Stat name="Requests" value={String(site.runs)} />
        <Stat name="In flight" value={String(inFlight ?? 0)} />
        <Stat name="Circuit" value={site.circuit} />
      </dl>
      <Ways ways={site.ways} />
      <p class="hint last">
        {site.last_fault ? (
          <>
            Last error <a href={`/problems/${site.last_fault.code}`}>{site.last_fault.code}</a> in{' '}
            {site.last_fault.operation}, <time dateTime={site.last_fault.at}>{ago(site.last_fault.at)}</time>
          </>
        ) : (
          'No errors since startup'
        )}
      </p>
    </>
  )
}

/** By which way each operation was served last: its page, a data route, an interface, the general reader. */
function Ways({ ways }: { ways: SiteStatus['ways'] }) {
  const served = Object.entries(ways)
  if (served.length === 0) return null
  return (
    <ul class="hint">
      {served.map(([operation, way]) => (
        <li key={operation}>
          {operation.split('.')[1]} read from <strong>{way}</strong>
        </li>
      ))}
    </ul>
  )
}

function Stat({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}

function summary(sites: readonly SiteStatus[], failingCanaries: number): string {
  const count = (state: SiteStatus['state']) => sites.filter(site => site.state === state).length
  const [bad, idle] = [count('failing') + count('degraded'), count('idle')]
  const drifting = sites.filter(site => (site.drift?.drifting.length ?? 0) > 0).length
  const isFine = bad + drifting + failingCanaries === 0
  return [
    ...(sites.length === 0 ? ['No shop is configured: `wares add URL` adds one.'] : []),
    ...(isFine && sites.length > 0 ? [fineText(sites.length)] : []),
    ...(bad > 0 ? [`${bad} of ${sites.length} shops have problems.`] : []),
    ...(drifting > 0 ? [`${drifting} with drifting fields.`] : []),
    ...(failingCanaries > 0 ? [`Failing canaries: ${failingCanaries}.`] : []),
    ...(idle > 0 ? [`${idle} had no requests yet.`] : []),
  ].join(' ')
}

function fineText(count: number): string {
  return count === 1 ? 'No problems at the one shop.' : `No problems at any of the ${count} shops.`
}

function percent(rate: number): string {
  return `${(rate * 100).toFixed(rate === 1 ? 0 : 1)}%`
}

function milliseconds(ms: number | null): string {
  return ms === null ? '–' : ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`
}

function ago(at: string): string {
  const s = Math.max(0, Math.round((Date.now() - Date.parse(at)) / 1000))
  if (s < 60) return `${s} s ago`
  return s < 3600 ? `${Math.round(s / 60)} min ago` : `${Math.round(s / 3600)} h ago`
}

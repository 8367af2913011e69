// The state of every shop, those with problems first.
import { useState } from 'preact/hooks'
import { getStatus, type Loaded, getSites, useLoaded } from '../shell/server-info.ts'
import type { Shop, SiteStatus, ServerStatus } from '../../../../client/src/api.ts'
import type { Site } from '../../model/operations.ts'
import { SiteDrift } from './site-drift.tsx'
import { StatusCard } from './status-card.tsx'
import { usePolling } from '../shell/use-polling.ts'

const POLL_INTERVAL_MS = 3_000

const ORDER: readonly SiteStatus['state'][] = ['failing', 'degraded', 'ok', 'idle', 'disabled']

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
  const all = Object.entries(value.sites)
    .filter(([name, site]) => site.state !== 'disabled' && (shown.has(name) || isSite(name)))
    .toSorted(([, one], [, other]) => ORDER.indexOf(one.state) - ORDER.indexOf(other.state))
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
            <StatusCard
              name={name}
              about={shown.has(name) ? hostText(hosts.find(one => one.name === name)) : aboutOf(sites, name)}
              site={site}
              shop={shops.find(shop => shop.name === name)}
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
function SettingsNote({ problem, restart_for }: ServerStatus['settings']) {
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

function hostText(shop: Shop | undefined): string {
  return shop?.platform ? `Host, ${shop.platform}` : 'Host, read by the general reader'
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

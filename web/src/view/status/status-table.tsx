// The state of every shop as a table, those with problems first.
import { useState } from 'preact/hooks'
import { shopLink } from '../../model/shop-link.ts'
import type { ServerStatus, Shop, SiteStatus } from '../../../../client/src/api.ts'
import type { Site } from '../../model/operation-list.ts'
import { fromNow } from '../../shape/time-text.ts'
import { BuiltInShops, isOwn } from '../shell/built-in-shops.tsx'
import { getSites, getStatus, useLoaded } from '../shell/server-info.ts'
import { usePolling } from '../shell/use-polling.ts'
import { RequestBars } from './day-bars.tsx'
import { milliseconds, percent } from '../../shape/figures.ts'
import { ShopDetails } from './shop-details.tsx'
import { Button } from '../control/button.tsx'
import { TableRegion } from '../control/data-table.tsx'

const POLL_INTERVAL_MS = 3_000
const NO_SITES: readonly Site[] = []

const STATES: Record<SiteStatus['state'], string> = {
  failing: 'Failing',
  degraded: 'Some requests fail',
  ok: 'Working',
  idle: 'No requests since start',
  disabled: 'Disabled',
}
const PROBLEMS: ReadonlySet<SiteStatus['state']> = new Set(['failing', 'degraded'])
/** Those with problems first. */
const ORDER = Object.keys(STATES)

export function StatusTable() {
  const { value, error: trouble, updatedAtMs } = usePolling(getStatus, POLL_INTERVAL_MS)
  const { value: sites = NO_SITES } = useLoaded(getSites)
  const [opened] = useState(() => Date.now())
  if (!value)
    return <p class={trouble ? 'error' : 'hint'}>{trouble ? `No status: ${trouble}.` : 'Loading…'}</p>
  const rows = rowsOf(value, sites)
  // One that has a problem is never folded away.
  const isShown = ({ shop, site }: Row) => isOwn(shop) || PROBLEMS.has(site.state)
  const [own, builtIn] = [rows.filter(isShown), rows.filter(row => !isShown(row))]
  return (
    <>
      <section class="operation">
        <h1>Status</h1>
        <p>
          {summary(
            rows.map(({ site }) => site),
            (value.canaries ?? []).filter(one => one.state === 'failing').length,
          )}{' '}
          <span class="hint">
            Wares {value.version}, as of {new Date(updatedAtMs || opened).toLocaleTimeString('en-GB')},
            updated every {POLL_INTERVAL_MS / 1000} s. Also as <a href="/status.json">JSON</a>.
          </span>
        </p>
        <SettingsNote {...value.settings} />
        {trouble && (
          <p class="error" role="alert">
            The server does not respond ({trouble}). This is the last known status.
          </p>
        )}
      </section>
      <ShopTable rows={own} status={value} label="Shops" />
      <BuiltInShops count={builtIn.length} isOpen={own.length === 0}>
        <ShopTable rows={builtIn} status={value} label="Built-in shops" />
      </BuiltInShops>
    </>
  )
}

interface TableProps {
  readonly rows: readonly Row[]
  readonly status: ServerStatus
  readonly label: string
}

function ShopTable({ rows, status, label }: TableProps) {
  if (rows.length === 0) return null
  return (
    <div class="card status">
      <TableRegion label={label}>
        <table>
          <thead>
            <tr>
              {COLUMNS.map(title => (
                <th key={title} scope="col" class={/^p\d/.test(title) ? 'number' : ''}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          {rows.map(row => (
            <StatusRow key={row.name} row={row} status={status} />
          ))}
        </table>
      </TableRegion>
    </div>
  )
}

const COLUMNS = [
  'Shop',
  'State',
  'Answered, last 30 days',
  'p50',
  'p95',
  'Succeeded',
  'Circuit breaker',
  'Last answer',
]

interface Row {
  readonly name: string
  readonly about: string
  readonly site: SiteStatus
  readonly shop: Shop
  /** Where its products are searched, or else read. */
  readonly href: string
}

function rowsOf({ shops, sites }: ServerStatus, siteList: readonly Site[]): Row[] {
  const all = Object.entries(sites).flatMap(([name, site]): Row[] => {
    const shop = shops.find(one => one.name === name)
    // The sandbox's shops without an adapter are many, and nobody's concern.
    if (site.state === 'disabled' || !shop || (shop.kind !== 'host' && name.includes('/'))) return []
    const adapter = siteList.find(one => one.name === name)
    const reader = shop.platform ? `Host, ${shop.platform}` : 'Host, read by the general reader'
    return [{ name, about: adapter?.about ?? reader, site, shop, href: shopLink(shop, siteList) }]
  })
  return all.toSorted((a, b) => ORDER.indexOf(a.site.state) - ORDER.indexOf(b.site.state))
}

function StatusRow({ row, status }: { row: Row; status: ServerStatus }) {
  const { name, about, site, href } = row
  const [isOpen, setIsOpen] = useState(false)
  const canaries = (status.canaries ?? []).filter(one => one.site === name)
  const drifting = site.drift?.drifting.length ?? 0
  return (
    <tbody class={site.state}>
      <tr>
        <th scope="row">
          <span class={`dot ${site.state}`} /> <a href={href}>{name}</a>
          <small class="hint">
            {about}
            {site.sandbox && ' (sandbox)'}
          </small>
        </th>
        <td>
          <span class={`tag state ${site.state}`}>{STATES[site.state]}</span>
          {drifting > 0 && <span class="tag bad">{drifting} drifting</span>}
          {canaries.some(one => one.state === 'failing') && <span class="tag bad">canary fails</span>}
        </td>
        <td>
          <RequestBars name={name} days={site.drift?.requests ?? []} />
        </td>
        <td class="number" data-label="p50">
          {milliseconds(site.p50_ms)}
        </td>
        <td class="number" data-label="p95">
          {milliseconds(site.p95_ms)}
        </td>
        <td data-label="Succeeded">
          {site.runs === 0 ? '–' : `${percent(site.success_rate)} of ${site.runs}`}
        </td>
        <td data-label="Circuit breaker">{site.circuit}</td>
        <td data-label={site.last_success_at === null ? undefined : 'Last answer'}>
          <span class="line spread">
            {site.last_success_at === null ? '–' : fromNow(site.last_success_at, Date.now())}
            <Button look="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
              Details<span class="quiet"> of {name}</span>
            </Button>
          </span>
        </td>
      </tr>
      <DetailsRow row={row} status={status} isOpen={isOpen} canaries={canaries} />
    </tbody>
  )
}

interface DetailsProps {
  readonly row: Row
  readonly status: ServerStatus
  readonly isOpen: boolean
  readonly canaries: ServerStatus['canaries']
}

/** The last error at once, the rest on demand. */
function DetailsRow({ row: { name, site, shop }, status, isOpen, canaries }: DetailsProps) {
  if (!isOpen && !site.last_fault) return null
  return (
    <tr class="details">
      <td colSpan={8}>
        {site.last_fault && <LastFault fault={site.last_fault} />}
        {isOpen && (
          <ShopDetails site={site} shop={shop} inFlight={status.in_flight[name] ?? 0} canaries={canaries} />
        )}
      </td>
    </tr>
  )
}

function LastFault({ fault }: { fault: NonNullable<SiteStatus['last_fault']> }) {
  return (
    <p class="hint">
      Last error <a href={`/problems/${fault.code}`}>{fault.code}</a> in {fault.operation},{' '}
      <time dateTime={fault.at}>{fromNow(fault.at, Date.now())}</time>
      {fault.detail && `: ${fault.detail}`}
    </p>
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

function summary(sites: readonly SiteStatus[], failingCanaries: number): string {
  const count = (state: SiteStatus['state']) => sites.filter(site => site.state === state).length
  const [bad, idle] = [count('failing') + count('degraded'), count('idle')]
  const drifting = sites.filter(site => (site.drift?.drifting.length ?? 0) > 0).length
  const isFine = bad + drifting + failingCanaries === 0
  return [
    ...(sites.length === 0 ? ['No shop is configured: `wares add URL` adds one.'] : []),
    ...(isFine && sites.length > 0 ? [fineText(sites.length)] : []),
    ...(bad > 0 ? [`${bad} of ${sites.length} shops ${bad === 1 ? 'has' : 'have'} problems.`] : []),
    ...(drifting > 0 ? [`${drifting} with drifting fields.`] : []),
    ...(failingCanaries > 0 ? [`Failing canaries: ${failingCanaries}.`] : []),
    ...(idle > 0 ? [`${idle} had no requests since the start.`] : []),
  ].join(' ')
}

function fineText(count: number): string {
  return count === 1 ? 'No problems at the one shop.' : `No problems at any of the ${count} shops.`
}

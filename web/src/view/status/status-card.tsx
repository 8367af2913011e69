// One shop on the status page: whether it answers, how fast, with which fields, and what went wrong last.
import { humanise } from '../../shape/humanise.ts'
import type { Shop, SiteStatus } from '../../../../client/src/api.ts'
import { Sparkline } from '../chart/sparkline.tsx'
import { fromNow } from '../../shape/time-text.ts'

const STATES: Record<SiteStatus['state'], string> = {
  ok: 'Working',
  degraded: 'Some requests fail',
  failing: 'Failing',
  idle: 'Not asked yet',
  disabled: 'Disabled',
}

/** As the circuit breaker names its states. */
const CIRCUITS: Readonly<Record<string, string>> = {
  closed: 'Requests pass',
  open: 'Paused: the shop failed too often, and is asked again soon',
  'half-open': 'Trying one request after a pause',
}

interface Props {
  readonly name: string
  readonly about: string
  readonly site: SiteStatus
  readonly shop: Shop | undefined
  readonly inFlight: number | undefined
}

export function StatusCard({ name, about, site, shop, inFlight = 0 }: Props) {
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
      {site.runs === 0 ? (
        <p class="hint">
          No requests since startup. <a href="/">Find a product</a> of this shop to see how it answers.
        </p>
      ) : (
        <>
          <Sparkline values={site.latency_ms} />
          <Facts site={site} shop={shop} inFlight={inFlight} />
        </>
      )}
      <Ways ways={site.ways} />
      <LastFault site={site} />
    </>
  )
}

function Facts({ site, shop, inFlight }: Pick<Props, 'site' | 'shop'> & { inFlight: number }) {
  const missing = missingText(shop?.fields ?? {})
  const facts: [string, string][] = [
    [
      'Last success',
      site.last_success_at === null ? 'none since startup' : fromNow(site.last_success_at, Date.now()),
    ],
    ['Answers', `${percent(site.success_rate)} of ${requests(site.runs)} succeeded`],
    ['Speed', `half within ${milliseconds(site.p50_ms)}, 95% within ${milliseconds(site.p95_ms)}`],
    ['Fields', fieldsText(site)],
    ...(missing === undefined ? [] : [['Often missing', missing] satisfies [string, string]]),
    ...(shop?.list ? [['List', listText(shop.list)] satisfies [string, string]] : []),
    ['Circuit', CIRCUITS[site.circuit] ?? site.circuit],
    ...(inFlight > 0 ? [['Now', `${requests(inFlight)} in flight`] satisfies [string, string]] : []),
  ]
  return (
    <dl class="status-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** What a watch on the whole shop can see, and what its check costs. */
function listText({ price, availability, products, requests: used, complete }: NonNullable<Shop['list']>) {
  const states = [...(price ? ['prices'] : []), ...(availability ? ['stock'] : [])].join(' and ')
  const many = products.toLocaleString('en')
  const cost = complete ? `a check costs ${requests(used)}` : `read so far with ${requests(used)}`
  return `${many} products with ${states || 'addresses only'}; ${cost}, single watches ${many}`
}

/** The share of fields that the shop gave, over all its answers of 30 days. */
function fieldsText({ drift }: SiteStatus): string {
  if (!drift || drift.answers === 0 || drift.absent_share === null) return 'not known yet'
  return `${percent(1 - drift.absent_share)} present in ${drift.answers} ${drift.answers === 1 ? 'answer' : 'answers'} (30 days)`
}

const FIELDS_SHOWN = 3
const OFTEN = 0.9

/** What is missing in more than every tenth answer. */
function missingText(fields: Shop['fields']): string | undefined {
  const rare = Object.entries(fields)
    .filter(([, share]) => share < OFTEN)
    .toSorted(([, one], [, other]) => one - other)
  if (rare.length === 0) return undefined
  const shown = rare
    .slice(0, FIELDS_SHOWN)
    .map(([field, share]) => `${humanise(field).toLowerCase()} (${percent(1 - share)} of answers)`)
  const left = rare.length - shown.length
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

/** By which way each operation was served last: its page, a data route, an interface, the general reader. */
function Ways({ ways }: Pick<SiteStatus, 'ways'>) {
  const served = Object.entries(ways)
  if (served.length === 0) return null
  return (
    <ul class="hint">
      {served.map(([operation, way]) => (
        <li key={operation}>
          <code>{operation.split('.')[1]}</code> was last read from <strong>{way}</strong>
        </li>
      ))}
    </ul>
  )
}

function LastFault({ site: { last_fault: fault, runs } }: Pick<Props, 'site'>) {
  if (!fault) return runs === 0 ? null : <p class="hint last">No errors since startup</p>
  return (
    <p class="hint last">
      Last error <a href={`/problems/${fault.code}`}>{fault.code}</a> in {fault.operation},{' '}
      <time dateTime={fault.at}>{fromNow(fault.at, Date.now())}</time>
      {fault.detail && `: ${fault.detail}`}
    </p>
  )
}

function requests(count: number): string {
  return `${count} ${count === 1 ? 'request' : 'requests'}`
}

function percent(share: number | null): string {
  return share === null ? '–' : `${(share * 100).toFixed(share === 0 || share === 1 ? 0 : 1)}%`
}

function milliseconds(ms: number | null): string {
  return ms === null ? '–' : ms < 1000 ? `${Math.round(ms)}\u00a0ms` : `${(ms / 1000).toFixed(1)}\u00a0s`
}

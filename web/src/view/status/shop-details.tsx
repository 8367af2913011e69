// What else is known of a shop: latency by operation, missing fields, its list, drift and canaries.
import type { CanaryStatus, Shop, SiteStatus } from '../../../../client/src/api.ts'
import { FieldBars } from './day-bars.tsx'
import { milliseconds, percent } from '../../shape/figures.ts'
import { humanise } from '../../shape/humanise.ts'

interface Props {
  readonly site: SiteStatus
  readonly shop: Shop | undefined
  readonly inFlight: number
  readonly canaries: readonly CanaryStatus[]
}

const CANARIES: Record<CanaryStatus['state'], string> = {
  new: 'not checked yet',
  ok: 'passes',
  doubtful: 'failed once',
  failing: 'fails',
}

export function ShopDetails({ site, shop, inFlight, canaries }: Props) {
  const missing = missingText(shop?.fields ?? {}, site.drift?.answers ?? 0)
  const facts: [string, string][] = [
    ...Object.entries(site.operations).map(([id, { runs, p50_ms, p95_ms }]): [string, string] => [
      id,
      `${milliseconds(p50_ms)} p50, ${milliseconds(p95_ms)} p95 in ${requests(runs)}${wayText(site.ways[id])}`,
    ]),
    [FIELDS, fieldsText(site)],
    ...(missing === undefined ? [] : [['Often missing', missing] satisfies [string, string]]),
    ...(shop?.list ? [['List', listText(shop.list)] satisfies [string, string]] : []),
    ...(inFlight > 0 ? [['Now', `${requests(inFlight)} in flight`] satisfies [string, string]] : []),
  ]
  return (
    <>
      <dl class="status-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {name === FIELDS && site.drift && (
                <FieldBars name={shop?.name ?? ''} days={site.drift.presence} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <ul class="wrapped">
        {(site.drift?.drifting ?? []).map(field => (
          <li key={`${field.operation} ${field.field}`}>
            <span class="tag bad">Drifting</span> {field.operation} <code>{field.field || 'page'}</code>: in{' '}
            {percent(field.share)} of the answers, usually {percent(field.usual_share)}
          </li>
        ))}
        {canaries.map(canary => (
          <li key={canary.id}>
            <span class={canary.state === 'failing' ? 'tag bad' : 'tag'}>
              Canary {CANARIES[canary.state]}
            </span>{' '}
            {canary.name}
            {canary.detail && `: ${canary.detail}`}
          </li>
        ))}
      </ul>
    </>
  )
}

const FIELDS = 'Fields'

/** The way that served the operation last: its page, a data route, an interface, the general reader. */
function wayText(way: string | undefined): string {
  return way === undefined ? '' : `, last read from ${way}`
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
/** One product without a field says nothing about the shop. */
const ANSWERS_MIN = 10

/** What is missing in more than every tenth answer. */
function missingText(fields: Shop['fields'], answers: number): string | undefined {
  const rare = Object.entries(fields)
    .filter(([, share]) => share < OFTEN)
    .toSorted(([, one], [, other]) => one - other)
  if (rare.length === 0 || answers < ANSWERS_MIN) return undefined
  const shown = rare
    .slice(0, FIELDS_SHOWN)
    .map(([field, share]) => `${humanise(field).toLowerCase()} (${percent(1 - share)} of answers)`)
  const left = rare.length - shown.length
  return `${shown.join(', ')}${left > 0 ? ` and ${left} more` : ''}`
}

function requests(count: number): string {
  return `${count} ${count === 1 ? 'request' : 'requests'}`
}

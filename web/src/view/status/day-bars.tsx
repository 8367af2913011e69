// The last 30 days of a shop as bars, grey where it was not asked: the requests that it answered, or the fields that it gave.
import type { SiteStatus } from '../../../../client/src/api.ts'
import { percent } from '../../shape/figures.ts'
import { dayText } from '../../shape/time-text.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const HEIGHT = 24
const BAR = 4
/** However few requests failed, one sees that some did. */
const FAILED_MIN = 4

type Drift = NonNullable<SiteStatus['drift']>

interface Props<T> {
  readonly name: string
  readonly days: readonly T[]
}

export function RequestBars({ name, days }: Props<Drift['requests'][number]>) {
  const rates = days.map(({ day, answered, failed }) => {
    const all = answered + failed
    const text = failed === 0 ? `${count(all)} answered` : `${answered} of ${count(all)} answered`
    return { day, share: answered / all, text }
  })
  return (
    <Bars label={`${name}, 30 days: ${requestsText(days)}`} days={rates}>
      {share => {
        const failed = share === 1 ? 0 : Math.max(FAILED_MIN, (1 - share) * HEIGHT)
        return [
          { kind: 'failed', y: 0, height: failed },
          { kind: '', y: failed, height: HEIGHT - failed },
        ]
      }}
    </Bars>
  )
}

/** `98 of 100 requests answered, fewest on 3 March`. */
function requestsText(days: Drift['requests']): string {
  const sum = (key: 'answered' | 'failed') => days.reduce((total, day) => total + day[key], 0)
  const [answered, failed] = [sum('answered'), sum('failed')]
  if (answered + failed === 0) return 'no requests'
  if (failed === 0) return `${count(answered)} answered`
  const rate = (day: Drift['requests'][number]) => day.answered / (day.answered + day.failed)
  const worst = days.reduce((lowest, day) => (rate(day) < rate(lowest) ? day : lowest))
  return `${answered} of ${count(answered + failed)} answered, fewest on ${dayText(worst.day)}`
}

/** Below this share of fields, something may have changed. */
const LOW = 0.8

export function FieldBars({ name, days }: Props<Drift['presence'][number]>) {
  const shares = days.flatMap(({ day, share }) =>
    share === null ? [] : [{ day, share, text: `${percent(share)} of fields present` }],
  )
  const lowest = Math.min(...shares.map(({ share }) => share))
  const text = shares.length === 0 ? 'no answers' : `lowest ${percent(lowest)}`
  return (
    <Bars label={`Fields present at ${name}, 30 days: ${text}`} days={shares}>
      {share => [{ kind: share < LOW ? 'low' : '', y: (1 - share) * HEIGHT, height: share * HEIGHT }]}
    </Bars>
  )
}

interface BarsProps {
  readonly label: string
  readonly days: readonly { readonly day: string; readonly share: number; readonly text: string }[]
  readonly children: (share: number) => readonly { kind: string; y: number; height: number }[]
}

function Bars({ label, days, children }: BarsProps) {
  const barByDay = new Map(days.map(one => [one.day, one]))
  const all = Array.from({ length: DAYS }, (_, place) => {
    const day = new Date(Date.now() - (DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10)
    return { x: place * BAR, one: barByDay.get(day) }
  })
  const none = all.filter(({ one }) => !one).map(({ x }) => `M${x} ${HEIGHT - 1}h${BAR - 1}`)
  return (
    <svg
      class="day-bars"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${DAYS * BAR} ${HEIGHT}`}
      width={DAYS * BAR}
      height={HEIGHT}
    >
      {/* Most shops are quiet on most days: one element for all of these. */}
      <path class="none" d={none.join('')} />
      {all.flatMap(({ x, one }) =>
        (one ? children(one.share) : [])
          .filter(part => part.height > 0)
          .map(part => (
            <rect
              key={`${x} ${part.kind}`}
              class={part.kind}
              x={x}
              width={BAR - 1}
              y={part.y}
              height={part.height}
            >
              <title>{`${dayText(one?.day ?? '')}: ${one?.text}`}</title>
            </rect>
          )),
      )}
    </svg>
  )
}

function count(requests: number): string {
  return `${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`
}

// The last 30 days of a shop as bars: the share of fields that its answers had, grey where it was not asked.
import type { SiteStatus } from '../../../../client/src/api.ts'
import { dayText } from '../../shape/time-text.ts'
import { percent } from './shop-details.tsx'

const DAYS = 30
const DAY_MS = 86_400_000
const HEIGHT = 24
const BAR = 4

interface Props {
  readonly name: string
  readonly days: NonNullable<SiteStatus['drift']>['presence']
}

export function DayBars({ name, days }: Props) {
  const shares = new Map(days.map(({ day, share }) => [day, share]))
  const all = Array.from({ length: DAYS }, (_, place) => {
    const day = new Date(Date.now() - (DAYS - 1 - place) * DAY_MS).toISOString().slice(0, 10)
    return { day, share: shares.get(day) ?? null }
  })
  const asked = all.filter(one => one.share !== null)
  const lowest = Math.min(...asked.map(one => one.share ?? 1))
  const text =
    asked.length === 0 ? 'no answers' : `answers on ${asked.length} days, lowest ${percent(lowest)}`
  return (
    <svg
      class="day-bars"
      role="img"
      aria-label={`Fields present at ${name}, 30 days: ${text}`}
      viewBox={`0 0 ${DAYS * BAR} ${HEIGHT}`}
      width={DAYS * BAR}
      height={HEIGHT}
    >
      {all.map(({ day, share }, place) => {
        const height = share === null ? 2 : Math.max(2, share * HEIGHT)
        return (
          <rect
            key={day}
            class={share === null ? 'none' : share < LOW ? 'low' : ''}
            x={place * BAR}
            y={HEIGHT - height}
            width={BAR - 1}
            height={height}
          >
            <title>
              {dayText(day)}: {share === null ? 'no answers' : `${percent(share)} of fields present`}
            </title>
          </rect>
        )
      })}
    </svg>
  )
}

/** Below this share of fields, something may have changed. */
const LOW = 0.8

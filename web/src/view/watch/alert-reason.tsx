// Why a change is an alert: the conditions, what they were held against, since when and how often it was seen.
import { moneyText } from '../../model/general.ts'
import type { AlertReason } from '../../model/watch-api.ts'
import { humaniseKind } from '../../shape/humanise.ts'
import { isMoney } from '../../shape/price-history.ts'
import { durationText, timeText } from '../../shape/time-text.ts'

export function AlertReasonView({ why }: { why: AlertReason }) {
  const { conditions, since, times_seen: times, request_ids: ids } = why
  return (
    <ul class="why">
      {conditions.map(condition => (
        <li key={condition.when}>
          Condition: <strong>{condition.when}</strong>
          {heldAgainst(condition)}
        </li>
      ))}
      <li class="hint">
        Seen {times === 1 ? 'once' : `${times} times`}, first <time dateTime={since}>{timeText(since)}</time>
        {ids.length > 0 && (
          <>
            {' '}
            by <code>{ids.join(', ')}</code>
          </>
        )}
      </li>
    </ul>
  )
}

function heldAgainst({ baseline, window }: AlertReason['conditions'][number]): string {
  if (!baseline) return ''
  const { is, value, at } = baseline
  const text = isMoney(value) ? moneyText(value) : humaniseKind(value)
  const since = at === null ? '' : ` since ${timeText(at)}`
  const seen = window
    ? `; ${durationText(window.seen_seconds)} of ${durationText(window.seconds)} were seen`
    : ''
  return ` (${humaniseKind(is).toLowerCase()} ${text}${since}${seen})`
}

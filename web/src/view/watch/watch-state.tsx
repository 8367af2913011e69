// How a watch is doing, as a sign and in words.
import type { Watch, WatchState } from '../../model/watch-api.ts'
import { durationText, fromNow, timeText } from '../../shape/time-text.ts'

const STATES: Record<WatchState, readonly [string, string]> = {
  new: ['Not checked yet', ''],
  ok: ['Working', 'good'],
  failing: ['Failing', 'bad'],
  gone: ['Product gone', 'absent'],
  paused: ['Paused', ''],
}

export function WatchStateTag({ state }: { state: WatchState }) {
  const [text, sign] = STATES[state]
  return <span class={`tag ${sign}`}>{text}</span>
}

export function ChecksText({ watch }: { watch: Watch }) {
  const { last_check: last, next_check_at: next, every_s: everyS, auto } = watch
  const nowMs = Date.now()
  const parts = [
    `every ${durationText(everyS)}${auto ? ' (auto)' : ''}`,
    // Its clock may be a little ahead of ours.
    last ? `last check ${fromNow(last.at, Math.max(nowMs, Date.parse(last.at)))}` : '',
    next === null ? '' : Date.parse(next) <= nowMs ? 'due now' : `next ${fromNow(next, nowMs)}`,
  ]
  return (
    <span class="hint">
      {parts.filter(Boolean).join(', ')}
      {last && last.outcome !== 'ok' && (
        <span class="error">
          {' '}
          {last.outcome}
          {last.detail ? `: ${last.detail}` : ''}
        </span>
      )}
    </span>
  )
}

/** What is shown beside it was seen before, and may no longer be true. */
export function FailingSince({ watch: { state, last_ok_at: lastOkAt } }: { watch: Watch }) {
  if (state !== 'failing' || lastOkAt === null) return null
  return (
    <span class="error">
      Not read since {timeText(lastOkAt)} ({fromNow(lastOkAt, Math.max(Date.now(), Date.parse(lastOkAt)))})
    </span>
  )
}

/** What narrows or slows down its alerts. */
export function WatchSettings({ watch }: { watch: Watch }) {
  const { variant, confirm, cooldown_s: cooldownS, active, tags } = watch
  const all = [
    ...Object.values(variant ?? {}),
    ...(confirm > 1 ? [`seen ${confirm} times`] : []),
    ...(cooldownS > 0 ? [`at most every ${durationText(cooldownS)}`] : []),
    ...(active === null ? [] : [active]),
    ...tags.map(tag => `#${tag}`),
  ]
  return (
    <>
      {all.map(tag => (
        <span key={tag} class="chip">
          {tag}
        </span>
      ))}
    </>
  )
}

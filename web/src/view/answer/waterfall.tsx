// Where the time went: the server's stages one after another, then the network.
import type { Stage } from '../../../../client/src/answer-headers.ts'
import type { CallResult } from '../../model/make-call.ts'

const STAGE_TITLES: Readonly<Record<string, string>> = {
  key: 'Key and limits',
  wait: 'Waiting for the rate limit of the site',
  connect: 'Connecting to the shop',
  upstream: 'Response of the shop',
  inflate: 'Decompressing',
  read: 'Reading the page',
  pool: 'Passing the page to a worker',
  robots: 'Reading robots.txt',
  retry: 'Waiting to retry',
}

interface Bar extends Stage {
  readonly fromMs: number
  readonly title: string
}

export function Waterfall({ answered }: { answered: CallResult }) {
  const { bars, spanMs } = barsOf(answered)
  return (
    <div class="card">
      <table class="waterfall">
        <caption class="quiet">Where the time went</caption>
        <tbody>
          {bars.map((bar, place) => (
            <tr key={`${bar.name} ${place}`}>
              <th scope="row">{bar.title}</th>
              <td class="track">
                <span
                  class={`fill ${bar.name}`}
                  style={{ left: percent(bar.fromMs / spanMs), width: percent(bar.ms / spanMs) }}
                />
              </td>
              <td class="number">{bar.ms < 10 ? bar.ms.toFixed(2) : Math.round(bar.ms)} ms</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="hint">
        From the <code>Server-Timing</code> header. Stages that ran in parallel are listed one after another.{' '}
        {limitsText(answered)}
      </p>
      {answered.requestId && (
        <p class="hint">
          Request <code>{answered.requestId}</code>
        </p>
      )}
    </div>
  )
}

function barsOf({ stages, ms }: CallResult): { bars: Bar[]; spanMs: number } {
  const total = stages.find(stage => stage.name === 'total')
  let fromMs = 0
  const inner = stages
    .filter(stage => stage !== total)
    .map(stage => {
      const bar = { name: stage.name, ms: stage.ms, fromMs, title: STAGE_TITLES[stage.name] ?? stage.name }
      fromMs += stage.ms
      return bar
    })
  const serverMs = total?.ms ?? fromMs
  const rest = Math.max(0, serverMs - fromMs)
  const bars = [
    ...inner,
    { name: 'rest', title: 'Other work in Wares', ms: rest, fromMs },
    {
      name: 'way',
      title: 'Network to this page',
      ms: Math.max(0, ms - serverMs),
      fromMs: Math.max(serverMs, fromMs),
    },
    { name: 'total', title: 'Total', ms, fromMs: 0 },
  ]
  return { bars, spanMs: Math.max(ms, ...bars.map(bar => bar.fromMs + bar.ms)) }
}

function percent(part: number): string {
  return `${Math.min(100, part * 100).toFixed(2)}%`
}

function limitsText({ limits }: CallResult): string {
  return limits
    .map(
      ({ name, remaining, limit }) =>
        `Requests left (${name}): ${remaining.toLocaleString('en')}${limit ? ` of ${limit.toLocaleString('en')}` : ''}.`,
    )
    .join(' ')
}

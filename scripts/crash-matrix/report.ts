// The table of the kills: what callers saw during each, how long it took, and what was lost or doubled. Pure.
import type { Message, Violation } from './checks.ts'
import type { KilledPart } from './kills.ts'
import type { Sample } from './traffic.ts'

/** Errors are allowed from the kill until the part works again, and only documented ones with Retry-After. */
export function sampleViolations(samples: readonly Sample[], killed: readonly KilledPart[]): Violation[] {
  return samples
    .filter(({ outcome }) => outcome !== 'right')
    .filter(
      ({ outcome, fromMs, toMs }) =>
        outcome === 'wrong' || !killed.some(({ killedMs, backMs }) => fromMs <= backMs && toMs >= killedMs),
    )
    .map(({ toMs, text, outcome }) => ({ kind: 'wrong', atMs: toMs, text: `${outcome} ${text}` }))
}

export interface TableInput {
  readonly killed: readonly KilledPart[]
  readonly samples: readonly Sample[]
  readonly messages: readonly Message[]
  readonly violations: readonly Violation[]
}

/** Each event belongs to the last kill before it. */
function duringKill<T>(
  place: number,
  killed: readonly KilledPart[],
  all: readonly T[],
  at: (one: T) => number,
) {
  const fromMs = killed[place]?.killedMs ?? 0
  const toMs = killed[place + 1]?.killedMs ?? Infinity
  return all.filter(one => at(one) >= fromMs && at(one) < toMs)
}

export function killTable({ killed, samples, messages, violations }: TableInput): string {
  const repeats = messages.filter(({ id }, place) => messages.findIndex(one => one.id === id) < place)
  const rows = killed.map(({ part, startedMs, backMs }, place) => {
    const seen = duringKill(place, killed, samples, ({ toMs }) => toMs)
    const count = (outcome: Sample['outcome'], isRequest: boolean) =>
      seen.filter(one => one.outcome === outcome && (one.what === 'request') === isRequest).length
    const bad = duringKill(place, killed, violations, ({ atMs }) => atMs)
    const of = (kind: Violation['kind']) => String(bad.filter(one => one.kind === kind).length)
    return [
      part.name,
      `${seen.filter(({ what }) => what === 'request').length}`,
      String(seen.filter(({ reply }) => reply.attempts.length > 1).length),
      `${count('refused', true) + count('cut', true)}`,
      `${count('refused', false)} + ${count('cut', false)}`,
      ((backMs - startedMs) / 1000).toFixed(1),
      of('wrong'),
      of('lost'),
      of('doubled'),
      String(duringKill(place, killed, repeats, ({ atMs }) => atMs).length),
    ]
  })
  return markdown([HEAD, ...rows])
}

const HEAD = [
  'part killed',
  'requests',
  'sent again to another replica',
  'errors',
  'errors of watch calls (503 + cut)',
  'recovery s',
  'wrong',
  'lost',
  'doubled',
  'messages sent again',
]

function markdown([head = [], ...rows]: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

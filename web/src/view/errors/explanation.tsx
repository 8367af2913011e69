// What the table of errors says about a code: the cause, what to do, and whether to retry.
import { durationText } from '../../shape/time-text.ts'
import { Prose } from '../code/prose.tsx'

/** A row of the server's own table, as /problems gives it. */
export interface ProblemKind {
  readonly code: string
  readonly status: number
  readonly whose: string
  readonly retryable: boolean
  readonly title: string
  readonly when: string
  readonly next: string
}

const CAUSE_LABELS: Readonly<Record<string, string>> = {
  caller: 'your request',
  upstream: 'the shop',
  operator: 'the server configuration',
  us: 'Wares',
}

/** A page that cannot be read is the occasion, whoever repairs the reading. */
export function causeOf({ code, whose }: Pick<ProblemKind, 'code' | 'whose'>): string {
  return code === 'upstream_changed' ? 'the shop’s page' : (CAUSE_LABELS[whose] ?? whose)
}

interface Props {
  readonly kind: ProblemKind
  readonly retryAfterS?: number | undefined
}

export function Explanation({ kind, retryAfterS }: Props) {
  return (
    <dl class="explain">
      <dt>Cause</dt>
      <dd>{causeOf(kind)}</dd>
      <dt>What to do</dt>
      <dd>
        <Prose text={kind.next} />
      </dd>
      <dt>Retry</dt>
      <dd>{retryAdvice(kind.retryable, retryAfterS)}</dd>
    </dl>
  )
}

function retryAdvice(retryable: boolean, retryAfterS: number | undefined): string {
  if (!retryable) return 'no: the same request fails again'
  return retryAfterS === undefined ? 'yes' : `yes, after ${durationText(retryAfterS)}`
}

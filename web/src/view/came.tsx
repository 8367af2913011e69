// What came of an attempt to meet an error: the problem of this very call, its document, and the call as curl.
import type { Attempt } from '../model/attempts.ts'
import { curl } from '../model/code.ts'
import { AnswerBar } from './answer-bar.tsx'
import { CopyButton } from './copy-button.tsx'
import type { ProblemKind } from './explanation.tsx'
import { ProblemDetail } from './problem.tsx'
import { Prose } from './prose.tsx'
import { Running } from './running.tsx'
import type { CallState } from './use-calls.ts'

interface Props {
  readonly kind: ProblemKind
  readonly attempt: Attempt
  readonly state: CallState
  readonly onCancel: () => void
}

export function Came({ kind, attempt, state, onCancel }: Props) {
  return (
    <div class="came" role="status" aria-busy={state.phase === 'running'}>
      {state.phase === 'running' && (
        <>
          <Running sinceMs={state.sinceMs} />
          <button class="button small" type="button" onClick={onCancel}>
            Cancel
          </button>
        </>
      )}
      {state.phase === 'cancelled' && <p class="hint">Cancelled.</p>}
      {state.phase === 'unreached' && <p class="error">Wares could not be reached ({state.why}).</p>}
      {state.phase === 'answered' && <Answered kind={kind} attempt={attempt} answered={state.answered} />}
    </div>
  )
}

function Answered({
  kind,
  attempt,
  answered,
}: Pick<Props, 'kind' | 'attempt'> & { answered: Extract<CallState, { phase: 'answered' }>['answered'] }) {
  const { problem, retryAfterS } = answered
  const code = curl({
    ...attempt.ask,
    origin: location.origin,
    freshness: 'any',
    ...(attempt.key === undefined || attempt.note ? {} : { key: attempt.key }),
  })
  return (
    <>
      <AnswerBar answered={answered} />
      {!problem && <p>It was answered after all.</p>}
      {problem && problem.code !== kind.code && (
        <p>
          Another error came first: <a href={`#${problem.code}`}>{problem.title}</a>.
        </p>
      )}
      {problem && <ProblemDetail problem={problem} />}
      {retryAfterS !== undefined && (
        <p class="hint">
          <code>Retry-After: {retryAfterS}</code>
        </p>
      )}
      <details class="more">
        <summary>The problem document</summary>
        <pre tabIndex={0}>{JSON.stringify(answered.body, null, 2)}</pre>
      </details>
      <details class="more">
        <summary>The call as curl</summary>
        <div class="bar">
          <pre class="wrapped" tabIndex={0}>
            {code}
          </pre>
          <CopyButton text={code} />
        </div>
        {attempt.note && (
          <p class="hint">
            <Prose text={attempt.note} />
          </p>
        )}
      </details>
    </>
  )
}

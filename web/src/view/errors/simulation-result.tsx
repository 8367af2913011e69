// The result of a simulated error: the problem of this very call, its document, and the call as curl.
import type { ErrorSimulation } from '../../model/error-simulations.ts'
import { curl } from '../../model/code-samples.ts'
import { AnswerBar } from '../answer/answer-bar.tsx'
import { CopyButton } from '../code/copy-button.tsx'
import { JsonView } from '../code/json-view.tsx'
import type { ProblemKind } from './explanation.tsx'
import { ProblemDetail } from './problem-view.tsx'
import { Prose } from '../code/prose.tsx'
import { CallProgress } from '../call/call-progress.tsx'
import type { CallState } from '../call/use-calls.ts'

interface Props {
  readonly kind: ProblemKind
  readonly simulation: ErrorSimulation
  readonly state: CallState
  readonly onCancel: () => void
}

export function SimulationResult({ kind, simulation, state, onCancel }: Props) {
  return (
    <div class="came" role="status" aria-busy={state.phase === 'running'}>
      {state.phase === 'running' && (
        <>
          <CallProgress sinceMs={state.sinceMs} />
          <button class="button small" type="button" onClick={onCancel}>
            Cancel
          </button>
        </>
      )}
      {state.phase === 'cancelled' && <p class="hint">Cancelled.</p>}
      {state.phase === 'unreached' && <p class="error">Wares could not be reached ({state.reason}).</p>}
      {state.phase === 'answered' && (
        <SimulationDetails kind={kind} simulation={simulation} answered={state.answered} />
      )}
    </div>
  )
}

function SimulationDetails({
  kind,
  simulation,
  answered,
}: Pick<Props, 'kind' | 'simulation'> & { answered: Extract<CallState, { phase: 'answered' }>['answered'] }) {
  const { problem, retryAfterS } = answered
  const code = curl({
    ...simulation.request,
    origin: location.origin,
    freshness: 'any',
    ...(simulation.key === undefined || simulation.note ? {} : { key: simulation.key }),
  })
  return (
    <>
      <AnswerBar answered={answered} />
      {!problem && <p>The request succeeded instead.</p>}
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
        <summary>Problem document</summary>
        <JsonView value={answered.body} label="Problem document" />
      </details>
      <details class="more">
        <summary>curl command</summary>
        <div class="bar">
          <pre class="wrapped" tabIndex={0}>
            {code}
          </pre>
          <CopyButton text={code} />
        </div>
        {simulation.note && (
          <p class="hint">
            <Prose text={simulation.note} />
          </p>
        )}
      </details>
    </>
  )
}

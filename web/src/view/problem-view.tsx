// A problem as an explanation and a next step, taken from the server's own table.
import { useCallback } from 'preact/hooks'
import type { CallResult, Problem } from '../model/make-call.ts'
import { asSentence } from '../shape/humanise.ts'
import { Explanation, type ProblemKind } from './explanation.tsx'
import { getJson, useLoaded } from './server-info.ts'

interface Props {
  readonly answered: CallResult
  readonly problem: Problem
  readonly onRetry: () => void
}

export function ProblemView({ answered, problem, onRetry }: Props) {
  const load = useCallback(
    () => (problem.code ? getJson<ProblemKind>(`/problems/${problem.code}`) : Promise.resolve(undefined)),
    [problem.code],
  )
  const loaded = useLoaded(load)
  const kind = loaded && 'value' in loaded ? loaded.value : undefined
  return (
    <div class="card problem">
      <h2>{problem.title}</h2>
      <ProblemDetail problem={problem} />
      {kind && <Explanation kind={kind} retryAfterS={answered.retryAfterS} />}
      <div class="buttons">
        {problem.retryable && (
          <button class="button" type="button" onClick={onRetry}>
            Try again
          </button>
        )}
        {problem.code && (
          <a class="button quiet-button" href={`/errors#${problem.code}`}>
            {problem.code}
          </a>
        )}
        {answered.requestId && (
          <span class="hint">
            Request <code>{answered.requestId}</code>
          </span>
        )}
      </div>
    </div>
  )
}

/** What is wrong this time: the detail, and the parameters that it names. */
export function ProblemDetail({ problem: { detail, errors = [] } }: { problem: Problem }) {
  // One wrong parameter is often all that the detail says.
  const further = errors.filter(error => error.accepted !== undefined || !detail.includes(error.message))
  return (
    <>
      <p class="detail">{asSentence(detail)}</p>
      {further.length > 0 && (
        <ul>
          {further.map(error => (
            <li key={`${error.name} ${error.message}`}>
              <code>{error.name}</code>: {error.message}
              {error.accepted ? ` Accepted: ${error.accepted.join(', ')}.` : ''}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

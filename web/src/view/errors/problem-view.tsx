// A problem as an explanation and a next step, taken from the server's own table.
import { useCallback } from 'preact/hooks'
import type { CallResult, Problem } from '../../model/make-call.ts'
import { Prose } from '../code/prose.tsx'
import { asSentence } from '../../shape/humanise.ts'
import { Explanation, type ProblemKind } from './explanation.tsx'
import { KeyNeeded } from '../shell/key-box.tsx'
import { getJson, useLoaded } from '../shell/server-info.ts'
import { Button } from '../control/button.tsx'

/** The table speaks to programs; these are for the user of a form. */
const FORM_ADVICE: Readonly<Record<string, string>> = {
  invalid_parameter: 'Correct the field and run the request again.',
}

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
  const { value: kind } = useLoaded(load)
  return (
    <div class="card problem">
      <h2>{problem.title}</h2>
      <ProblemDetail problem={problem} />
      {kind && (
        <Explanation
          kind={{ ...kind, next: FORM_ADVICE[kind.code] ?? kind.next }}
          retryAfterS={answered.retryAfterS}
        />
      )}
      <KeyNeeded code={problem.code} />
      <div class="buttons">
        {problem.retryable && <Button onClick={onRetry}>Try again</Button>}
        {problem.code && (
          <a href={`/problems/${problem.code}`}>
            <code>{problem.code}</code>
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
export function ProblemDetail({
  problem: { detail, errors = [] },
}: {
  problem: Pick<Problem, 'detail' | 'errors'>
}) {
  // The detail often repeats the message of the one wrong parameter.
  const isRepeated = (message: string) => detail.toLowerCase().includes(message.toLowerCase())
  const further = errors.filter(
    ({ name, message, accepted }) => !isRepeated(message) || (accepted && !accepted.includes(name)),
  )
  return (
    <>
      <p class="detail">
        <Prose text={asSentence(detail)} />
      </p>
      {further.length > 0 && (
        <ul>
          {further.map(({ name, message, accepted }) => (
            <li key={`${name} ${message}`}>
              <code>{name}</code>: {isRepeated(message) ? '' : `${message}. `}
              {accepted && `Accepted: ${accepted.join(', ')}.`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

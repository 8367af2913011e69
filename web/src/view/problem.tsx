// A problem as an explanation and a next step, taken from the server's own table.
import { useCallback } from 'preact/hooks'
import type { Answered, Problem } from '../model/call.ts'
import { Prose } from './prose.tsx'
import { getJson, useLoaded } from './use-facts.ts'

interface Kind {
  readonly whose: keyof typeof WHOSE
  readonly when: string
  readonly next: string
}

const WHOSE = {
  caller: 'something in the request',
  upstream: 'the shop',
  operator: 'how this server is set up',
  us: 'Wares itself',
}

interface Props {
  readonly answered: Answered
  readonly problem: Problem
  readonly onAgain: () => void
}

export function ProblemView({ answered, problem, onAgain }: Props) {
  const load = useCallback(
    () => (problem.code ? getJson<Kind>(`/problems/${problem.code}`) : Promise.resolve(undefined)),
    [problem.code],
  )
  const loaded = useLoaded(load)
  const kind = loaded && 'value' in loaded ? loaded.value : undefined
  return (
    <div class="card problem">
      <h2>{problem.title}</h2>
      <p class="detail">{problem.detail}</p>
      {problem.errors && (
        <ul>
          {problem.errors.map(error => (
            <li key={`${error.name} ${error.message}`}>
              <code>{error.name}</code>: {error.message}
              {error.accepted ? ` Accepted: ${error.accepted.join(', ')}.` : ''}
            </li>
          ))}
        </ul>
      )}
      {kind && (
        <dl class="explain">
          <dt>When</dt>
          <dd>
            <Prose text={kind.when} />
          </dd>
          <dt>What to do</dt>
          <dd>
            <Prose text={kind.next} />
          </dd>
          <dt>It lies with</dt>
          <dd>{WHOSE[kind.whose]}</dd>
          <dt>Trying again</dt>
          <dd>{retryWords(problem.retryable, answered.retryAfterS)}</dd>
        </dl>
      )}
      <div class="buttons">
        {problem.retryable && (
          <button class="button" type="button" onClick={onAgain}>
            Try again
          </button>
        )}
        {problem.code && (
          <a class="button quiet-button" href={`/problems/${problem.code}`}>
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

function retryWords(retryable: boolean, retryAfterS: number | undefined): string {
  if (!retryable) return 'will not help'
  return retryAfterS === undefined ? 'may help' : `may help after ${retryAfterS} s`
}

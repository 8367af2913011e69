// One error of the table: its explanation, its next step, and the ways to simulate it.
import type { ComponentChildren } from 'preact'
import type { ErrorSimulation, AvailableSimulations } from '../../model/error-simulations.ts'
import { magicWordParameter } from '../../model/magic-word-parameter.ts'
import type { ProblemKind } from './explanation.tsx'
import { Prose } from '../code/prose.tsx'

interface Props {
  readonly kind: ProblemKind
  readonly simulations: AvailableSimulations
  readonly onTry: (attempt: ErrorSimulation) => void
  /** What came of an attempt. */
  readonly children: ComponentChildren
}

export function ErrorRow({ kind, simulations, onTry, children }: Props) {
  return (
    <li id={kind.code} class="error-row">
      <div>
        <h3>{kind.title}</h3>
        <p>
          <span class="tag">{kind.status}</span> <code>{kind.code}</code>
        </p>
        {kind.retryable && <p class="hint">retryable</p>}
      </div>
      <div class="words">
        <p>
          <Prose text={kind.when} />
        </p>
        <p>
          <strong>What to do:</strong> <Prose text={kind.next} />
        </p>
        {typeof simulations === 'string' ? (
          <p class="hint">
            Cannot be simulated here: <Prose text={simulations} />
          </p>
        ) : (
          <ul class="ways">
            {simulations.map(attempt => (
              <li key={attempt.description}>
                <button class="button small" type="button" onClick={() => onTry(attempt)}>
                  Try {attempt.magicWord ? `~${attempt.magicWord}` : 'it'}
                  <span class="quiet">: {kind.code}</span>
                </button>{' '}
                <span class="hint">
                  <Prose text={describeSimulation(attempt)} />
                </span>
              </li>
            ))}
          </ul>
        )}
        {children}
      </div>
    </li>
  )
}

function describeSimulation({
  request: { operation, params },
  magicWord,
  description,
}: ErrorSimulation): string {
  const carrier = magicWord === undefined ? undefined : magicWordParameter(operation, params)
  return carrier === undefined
    ? `calls ${operation.id} ${description}`
    : `calls ${operation.id} with \`${String(params[carrier])}\`: ${description}`
}

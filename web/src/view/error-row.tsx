// One error of the table: its explanation, its next step, and the ways to meet it.
import type { ComponentChildren } from 'preact'
import type { Attempt, Chance } from '../model/attempts.ts'
import { carrierOf } from '../model/magic.ts'
import type { ProblemKind } from './explanation.tsx'
import { Prose } from './prose.tsx'

interface Props {
  readonly kind: ProblemKind
  readonly chance: Chance
  readonly onTry: (attempt: Attempt) => void
  /** What came of an attempt. */
  readonly children: ComponentChildren
}

export function ErrorRow({ kind, chance, onTry, children }: Props) {
  return (
    <li id={kind.code} class="error-row">
      <div>
        <h3>{kind.title}</h3>
        <p>
          <span class="tag">{kind.status}</span> <code>{kind.code}</code>
        </p>
        {kind.retryable && <p class="hint">may be tried again</p>}
      </div>
      <div class="words">
        <p>
          <Prose text={kind.when} />
        </p>
        <p>
          <strong>What to do.</strong> <Prose text={kind.next} />
        </p>
        {typeof chance === 'string' ? (
          <p class="hint">
            Cannot be tried from here: <Prose text={chance} />
          </p>
        ) : (
          <ul class="ways">
            {chance.map(attempt => (
              <li key={attempt.says}>
                <button class="button small" type="button" onClick={() => onTry(attempt)}>
                  Try {attempt.word ? `~${attempt.word}` : 'it'}
                  <span class="quiet">: {kind.code}</span>
                </button>{' '}
                <span class="hint">
                  <Prose text={wordsOf(attempt)} />
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

function wordsOf({ ask: { operation, params }, word, says }: Attempt): string {
  const carrier = word === undefined ? undefined : carrierOf(operation, params)
  return carrier === undefined
    ? `asks ${operation.id} ${says}`
    : `asks ${operation.id} for \`${String(params[carrier])}\`: ${says}`
}

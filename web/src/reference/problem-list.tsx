// The errors that an operation can give, by who can do something about them.
import type { ReferenceEntry } from '../model/reference.ts'
import { causeOf, type ProblemKind } from '../view/errors/explanation.tsx'
import { Prose } from '../view/code/prose.tsx'

export function ProblemList({ entry, kinds }: { entry: ReferenceEntry; kinds: readonly ProblemKind[] }) {
  const codes = new Set(entry.problems.flatMap(({ codes }) => codes))
  const possible = kinds.filter(kind => codes.has(kind.code))
  return (
    <>
      <p>
        A failure is a problem document (<code>application/problem+json</code>) with one of these codes. See{' '}
        <a href="/docs/guides/errors">Errors</a>, also for how to simulate them.
      </p>
      {[...Map.groupBy(possible, causeOf)].map(([cause, rows]) => (
        <details key={cause} class="problem-group">
          <summary>
            Cause: {cause} <small>{rows.length}</small>
          </summary>
          <ul class="particular-list">
            {rows.map(kind => (
              <li key={kind.code} id={`error-${kind.code}`}>
                <p class="line particular-name">
                  <span class="type">{kind.status}</span>{' '}
                  <a href={`/problems/${kind.code}`}>
                    <code>{kind.code}</code>
                  </a>
                  {kind.retryable && <span class="type">retryable</span>}
                </p>
                <p>
                  <Prose text={kind.when} /> <Prose text={kind.next} />
                </p>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </>
  )
}

// Why the server lets nobody see watches with this key, and how to get one that may.
import type { Problem } from '../model/make-call.ts'
import { ProblemDetail } from './problem-view.tsx'

export function WatchProblem({ problem }: { problem: Problem }) {
  const needsKey = problem.code === 'missing_key' || problem.code === 'key_not_allowed'
  return (
    <div class="card problem">
      <h2>{problem.title}</h2>
      <ProblemDetail problem={problem} />
      {needsKey && (
        <p>
          Watches need a key with the scope <code>watches</code>. The operator creates one with{' '}
          <code>npx wares keys create --name NAME --scope '*' watches</code>. Then enter it at the top of the
          page.
        </p>
      )}
      {problem.code && (
        <a href={`/errors#${problem.code}`}>
          <code>{problem.code}</code>
        </a>
      )}
    </div>
  )
}

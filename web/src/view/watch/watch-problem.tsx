// Why the server lets nobody see watches with this key, and a field for one that may.
import type { Problem } from '../../model/make-call.ts'
import { KeyNeeded } from '../shell/key-box.tsx'
import { ProblemDetail } from '../errors/problem-view.tsx'

export function WatchProblem({ problem }: { problem: Problem }) {
  return (
    <div class="card problem">
      <h2>{problem.code === 'missing_key' ? 'Enter a key' : problem.title}</h2>
      {problem.code !== 'missing_key' && <ProblemDetail problem={problem} />}
      {/_key|^key_/.test(problem.code) && (
        <p>
          Watches need a key with the scope <code>watches</code>.
        </p>
      )}
      <KeyNeeded code={problem.code} scopes="'*' watches" />
      {problem.code && (
        <a href={`/problems/${problem.code}`}>
          <code>{problem.code}</code>
        </a>
      )}
    </div>
  )
}

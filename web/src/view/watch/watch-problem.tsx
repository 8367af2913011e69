// Why the server lets nobody see watches with this key, and a field for one that may.
import type { Problem } from '../../model/make-call.ts'
import { KeyForm } from '../shell/key-box.tsx'
import { ProblemDetail } from '../errors/problem-view.tsx'

const KEY_PROBLEMS: ReadonlySet<string> = new Set(['invalid_key', 'key_not_allowed'])

interface Props {
  readonly problem: Problem
  readonly onKey: (key: string) => void
}

export function WatchProblem({ problem, onKey }: Props) {
  if (problem.code === 'missing_key')
    return (
      <div class="card">
        <h2>Enter a key</h2>
        <WatchKey onKey={onKey} />
      </div>
    )
  return (
    <div class="card problem">
      <h2>{problem.title}</h2>
      <ProblemDetail problem={problem} />
      {KEY_PROBLEMS.has(problem.code ?? '') && <WatchKey onKey={onKey} />}
      {problem.code && (
        <a href={`/errors#${problem.code}`}>
          <code>{problem.code}</code>
        </a>
      )}
    </div>
  )
}

function WatchKey({ onKey }: Pick<Props, 'onKey'>) {
  return (
    <>
      <p>
        Watches need a key with the scope <code>watches</code>. The operator creates one with{' '}
        <code>npx wares keys create --name NAME --scope '*' watches</code>; on the machine of the server,{' '}
        <code>data/sandbox-key</code> has one.
      </p>
      <KeyForm label="A key with this scope" onChange={onKey} />
    </>
  )
}

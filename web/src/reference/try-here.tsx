// Calls the operation from its page in the reference, with the reader's parameters and key.
import { useState } from 'preact/hooks'
import { KeyNeeded } from '../view/shell/key-box.tsx'
import type { Freshness } from '../model/make-call.ts'
import type { Operation, Params } from '../model/operations.ts'
import { CallProgress } from '../view/call/call-progress.tsx'
import { Form } from '../view/call/form.tsx'
import { JsonView } from '../view/code/json-view.tsx'
import type { useCalls } from '../view/call/use-calls.ts'

interface Props {
  readonly operation: Operation
  readonly params: Params
  readonly onParams: (params: Params) => void
  readonly calls: ReturnType<typeof useCalls>
  readonly accessKey: string
}

const NO_MAGIC_WORDS = {}

export function TryHere({ operation, params, onParams, calls, accessKey }: Props) {
  const [freshness, setFreshness] = useState<Freshness>('any')
  const { state, run, cancel } = calls
  return (
    <details class="card more try-here">
      <summary>Call it here</summary>
      <Form
        operation={operation}
        params={params}
        onParams={onParams}
        freshness={freshness}
        onFreshness={setFreshness}
        running={state.phase === 'running'}
        onRun={next => void run({ operation, params: next }, accessKey, freshness)}
        onCancel={cancel}
        errors={state.phase === 'answered' ? state.answered.problem?.errors : undefined}
        magicWords={NO_MAGIC_WORDS}
      />
    </details>
  )
}

/** What the call came to; nothing before one was made. */
export function LiveAnswer({ calls: { state } }: Pick<Props, 'calls'>) {
  if (state.phase === 'running') return <CallProgress sinceMs={state.sinceMs} />
  if (state.phase === 'unreached')
    return <p class="error">Wares could not be reached ({state.reason}). Is the server still running?</p>
  if (state.phase !== 'answered') return null
  const { status, ms, body, problem } = state.answered
  return (
    <section class="card code" aria-label="Answer of your call">
      <JsonView
        value={body}
        label="Answer of your call as JSON"
        title={
          <h2 class="bar-title">
            Your answer <span class={`tag ${status < 400 ? 'good' : 'bad'}`}>{status}</span>{' '}
            <small>{Math.round(ms)} ms</small>
          </h2>
        }
      />
      <KeyNeeded code={problem?.code ?? ''} />
    </section>
  )
}

// Calls the operation from its page in the reference, with the reader's parameters and key.
import { useState } from 'preact/hooks'
import { KeyNeeded } from '../view/shell/key-box.tsx'
import type { Freshness } from '../model/make-call.ts'
import type { Operation, Params } from '../model/operation-list.ts'
import { CallProgress } from '../view/answer/call-progress.tsx'
import { errorText, ParameterInput } from '../view/call/field.tsx'
import { markedField, RunButtons } from '../view/call/form.tsx'
import type { ReferenceEntry } from '../model/reference.ts'
import { ParameterList } from './parameter-list.tsx'
import { JsonCard } from '../view/code/json-view.tsx'
import type { useCalls } from '../view/answer/use-calls.ts'
import { LocalForm } from '../view/control/local-form.tsx'

interface Props {
  readonly entry: ReferenceEntry
  readonly operation: Operation
  readonly params: Params
  readonly onParams: (params: Params) => void
  readonly calls: ReturnType<typeof useCalls>
  readonly accessKey: string
}

/** The parameters of the operation with their values, and the button that calls it. */
export function TryHere({ entry, operation, params, onParams, calls, accessKey }: Props) {
  const [freshness, setFreshness] = useState<Freshness>('any')
  const { state, run, cancel } = calls
  const isRunning = state.phase === 'running'
  const errors = (state.phase === 'answered' && state.answered.problem?.errors) || []
  return (
    <LocalForm
      class="parts try-here"
      aria-label="Try it"
      onSubmit={() => {
        if (!isRunning) void run({ operation, params }, accessKey, freshness)
      }}
    >
      <ParameterList
        entry={entry}
        controlOf={name => {
          const parameter = operation.parameters.find(one => one.name === name)
          const error = errors.find(one => markedField(one, operation) === name)
          return (
            parameter && (
              <>
                <ParameterInput
                  parameter={parameter}
                  value={params[name]}
                  onChange={value => {
                    const { [name]: _, ...rest } = params
                    onParams(value === undefined ? rest : { ...rest, [name]: value })
                  }}
                  attributes={{ 'aria-label': name, 'aria-invalid': error ? true : undefined }}
                />
                {error && <p class="error">{errorText(error, name, operation.lookup.length > 1)}</p>}
              </>
            )
          )
        }}
      />
      <RunButtons
        operation={operation}
        running={isRunning}
        onCancel={cancel}
        onParams={onParams}
        freshness={freshness}
        onFreshness={setFreshness}
      />
    </LocalForm>
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
    <JsonCard
      label="Answer of your call"
      title="Your answer"
      status={String(status)}
      note={`${Math.round(ms)} ms`}
      value={body}
    >
      <KeyNeeded code={problem?.code ?? ''} />
    </JsonCard>
  )
}

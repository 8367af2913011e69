// The table of errors by cause. One simulation runs at a time; its result appears in its own row.
import { useEffect, useMemo, useState } from 'preact/hooks'
import {
  type ErrorSimulation,
  simulationsFor,
  type SimulationContext,
} from '../../model/error-simulations.ts'
import type { Operation, Site } from '../../model/operations.ts'
import { SimulationResult } from './simulation-result.tsx'
import { ErrorRow } from './error-row.tsx'
import { type ProblemKind, causeOf } from './explanation.tsx'
import { useCalls } from '../call/use-calls.ts'
import type { ExplorerInfo } from '../shell/server-info.ts'
import type { ServerStatus } from '../../../../client/src/api.ts'

interface Props {
  readonly kinds: readonly ProblemKind[]
  readonly sites: readonly Site[]
  readonly status: ServerStatus
  readonly facts: ExplorerInfo
  readonly apiKey: string
}

export function ErrorsView({ kinds, sites, status, facts, apiKey }: Props) {
  const all = useMemo(() => sites.flatMap(site => site.operations), [sites])
  const isOff = (operation: Operation) => status.sites[operation.site]?.state === 'disabled'
  // Look-ups of one thing: only they can return every error that a shop can cause.
  const usable = useMemo(() => all.filter(one => one.lookup.length > 0 && !isOff(one)), [all])
  const [operation, setOperation] = useState(() => initialOperation(location.hash, usable))
  const [tried, setTried] = useState<{ code: string; attempt: ErrorSimulation }>()
  const { state, run, cancel } = useCalls()
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])

  if (!operation)
    return (
      <p class="empty">
        No shop is configured, so no error can be simulated. Add one with <code>npx wares add URL</code>.
      </p>
    )
  const context: SimulationContext = {
    operation,
    magicWords: status.sites[operation.site]?.sandbox ? facts.magic_words : {},
    refusedKeys: facts.refused_keys,
  }
  const tryIt = (code: string, attempt: ErrorSimulation) => {
    setTried({ code, attempt })
    const key = attempt.key === undefined ? apiKey : (attempt.key ?? '')
    void run(attempt.request, key, 'bypass', attempt.times)
  }
  return (
    <>
      <section class="operation">
        <h1>Errors</h1>
        <p>
          Every error response has one of these {kinds.length} codes. The button sends a real request that
          causes the error.
        </p>
        <OperationChoice operations={usable} current={operation} onChange={setOperation} />
      </section>
      {[...Map.groupBy(kinds, causeOf)].map(([cause, rows], place) => (
        <section key={cause} class="card errors" aria-labelledby={`cause-${place}`}>
          <h2 id={`cause-${place}`}>
            Cause: {cause} <small>{rows.length}</small>
          </h2>
          <ul>
            {rows.map(kind => (
              <ErrorRow
                key={kind.code}
                kind={kind}
                simulations={simulationsFor(kind.code, context)}
                onTry={attempt => tryIt(kind.code, attempt)}
              >
                {tried?.code === kind.code && (
                  <SimulationResult kind={kind} simulation={tried.attempt} state={state} onCancel={cancel} />
                )}
              </ErrorRow>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

interface ChoiceProps {
  readonly operations: readonly Operation[]
  readonly current: Operation
  readonly onChange: (operation: Operation) => void
}

function OperationChoice({ operations, current, onChange }: ChoiceProps) {
  return (
    <label class="inline">
      <span>Operation</span>
      <select
        value={current.id}
        onChange={event => onChange(operations.find(one => one.id === event.currentTarget.value) ?? current)}
      >
        {operations.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  )
}

/** The operation that the address names, else another of its site, else one that can be asked by an address and more. */
function initialOperation(hash: string, usable: readonly Operation[]): Operation | undefined {
  const id = hash.replace(/^#\//, '')
  return (
    usable.find(one => one.id === id) ??
    usable.find(one => one.site === id.split('.')[0]) ??
    usable.find(one => one.lookup.length > 1 && one.lookup.includes('url')) ??
    usable[0]
  )
}

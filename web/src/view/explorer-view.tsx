// One operation: its form, its code, its answer. The address holds the operation and its parameters.
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { addToHistory, clearHistory, readHistory } from '../model/call-history.ts'
import { answerCurrency } from '../shape/answer-currency.ts'
import type { Freshness } from '../model/make-call.ts'
import type { Site } from '../model/operations.ts'
import { routeHash, type CallRoute } from '../model/call-route.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { CallHistory } from './call-history.tsx'
import { CodePanel } from './code-panel.tsx'
import { Currency } from './currency.ts'
import { Form } from './form.tsx'
import { KeyBox } from './key-box.tsx'
import { OperationHead } from './operation-head.tsx'
import { OperationList, OperationSelect } from './operation-list.tsx'
import { PageHead } from './page-head.tsx'
import { useAnswerInView } from './use-answer-in-view.ts'
import { type CallState, useCalls } from './use-calls.ts'
import { useHashRoute } from './use-hash-route.ts'
import { getStatus, type ExplorerInfo, type Status } from './server-info.ts'
import { useKey } from './use-key.ts'
import { usePolling } from './use-polling.ts'

interface Props {
  readonly sites: readonly Site[]
  readonly status: Status
  readonly facts: ExplorerInfo
}

const NO_MAGIC_WORDS = {}
const STATUS_POLL_INTERVAL_MS = 5_000

export function ExplorerView({ sites, status: known, facts }: Props) {
  const status = usePolling(getStatus, STATUS_POLL_INTERVAL_MS).value ?? known
  const [freshness, setFreshness] = useState<Freshness>('any')
  const { key, isGuest, change } = useKey(facts.key)
  const { state, run, cancel, show } = useCalls()
  const [route, setRoute] = useHashRoute(sites, show)
  const heading = useRef<HTMLHeadingElement>(null)
  const answer = useAnswerInView(state)
  const history = useHistory(state)
  const currency = useMemo(
    () => (state.phase === 'answered' ? answerCurrency(state.answered, facts.currencies) : undefined),
    [state, facts],
  )

  /** Opens a route and runs it: from the form, or from a link in an answer. */
  const go = useCallback(
    (next: CallRoute, moveFocus = true) => {
      // pushState, unlike setting the hash, fires no hashchange: the answer shown stays.
      if (routeHash(next) !== location.hash) window.history.pushState(null, '', routeHash(next))
      setRoute(next)
      void run(next, key, freshness)
      if (moveFocus) {
        heading.current?.focus()
        scrollTo({ top: 0 })
      }
    },
    [run, key, freshness],
  )

  if (!route) return <p>No operation is registered.</p>
  const { operation, params } = route
  const site = sites.find(one => one.name === operation.site)
  return (
    <>
      <PageHead>
        <KeyBox value={key} isGuest={isGuest} onChange={change} />
      </PageHead>
      <div class="layout">
        <OperationList sites={sites} status={status.sites} current={operation} />
        <main id="main" tabIndex={-1}>
          <OperationSelect sites={sites} current={operation} />
          <OperationHead
            operation={operation}
            about={site?.about ?? ''}
            status={status.sites[operation.site]}
            heading={heading}
          />
          <div class="work">
            <div class="ask">
              <Form
                key={operation.id}
                operation={operation}
                params={params}
                onParams={next => setRoute({ operation, params: next })}
                freshness={freshness}
                onFreshness={setFreshness}
                running={state.phase === 'running'}
                onRun={next => go({ operation, params: next }, false)}
                onCancel={cancel}
                errors={state.phase === 'answered' ? state.answered.problem?.errors : undefined}
                magicWords={status.sites[operation.site]?.sandbox ? facts.magic_words : NO_MAGIC_WORDS}
              />
              <CodePanel
                origin={location.origin}
                operation={operation}
                params={params}
                freshness={freshness}
                accessKey={key}
              />
            </div>
            <div class="answer-column" ref={answer}>
              {site && (
                <Currency.Provider value={currency}>
                  <AnswerPanel
                    state={state}
                    site={site}
                    onNavigate={go}
                    onRetry={() => go(route, false)}
                    keyText={key}
                  />
                </Currency.Provider>
              )}
            </div>
            <CallHistory calls={history.calls} onClear={history.clear} />
          </div>
        </main>
      </div>
    </>
  )
}

/** The calls of the tab; each answer is added when it comes. */
function useHistory(state: CallState) {
  const [calls, setCalls] = useState(readHistory)
  useEffect(() => {
    if (state.phase !== 'answered' || !state.isNew) return
    const { operation, params, status, ms } = state.answered
    const call = { hash: routeHash({ operation, params }), id: operation.id, status, ms, at: Date.now() }
    setCalls(addToHistory(call))
  }, [state])
  const clear = useCallback(() => {
    clearHistory()
    setCalls([])
  }, [])
  return { calls, clear }
}

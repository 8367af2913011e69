// One operation: its form, its code, its answer. The address holds which, and with which parameters.
import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks'
import type { Freshness } from '../model/make-call.ts'
import type { Params, Site } from '../model/operations.ts'
import { routeHash, type CallRoute, parseCallRoute } from '../model/call-route.ts'
import { AnswerPanel } from './answer-panel.tsx'
import { CodePanel } from './code-panel.tsx'
import { Form } from './form.tsx'
import { KeyBox } from './key-box.tsx'
import { OperationHead } from './operation-head.tsx'
import { OperationList, OperationSelect } from './operation-list.tsx'
import { PageHead } from './page-head.tsx'
import { useCalls } from './use-calls.ts'
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
  const operations = useMemo(() => sites.flatMap(site => site.operations), [sites])
  const start = useMemo(() => parseCallRoute(location.hash, operations) ?? initialRoute(sites), [])
  const [place, setPlace] = useState<CallRoute | undefined>(start)
  const [freshness, setFreshness] = useState<Freshness>('any')
  const { key, isGuest, change } = useKey(facts.key)
  const { state, run, cancel, show } = useCalls()
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    const follow = () => {
      const next = parseCallRoute(location.hash, operations)
      if (!next) return
      setPlace(next)
      show(next)
    }
    addEventListener('hashchange', follow)
    // It may have changed between the first drawing and now.
    if (start && parseCallRoute(location.hash, operations)?.operation.id !== start.operation.id) follow()
    return () => removeEventListener('hashchange', follow)
  }, [operations, show])

  /** Goes to a place and runs it: by the form, or by what an answer leads on to. */
  const go = useCallback(
    (next: CallRoute, moveFocus = true) => {
      // pushState, unlike setting the hash, tells nobody: the answer shown is not thrown away.
      if (routeHash(next) !== location.hash) history.pushState(null, '', routeHash(next))
      setPlace(next)
      void run(next, key, freshness)
      if (moveFocus) {
        heading.current?.focus()
        scrollTo({ top: 0 })
      }
    },
    [run, key, freshness],
  )

  if (!place) return <p>No operation is registered.</p>
  const { operation, params } = place
  const site = sites.find(one => one.name === operation.site)
  const answered = state.phase === 'answered' ? state.answered : undefined
  const setParams = (next: Params) => setPlace({ operation, params: next })
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
          <div class="ask">
            <Form
              key={operation.id}
              operation={operation}
              params={params}
              onParams={setParams}
              freshness={freshness}
              onFreshness={setFreshness}
              running={state.phase === 'running'}
              onRun={next => go({ operation, params: next }, false)}
              onCancel={cancel}
              errors={answered?.problem?.errors}
              magicWords={status.sites[operation.site]?.sandbox ? facts.magic_words : NO_MAGIC_WORDS}
            />
            <CodePanel origin={location.origin} operation={operation} params={params} freshness={freshness} />
          </div>
          {site && <AnswerPanel state={state} site={site} onNavigate={go} onRetry={() => go(place, false)} />}
        </main>
      </div>
    </>
  )
}

/** A search is the best first meeting; else whatever comes first. */
function initialRoute(sites: readonly Site[]): CallRoute | undefined {
  const all = sites.flatMap(site => site.operations)
  const operation =
    all.find(one => one.lookup.length === 0 && one.parameters[0]?.name === 'query' && one.needsKey) ?? all[0]
  return operation && { operation, params: operation.example }
}

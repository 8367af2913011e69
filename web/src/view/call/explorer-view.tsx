// One operation: its form, its code, its answer. The address holds the operation and its parameters.
import type { RefObject } from 'preact'
import { useCallback, useEffect, useRef, useState, useMemo } from 'preact/hooks'
import type { GeneralOperations } from '../../model/general-route.ts'
import type { Freshness } from '../../model/make-call.ts'
import type { Site, Operation } from '../../model/operation-list.ts'
import { routeHash, type CallRoute, parseCallRoute } from '../../model/call-route.ts'
import { AnswerPanel } from '../answer/answer-panel.tsx'
import { CodePanel } from '../code/code-panel.tsx'
import { Form } from './form.tsx'
import { OperationList, OperationSelect } from './operation-list.tsx'
import { PageHead } from '../shell/page-head.tsx'
import { useAnswerInView } from '../find/use-answer-in-view.ts'
import { useCalls } from '../answer/use-calls.ts'
import { getStatus, type ExplorerInfo } from '../shell/server-info.ts'
import type { ServerStatus, SiteStatus } from '../../../../client/src/api.ts'
import { useKey } from '../shell/use-key.ts'
import { usePolling } from '../shell/use-polling.ts'
import { Prose } from '../code/prose.tsx'

interface Props {
  readonly sites: readonly Site[]
  readonly status: ServerStatus
  readonly facts: ExplorerInfo
  readonly operations: GeneralOperations
}

const NO_MAGIC_WORDS = {}
const STATUS_POLL_INTERVAL_MS = 5_000

export function ExplorerView({ sites, status: initialStatus, facts, operations }: Props) {
  const status = usePolling(getStatus, STATUS_POLL_INTERVAL_MS).value ?? initialStatus
  const access = useKey(facts.key)
  const calls = useCalls()
  const [route, setRoute] = useHashRoute(sites, calls.show)
  const heading = useRef<HTMLHeadingElement>(null)
  const operation = route?.operation
  const site = sites.find(one => one.name === operation?.site)
  return (
    <>
      <PageHead access={access} />
      <div class="layout">
        <OperationList sites={sites} status={status.sites} current={operation} />
        <main id="main" tabIndex={-1}>
          <OperationSelect sites={sites} current={operation} />
          {route && site ? (
            <>
              <OperationHead
                operation={route.operation}
                about={site.about}
                status={status.sites[site.name]}
                heading={heading}
              />
              <FormAndAnswer
                calls={calls}
                site={site}
                route={route}
                setRoute={setRoute}
                accessKey={access.key}
                heading={heading}
                operations={operations}
                isFailing={status.sites[site.name]?.state === 'failing'}
                magicWords={status.sites[site.name]?.sandbox ? facts.magic_words : NO_MAGIC_WORDS}
              />
            </>
          ) : (
            <p class="empty">{unknownText(status)} Choose one from the list.</p>
          )}
        </main>
      </div>
    </>
  )
}

interface FormAndAnswerProps {
  readonly calls: ReturnType<typeof useCalls>
  readonly site: Site
  readonly route: CallRoute
  readonly setRoute: (route: CallRoute) => void
  readonly accessKey: string
  readonly heading: RefObject<HTMLHeadingElement | null>
  readonly operations: GeneralOperations
  readonly magicWords: ExplorerInfo['magic_words']
  readonly isFailing: boolean
}

function FormAndAnswer(props: FormAndAnswerProps) {
  const { calls, site, route, setRoute, accessKey } = props
  const { operation, params } = route
  const { state } = calls
  const [freshness, setFreshness] = useState<Freshness>('any')
  const go = useGo(props, freshness)
  const answer = useAnswerInView(state)
  useEffect(() => {
    // A key was entered because the call was refused without it.
    const refused = state.phase === 'answered' ? (state.answered.problem?.status ?? 0) : 0
    if (accessKey !== '' && (refused === 401 || refused === 403)) go(route, false)
  }, [accessKey])
  return (
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
          onCancel={calls.cancel}
          errors={state.phase === 'answered' ? state.answered.problem?.errors : undefined}
          magicWords={props.magicWords}
        />
        <CodePanel label="Code for this request" calls={[route]} freshness={freshness} />
      </div>
      <div class="answer-column" ref={answer}>
        <AnswerPanel
          state={state}
          site={site}
          operations={props.operations}
          isFailing={props.isFailing}
          onNavigate={go}
          onRetry={() => go(route, false)}
          keyText={accessKey}
        />
      </div>
    </div>
  )
}

/** Opens a route and runs it: from the form, or from a link in an answer. */
function useGo({ calls, setRoute, accessKey, heading }: FormAndAnswerProps, freshness: Freshness) {
  const { run } = calls
  return useCallback(
    (next: CallRoute, moveFocus = true) => {
      // pushState, unlike setting the hash, fires no hashchange: the answer shown stays.
      if (routeHash(next) !== location.hash) history.pushState(null, '', routeHash(next))
      setRoute(next)
      void run(next, accessKey, freshness)
      if (moveFocus) {
        heading.current?.focus()
        scrollTo({ top: 0 })
      }
    },
    [run, accessKey, freshness],
  )
}

function unknownText(status: ServerStatus): string {
  const [name = ''] = location.hash.replace('#/', '').split('.')
  return status.sites[name]?.state === 'disabled'
    ? `This server has no shop for ${name}: set sites.${name}.origin in wares.yaml, or add the shop with wares add.`
    : 'There is no such operation here.'
}

interface HeadProps {
  readonly operation: Operation
  readonly about: string
  readonly status: SiteStatus | undefined
  readonly heading: RefObject<HTMLHeadingElement | null>
}

function OperationHead({ operation, about, status, heading }: HeadProps) {
  return (
    <section class="operation">
      <h1 ref={heading} tabIndex={-1}>
        <span class="site">{operation.site}</span>.{operation.name}
      </h1>
      <p>
        {operation.summary} <span class="hint">· {about}</span>
      </p>
      <p class="path">
        <span class="verb">GET</span> <code>{operation.path}</code>
        {status?.sandbox && <span class="tag">sandbox</span>}
        {status?.state === 'disabled' && <span class="tag bad">disabled</span>}
        {!operation.needsKey && <span class="tag">no key needed</span>}
      </p>
      {operation.notes && (
        <details class="more">
          <summary>How to pass parameters</summary>
          <p class="hint">
            <Prose text={operation.notes} />
          </p>
        </details>
      )}
    </section>
  )
}

/** The route that the address holds, undefined for an unknown operation; `onRoute` is called when a link, back or forward changes it. */
function useHashRoute(sites: readonly Site[], onRoute: (route: CallRoute) => void) {
  const operations = useMemo(() => sites.flatMap(site => site.operations), [sites])
  const start = useMemo(() => parseCallRoute(location.hash, operations), [])
  const [route, setRoute] = useState<CallRoute | undefined>(start)
  useEffect(() => {
    const follow = () => {
      const next = parseCallRoute(location.hash, operations)
      if (!next) return
      setRoute(next)
      onRoute(next)
    }
    addEventListener('hashchange', follow)
    // It may have changed since the first render.
    if (start && parseCallRoute(location.hash, operations)?.operation.id !== start.operation.id) follow()
    return () => removeEventListener('hashchange', follow)
  }, [operations, onRoute])
  return [route, setRoute] as const
}

// The state of the call: running, cancelled, a problem, or an answer in its views.
import { useState } from 'preact/hooks'
import { type GeneralOperations, productRoute } from '../../model/general-route.ts'
import type { CallResult } from '../../model/make-call.ts'
import type { Site } from '../../model/operation-list.ts'
import { AnswerBar } from './answer-bar.tsx'
import type { NavigateTo } from '../product/answer-props.ts'
import { EvidenceView } from './evidence-view.tsx'
import { HeadersView } from './headers-view.tsx'
import { JsonView } from '../code/json-view.tsx'
import { ProblemView } from '../errors/problem-view.tsx'
import { FormattedAnswer } from './formatted-answer.tsx'
import { CallProgress, formatSeconds } from './call-progress.tsx'
import { Tabs } from '../code/tabs.tsx'
import type { CallState } from './use-calls.ts'
import { useGeneral } from '../product/use-general.ts'
import { Waterfall } from './waterfall.tsx'
import { Button } from '../control/button.tsx'
import { AnswerCsv } from '../code/answer-csv.tsx'
import { saveFile } from '../code/save-file.ts'

interface Props {
  readonly state: CallState
  readonly site: Site
  readonly operations: GeneralOperations
  /** Whether the shop fails now: what comes from the cache may be outdated. */
  readonly isFailing: boolean
  readonly onNavigate: NavigateTo
  readonly onRetry: () => void
  /** For the record of the request. */
  readonly keyText: string
}

export function AnswerPanel({ state, ...rest }: Props) {
  const { onRetry } = rest
  return (
    <section class="answer" aria-label="Answer" aria-busy={state.phase === 'running'}>
      <p class="quiet" role="status">
        {statusText(state)}
      </p>
      {state.phase === 'idle' && (
        <p class="empty">
          The answer appears here. <strong>Run</strong> the operation with the example parameters, or change
          them first.
        </p>
      )}
      {state.phase === 'running' && <CallProgress sinceMs={state.sinceMs} />}
      {state.phase === 'cancelled' && <p class="empty">Cancelled after {formatSeconds(state.afterMs)}.</p>}
      {state.phase === 'unreached' && (
        <div class="card problem">
          <h2>Wares could not be reached</h2>
          <p>The connection failed ({state.reason}). Is the server still running?</p>
          <Button onClick={onRetry}>Try again</Button>
        </div>
      )}
      {state.phase === 'answered' && <AnswerTabs answered={state.answered} {...rest} />}
    </section>
  )
}

const VIEWS = ['Answer', 'JSON', 'Headers', 'Timing', 'Evidence'] as const

function AnswerTabs({
  answered,
  site,
  operations,
  isFailing,
  onNavigate,
  onRetry,
  keyText,
}: { answered: CallResult } & Omit<Props, 'state'>) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('Answer')
  // Here, so that it is not asked for again when another view was opened.
  const general = useGeneral(answered, operations, keyText)
  const find = (url: string) => onNavigate(productRoute(url, site, operations))
  return (
    <>
      <div class="bar">
        <Tabs label="View" names={VIEWS} current={view} onPick={setView} panel="answer-panel" />
        <SaveAnswer answered={answered} accessKey={keyText} />
      </div>
      <AnswerBar answered={answered} isFailing={isFailing} />
      <div id="answer-panel" role="tabpanel" aria-label={view}>
        {view === 'JSON' && (
          <div class="card json-card">
            <JsonView value={answered.body} />
          </div>
        )}
        {view === 'Headers' && <HeadersView answered={answered} />}
        {view === 'Timing' && <Waterfall answered={answered} />}
        {view === 'Evidence' && <EvidenceView answered={answered} keyText={keyText} />}
        {view === 'Answer' &&
          (answered.problem ? (
            <ProblemView answered={answered} problem={answered.problem} onRetry={onRetry} />
          ) : (
            <FormattedAnswer
              answered={answered}
              general={general}
              site={site}
              onNavigate={onNavigate}
              onFind={find}
            />
          ))}
      </div>
    </>
  )
}

function statusText(state: CallState): string {
  switch (state.phase) {
    case 'running':
      return 'Running'
    case 'cancelled':
      return 'Cancelled'
    case 'unreached':
      return 'Wares could not be reached'
    case 'answered':
      return `Answered with status ${state.answered.status} in ${Math.round(state.answered.ms)} milliseconds`
    default:
      return ''
  }
}

function SaveAnswer({ answered, accessKey }: { answered: CallResult; accessKey: string }) {
  const { operation, params, problem, text } = answered
  if (problem) return null
  const saveJson = () =>
    saveFile(new Blob([text], { type: 'application/json' }), `${operation.id.replaceAll('.', '-')}.json`)
  return (
    <div class="buttons">
      {operation.hasTable && <AnswerCsv call={{ operation, params }} accessKey={accessKey} />}
      <Button look="small" onClick={saveJson}>
        Save as JSON
      </Button>
    </div>
  )
}

// Whatever became of the call: still running, cancelled, a problem, or an answer in its views.
import { useState } from 'preact/hooks'
import type { Answered } from '../model/call.ts'
import type { Site } from '../model/operations.ts'
import type { Place } from '../model/place.ts'
import { AnswerBar } from './answer-bar.tsx'
import { ProblemView } from './problem.tsx'
import { RawJson } from './raw-json.tsx'
import { Readable } from './readable.tsx'
import { Running, seconds } from './running.tsx'
import { Tabs } from './tabs.tsx'
import type { CallState } from './use-calls.ts'
import { Waterfall } from './waterfall.tsx'

export type Go = (place: Place) => void

interface Props {
  readonly state: CallState
  readonly site: Site
  readonly onGo: Go
  readonly onAgain: () => void
}

export function Answer({ state, site, onGo, onAgain }: Props) {
  return (
    <section class="answer" aria-label="Answer" aria-busy={state.phase === 'running'}>
      <p class="quiet" role="status">
        {spoken(state)}
      </p>
      {state.phase === 'idle' && <p class="empty">Run the operation to see its answer here.</p>}
      {state.phase === 'running' && <Running sinceMs={state.sinceMs} />}
      {state.phase === 'cancelled' && <p class="empty">Cancelled after {seconds(state.afterMs)}.</p>}
      {state.phase === 'unreached' && (
        <div class="card problem">
          <h2>Wares could not be reached</h2>
          <p>The connection failed ({state.why}). Is the server still running?</p>
          <button class="button" type="button" onClick={onAgain}>
            Try again
          </button>
        </div>
      )}
      {state.phase === 'answered' && (
        <Views answered={state.answered} site={site} onGo={onGo} onAgain={onAgain} />
      )}
    </section>
  )
}

const VIEWS = ['Answer', 'JSON', 'Timing'] as const

function Views({ answered, site, onGo, onAgain }: { answered: Answered } & Omit<Props, 'state'>) {
  const [view, setView] = useState<(typeof VIEWS)[number]>('Answer')
  return (
    <>
      <div class="bar">
        <Tabs label="View" names={VIEWS} current={view} onPick={setView} panel="answer-panel" />
        <AnswerBar answered={answered} />
      </div>
      <div id="answer-panel" role="tabpanel" aria-label={view}>
        {view === 'JSON' && <RawJson text={answered.text} />}
        {view === 'Timing' && <Waterfall answered={answered} />}
        {view === 'Answer' &&
          (answered.problem ? (
            <ProblemView answered={answered} problem={answered.problem} onAgain={onAgain} />
          ) : (
            <Readable answered={answered} site={site} onGo={onGo} />
          ))}
      </div>
    </>
  )
}

function spoken(state: CallState): string {
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

// What can be done with a watch: check it now, pause it, go on with it, change it.
import { useState } from 'preact/hooks'
import type { MagicWords } from '../../model/magic-word-parameter.ts'
import { type Watch, type WatchApi } from '../../model/watch-api.ts'
import { changeName } from '../../shape/price-history.ts'
import { lazy } from '../shell/lazy.tsx'
import { Button } from '../control/button.tsx'
import { useRequest } from '../shell/use-request.ts'
import { Select } from '../control/fields.tsx'

const EditWatch = lazy(async () => (await import('./edit-watch.tsx')).EditWatch)

interface Props {
  readonly watch: Watch
  readonly api: WatchApi
  readonly onChanged: () => void
  /** What a sandbox shop can play in a check. */
  readonly words?: MagicWords
}

export function WatchControls({ watch, api, onChanged, words = {} }: Props) {
  const { said, isBusy, run, say } = useRequest()
  const [isEdited, setIsEdited] = useState(false)
  const check = (simulate?: string) =>
    void run(api.check(watch.id, simulate), ({ last_check: last, changes }) => {
      onChanged()
      return last?.outcome === 'ok'
        ? changes.map(one => changeName(one.type)).join(', ') || 'nothing new'
        : `${last?.outcome}: ${last?.detail ?? ''}`
    })
  const pause = () =>
    void run(api.setPaused(watch.id, watch.state !== 'paused'), ({ state }) => {
      onChanged()
      return state === 'paused' ? 'paused' : 'resumed'
    })
  return (
    <>
      <div class="buttons watch-controls">
        <Button look="small" disabled={isBusy} onClick={() => check()}>
          Check now<span class="quiet"> {watch.name}</span>
        </Button>
        {watch.source === 'file' ? (
          <span class="hint">
            Set in <code>wares.yaml</code>: change it there
          </span>
        ) : (
          <>
            <Button look="small" disabled={isBusy} onClick={pause}>
              {watch.state === 'paused' ? 'Resume' : 'Pause'}
              <span class="quiet"> {watch.name}</span>
            </Button>
            <Button look="small" aria-expanded={isEdited} onClick={() => setIsEdited(!isEdited)}>
              Edit<span class="quiet"> {watch.name}</span>
            </Button>
          </>
        )}
        <Simulations words={words} isBusy={isBusy} onPick={check} />
        <span class="hint" role="status">
          {said}
        </span>
      </div>
      {isEdited && (
        <EditWatch
          watch={watch}
          api={api}
          onClose={() => setIsEdited(false)}
          onChanged={() => {
            onChanged()
            say('saved')
          }}
        />
      )}
    </>
  )
}

interface SimulationProps {
  readonly words: MagicWords
  readonly isBusy: boolean
  readonly onPick: (word: string) => void
}

function Simulations({ words, isBusy, onPick }: SimulationProps) {
  if (Object.keys(words).length === 0) return null
  return (
    <Select
      label="Simulate"
      placed="hidden"
      value=""
      disabled={isBusy}
      options={[
        ['', 'Simulate…'],
        ...Object.entries(words).map(([word, { effect }]) => [word, `${word}: ${effect}`] as const),
      ]}
      onChange={onPick}
    />
  )
}

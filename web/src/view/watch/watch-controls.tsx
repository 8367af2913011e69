// What can be done with a watch: check it now, pause it, go on with it, change it.
import { useState } from 'preact/hooks'
import type { MagicWords } from '../../model/magic-word-parameter.ts'
import { type Watch, type WatchApi } from '../../model/watches.ts'
import type { Reply } from '../../model/api.ts'
import { changeName } from '../../shape/price-history.ts'
import { lazy } from '../shell/lazy.tsx'
import { Button } from '../control/button.tsx'

const EditWatch = lazy(async () => (await import('../watch-form/edit-watch.tsx')).EditWatch)

interface Props {
  readonly watch: Watch
  readonly api: WatchApi
  readonly onChanged: (watch: Watch) => void
  /** What a sandbox shop can play in a check. */
  readonly words?: MagicWords
}

export function WatchControls({ watch, api, onChanged, words = {} }: Props) {
  const { said, setSaid, isBusy, run } = useRun(onChanged)
  const [isEdited, setIsEdited] = useState(false)
  const isPaused = watch.state === 'paused'
  const check = (simulate?: string) =>
    run(
      () => api.check(watch.id, simulate),
      ({ last_check: last, changes }) =>
        last?.outcome === 'ok'
          ? changes.map(one => changeName(one.type)).join(', ') || 'nothing new'
          : `${last?.outcome}: ${last?.detail ?? ''}`,
    )
  const pause = () =>
    run(
      () => api.setPaused(watch.id, !isPaused),
      ({ state }) => (state === 'paused' ? 'paused' : 'resumed'),
    )
  return (
    <>
      <div class="buttons watch-controls">
        <Button look="small" disabled={isBusy} onClick={() => void check()}>
          Check now<span class="quiet"> {watch.name}</span>
        </Button>
        {watch.source === 'file' ? (
          <span class="hint">
            Set in <code>wares.yaml</code>: change it there
          </span>
        ) : (
          <ChangeButtons
            watch={watch}
            isBusy={isBusy}
            isEdited={isEdited}
            onPause={() => void pause()}
            onEdit={() => setIsEdited(!isEdited)}
          />
        )}
        <Simulations words={words} isBusy={isBusy} onPick={word => void check(word)} />
        <span class="hint" role="status">
          {said}
        </span>
      </div>
      {isEdited && (
        <EditWatch
          watch={watch}
          api={api}
          onClose={() => setIsEdited(false)}
          onChanged={changed => {
            onChanged(changed)
            setSaid('saved')
          }}
        />
      )}
    </>
  )
}

interface ChangeProps extends Pick<Props, 'watch'> {
  readonly isBusy: boolean
  readonly isEdited: boolean
  readonly onPause: () => void
  readonly onEdit: () => void
}

function ChangeButtons({ watch, isBusy, isEdited, onPause, onEdit }: ChangeProps) {
  return (
    <>
      <Button look="small" disabled={isBusy} onClick={onPause}>
        {watch.state === 'paused' ? 'Resume' : 'Pause'}
        <span class="quiet"> {watch.name}</span>
      </Button>
      <Button look="small" aria-expanded={isEdited} onClick={onEdit}>
        Edit<span class="quiet"> {watch.name}</span>
      </Button>
    </>
  )
}

/** Runs one request at a time and says how it went. */
function useRun(onChanged: Props['onChanged']) {
  const [said, setSaid] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const run = async <T extends Watch>(ask: () => Promise<Reply<T>>, done: (value: T) => string) => {
    setIsBusy(true)
    setSaid('')
    try {
      const reply = await ask()
      if ('problem' in reply) return setSaid(`${reply.problem.title}: ${reply.problem.detail}`)
      onChanged(reply.value)
      setSaid(done(reply.value))
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error))
    } finally {
      setIsBusy(false)
    }
  }
  return { said, setSaid, isBusy, run }
}

interface SimulationProps {
  readonly words: MagicWords
  readonly isBusy: boolean
  readonly onPick: (word: string) => void
}

function Simulations({ words, isBusy, onPick }: SimulationProps) {
  if (Object.keys(words).length === 0) return null
  return (
    <select
      aria-label="Simulate"
      value=""
      disabled={isBusy}
      onChange={event => onPick(event.currentTarget.value)}
    >
      <option value="">Simulate…</option>
      {Object.entries(words).map(([word, { effect }]) => (
        <option key={word} value={word}>
          {word}: {effect}
        </option>
      ))}
    </select>
  )
}

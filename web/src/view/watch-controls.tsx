// What can be done with a watch: check it now, pause it, go on with it.
import { useState } from 'preact/hooks'
import { type Reply, type Watch, type WatchApi } from '../model/watches.ts'
import { changeName } from '../shape/price-history.ts'

interface Props {
  readonly watch: Watch
  readonly api: WatchApi
  readonly onChanged: (watch: Watch) => void
}

export function WatchControls({ watch, api, onChanged }: Props) {
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
  const isPaused = watch.state === 'paused'
  const check = () =>
    run(
      () => api.check(watch.id),
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
    <div class="buttons">
      <button class="button small" type="button" disabled={isBusy} onClick={() => void check()}>
        Check now<span class="quiet"> {watch.name}</span>
      </button>
      <button class="button small" type="button" disabled={isBusy} onClick={() => void pause()}>
        {isPaused ? 'Resume' : 'Pause'}
        <span class="quiet"> {watch.name}</span>
      </button>
      <span class="hint" role="status">
        {said}
      </span>
    </div>
  )
}

// Removes a watch with its history, after a second question.
import { useState } from 'preact/hooks'
import type { Watch, WatchApi } from '../../model/watches.ts'

export function RemoveWatch({ watch, api }: { watch: Watch; api: WatchApi }) {
  const [isAsked, setIsAsked] = useState(false)
  const [said, setSaid] = useState('')
  const remove = async () => {
    try {
      const reply = await api.remove(watch.id)
      if ('problem' in reply) return setSaid(reply.problem.detail)
      location.hash = ''
    } catch (error) {
      setSaid(error instanceof Error ? error.message : String(error))
    }
  }
  return (
    <div class="buttons">
      {isAsked ? (
        <>
          <span>Remove {watch.name} and its history?</span>
          <button class="button attention" type="button" onClick={() => void remove()}>
            Remove
          </button>
          <button class="button" type="button" onClick={() => setIsAsked(false)}>
            Keep it
          </button>
        </>
      ) : (
        <button class="button" type="button" onClick={() => setIsAsked(true)}>
          Remove this watch
        </button>
      )}
      <span class="error" role="status">
        {said}
      </span>
    </div>
  )
}

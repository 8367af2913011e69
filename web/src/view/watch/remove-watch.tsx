// Removes a watch with its history, after a second question.
import { useState } from 'preact/hooks'
import type { Watch, WatchApi } from '../../model/watches.ts'
import { Button } from '../control/button.tsx'

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
          <Button look="attention" onClick={() => void remove()}>
            Remove
          </Button>
          <Button onClick={() => setIsAsked(false)}>Keep it</Button>
        </>
      ) : (
        <Button onClick={() => setIsAsked(true)}>Remove this watch</Button>
      )}
      <span class="error" role="status">
        {said}
      </span>
    </div>
  )
}

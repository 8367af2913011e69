// Removes a watch with its history, after a second question.
import { useState } from 'preact/hooks'
import type { Watch, WatchApi } from '../../model/watches.ts'
import { Button } from '../control/button.tsx'
import { useRequest } from '../shell/use-request.ts'

export function RemoveWatch({ watch, api }: { watch: Watch; api: WatchApi }) {
  const [isAsked, setIsAsked] = useState(false)
  const { said, run } = useRequest()
  const remove = () => void run(api.remove(watch.id), () => (location.hash = ''))
  return (
    <div class="buttons">
      {isAsked ? (
        <>
          <span>Remove {watch.name} and its history?</span>
          <Button look="attention" onClick={remove}>
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

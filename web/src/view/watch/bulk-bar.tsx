// What can be done with all selected watches: check, pause, resume, tag, remove.
import { useState } from 'preact/hooks'
import type { Watch, WatchApi } from '../../model/watch-api.ts'
import type { Reply } from '../../model/server-api.ts'
import { Button } from '../control/button.tsx'
import { TextField, Tick } from '../control/fields.tsx'

interface Props {
  readonly selected: readonly Watch[]
  readonly isAll: boolean
  readonly api: WatchApi
  readonly onAll: (isAll: boolean) => void
  readonly onDone: () => void
}

export function BulkBar({ selected, isAll, api, onAll, onDone }: Props) {
  const [said, setSaid] = useState('')
  const [isBusy, setIsBusy] = useState(false)
  const [isAsked, setIsAsked] = useState(false)
  const [tag, setTag] = useState('')
  const each = async (verb: string, ask: (watch: Watch) => Promise<Reply<unknown>>) => {
    setIsBusy(true)
    setIsAsked(false)
    setSaid(await askEach(selected, verb, ask, setSaid))
    setIsBusy(false)
    onDone()
  }
  const action = (name: string, verb: string, ask: (watch: Watch) => Promise<Reply<unknown>>) => (
    <Button look="small" disabled={isBusy} onClick={() => void each(verb, ask)}>
      {name}
    </Button>
  )
  const isTag = tag.trim() !== ''
  return (
    <div class="buttons bulk" role="group" aria-label="Selected watches">
      <Tick label="All" checked={isAll} onChange={onAll} />
      {selected.length > 0 && (
        <>
          <span>{selected.length} selected</span>
          {action('Check', 'checked', one => api.check(one.id))}
          {action('Pause', 'paused', one => api.setPaused(one.id, true))}
          {action('Resume', 'resumed', one => api.setPaused(one.id, false))}
          <TextField
            label="Tag"
            placed="hidden"
            class="short"
            placeholder="tag"
            value={tag}
            onChange={setTag}
          />
          {isTag &&
            action('Add the tag', 'tagged', watch =>
              api.edit(watch.id, { tags: [...new Set([...watch.tags, tag.trim()])] }),
            )}
          {isAsked ? (
            action(`Remove ${selected.length} with their history`, 'removed', one => api.remove(one.id))
          ) : (
            <Button look="small" disabled={isBusy} onClick={() => setIsAsked(true)}>
              Remove…
            </Button>
          )}
        </>
      )}
      <span role="status">{said}</span>
    </div>
  )
}

/** One after the other: the server limits how often a shop and a key are asked. Returns what was done. */
async function askEach(
  watches: readonly Watch[],
  verb: string,
  ask: (watch: Watch) => Promise<Reply<unknown>>,
  say: (text: string) => void,
): Promise<string> {
  const refused: string[] = []
  for (const [place, watch] of watches.entries()) {
    say(`${place + 1} of ${watches.length}…`)
    const answer = await ask(watch)
    if ('problem' in answer) refused.push(answer.problem.detail)
  }
  const done = `${watches.length - refused.length} ${verb}`
  return refused.length === 0 ? `${done}.` : `${done}, ${refused.length} not: ${refused[0]}`
}

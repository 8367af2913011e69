// The form for a new watch.
import { useEffect, useState } from 'preact/hooks'
import type { Problem } from '../../model/make-call.ts'
import type { Watch, WatchApi } from '../../model/watches.ts'
import { ProblemDetail } from '../errors/problem-view.tsx'
import { Bookmarklet } from './bookmarklet.tsx'
import { type Fields, newWatch, NO_FIELDS, RuleInputs, TargetInputs } from './watch-inputs.tsx'
import { Button } from '../control/button.tsx'

interface Props {
  readonly api: WatchApi
  /** Of a sandbox. */
  readonly loadExample: (() => Promise<string>) | undefined
  readonly given: string
  readonly onAdded: (watch: Watch) => void
  readonly onClose: () => void
}

export function AddWatch({ api, loadExample, given, onAdded, onClose }: Props) {
  // In the sandbox something moves every few minutes.
  const [fields, setFields] = useState<Fields>({ ...NO_FIELDS, url: given, every: loadExample ? '1m' : '1h' })
  const example = useExample(loadExample)
  const [outcome, setOutcome] = useState<Problem | string>()
  const [isBusy, setIsBusy] = useState(false)
  const change = (changed: Partial<Fields>) => setFields(before => ({ ...before, ...changed }))
  const add = async () => {
    setIsBusy(true)
    setOutcome(undefined)
    try {
      const reply = await api.add(newWatch(fields))
      if ('problem' in reply) return setOutcome(reply.problem)
      // So that there is something to see at once; a failure shows in the list.
      const checked = await api.check(reply.value.id)
      onAdded('value' in checked ? checked.value : reply.value)
    } catch (error) {
      setOutcome(`Not added: ${error instanceof Error ? error.message : String(error)}`)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <form
      class="card add-watch"
      onSubmit={event => {
        event.preventDefault()
        void add()
      }}
    >
      <h2>Add a watch</h2>
      <TargetInputs api={api} fields={fields} onChange={change} />
      <RuleInputs api={api} fields={fields} onChange={change} />
      <div class="buttons">
        <Button look="primary" type="submit" disabled={isBusy}>
          {isBusy ? 'Adding…' : 'Watch'}
        </Button>
        {example && fields.url === '' && fields.what === 'product' && (
          <Button onClick={() => change({ url: example })}>Use an example</Button>
        )}
        <Button onClick={onClose}>Cancel</Button>
        <span role="status">{typeof outcome === 'string' && outcome}</span>
      </div>
      {typeof outcome === 'object' && (
        <div class="error" role="alert">
          <ProblemDetail problem={outcome} />
        </div>
      )}
      <Bookmarklet />
    </form>
  )
}

/** Empty until it is loaded: the form does without. */
function useExample(load: Props['loadExample']): string {
  const [example, setExample] = useState('')
  useEffect(() => {
    load?.().then(setExample, () => {})
  }, [load])
  return example
}

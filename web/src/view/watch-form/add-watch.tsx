// The form for a new watch.
import { useEffect, useState } from 'preact/hooks'
import type { WatchApi } from '../../model/watch-api.ts'
import { ProblemDetail } from '../errors/problem-view.tsx'
import { type Fields, newWatch, NO_FIELDS, RuleInputs, TargetInputs } from './watch-inputs.tsx'
import { Button } from '../control/button.tsx'
import { useRequest } from '../shell/use-request.ts'
import { LocalForm } from '../control/local-form.tsx'

interface Props {
  readonly api: WatchApi
  /** Loads an example; undefined without a sandbox. */
  readonly loadExample: (() => Promise<string>) | undefined
  readonly address: string
  readonly onAdded: () => void
  readonly onClose: () => void
}

export function AddWatch({ api, loadExample, address, onAdded, onClose }: Props) {
  // Something moves every few minutes in the sandbox.
  const [fields, setFields] = useState<Fields>({
    ...NO_FIELDS,
    url: address,
    every: loadExample ? '1m' : '1h',
  })
  const example = useExample(loadExample)
  const { isBusy, problem, run } = useRequest()
  const change = (changed: Partial<Fields>) => setFields(before => ({ ...before, ...changed }))
  const add = async () => {
    const result = await api.add(newWatch(fields))
    if ('problem' in result) return result
    // So that there is something to see at once; a failure shows in the list.
    const checked = await api.check(result.value.id)
    return 'value' in checked ? checked : result
  }
  return (
    <LocalForm class="card add-watch" onSubmit={() => void run(add(), onAdded)}>
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
      </div>
      {problem && (
        <div class="error" role="alert">
          <ProblemDetail problem={problem} />
        </div>
      )}
      <Bookmarklet />
    </LocalForm>
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

function Bookmarklet() {
  const target = JSON.stringify(`${location.origin}${location.pathname}#add=`)
  const script = `javascript:void window.open(${target}+encodeURIComponent(location.href))`
  return (
    <p class="hint bookmarklet">
      {/* React and Preact drop such addresses when they render; a bookmark is one. */}
      <a
        class="button"
        ref={link => link?.setAttribute('href', script)}
        onClick={event => event.preventDefault()}
        draggable
      >
        Watch this page
      </a>{' '}
      Drag this button to your bookmarks bar. On a product page, it opens Wares with the address filled in.
    </p>
  )
}

// The form for a new watch.
import { useState } from 'preact/hooks'
import type { Problem } from '../model/make-call.ts'
import type { Watch, WatchApi } from '../model/watches.ts'
import { ProblemDetail } from './problem-view.tsx'

interface Props {
  readonly api: WatchApi
  readonly example: string
  readonly given: string
  readonly onAdded: (watch: Watch) => void
}

const INTERVALS = ['1m', '5m', '15m', '1h', '6h', '1d']
const CONDITIONS = [
  'any change',
  'price < 100',
  'price drops',
  'price drops 10%',
  'back in stock',
  'out of stock',
]

export function AddWatch({ api, example, given, onAdded }: Props) {
  // In the sandbox something moves every few minutes.
  const [fields, setFields] = useState<Fields>({
    url: given,
    every: example ? '1m' : '1h',
    when: '',
    name: '',
  })
  const [outcome, setOutcome] = useState<Problem | string>()
  const [isBusy, setIsBusy] = useState(false)
  const change = (changed: Partial<Fields>) => setFields(before => ({ ...before, ...changed }))
  const add = async () => {
    setIsBusy(true)
    setOutcome(undefined)
    try {
      const reply = await api.add(watchInput(fields))
      if ('problem' in reply) return setOutcome(reply.problem)
      onAdded(reply.value)
      setOutcome('Added.')
      change({ url: '', name: '' })
      // So that there is something to see at once; a failure shows in the list.
      const checked = await api.check(reply.value.id)
      if ('value' in checked) onAdded(checked.value)
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
      <WatchFields fields={fields} onChange={change} />
      <div class="buttons">
        <button class="button primary" type="submit" disabled={isBusy}>
          {isBusy ? 'Adding…' : 'Watch'}
        </button>
        {example && fields.url === '' && (
          <button class="button" type="button" onClick={() => change({ url: example })}>
            Use an example
          </button>
        )}
        <span role="status">{typeof outcome === 'string' && outcome}</span>
      </div>
      {typeof outcome === 'object' && (
        <div class="error" role="alert">
          <ProblemDetail problem={outcome} />
        </div>
      )}
    </form>
  )
}

interface Fields {
  readonly url: string
  readonly every: string
  readonly when: string
  readonly name: string
}

/** What is left empty is not sent. */
function watchInput({ url, every, when, name }: Fields) {
  return { url: url.trim(), every, ...(when.trim() ? { when } : {}), ...(name.trim() ? { name } : {}) }
}

interface FieldsProps {
  readonly fields: Fields
  readonly onChange: (changed: Partial<Fields>) => void
}

function WatchFields({ fields, onChange }: FieldsProps) {
  return (
    <div class="add-fields">
      <label class="wide-field">
        Product URL
        <input
          type="url"
          required
          placeholder="https://…"
          value={fields.url}
          onInput={event => onChange({ url: event.currentTarget.value })}
        />
      </label>
      <label>
        Check every
        <select value={fields.every} onChange={event => onChange({ every: event.currentTarget.value })}>
          {INTERVALS.map(one => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      <label>
        Alert when
        <input
          list="conditions"
          placeholder="any change"
          value={fields.when}
          onInput={event => onChange({ when: event.currentTarget.value })}
        />
      </label>
      <datalist id="conditions">
        {CONDITIONS.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <label>
        Name
        <input
          maxLength={200}
          value={fields.name}
          onInput={event => onChange({ name: event.currentTarget.value })}
        />
      </label>
    </div>
  )
}

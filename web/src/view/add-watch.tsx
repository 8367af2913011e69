// The form for a new watch.
import { useState } from 'preact/hooks'
import type { Problem } from '../model/make-call.ts'
import type { Variant, Watch, WatchApi, WatchFields } from '../model/watches.ts'
import { ActiveTimes } from './active-times.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { ImportWatches } from './import-watches.tsx'
import { ProblemDetail } from './problem-view.tsx'
import { VariantPicker } from './variant-picker.tsx'

interface Props {
  readonly api: WatchApi
  readonly example: string
  readonly given: string
  readonly onAdded: (watch: Watch) => void
}

const INTERVALS = ['1m', '5m', '15m', '1h', '6h', '1d', 'auto']
const COOLDOWNS = ['1h', '6h', '1d', '7d']

export function AddWatch({ api, example, given, onAdded }: Props) {
  // In the sandbox something moves every few minutes.
  const [fields, setFields] = useState<Fields>({ ...NO_FIELDS, url: given, every: example ? '1m' : '1h' })
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
      change({ url: '', name: '', variant: undefined })
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
      <WatchInputs api={api} fields={fields} onChange={change} />
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
      <ImportWatches api={api} onAdded={onAdded} />
    </form>
  )
}

interface Fields {
  readonly url: string
  readonly every: string
  readonly when: string
  readonly name: string
  readonly tags: string
  readonly confirm: string
  readonly cooldown: string
  readonly active: string
  readonly variant: Variant | undefined
}

const NO_FIELDS: Fields = {
  url: '',
  every: '1h',
  when: '',
  name: '',
  tags: '',
  confirm: '1',
  cooldown: '',
  active: '',
  variant: undefined,
}

/** What is left empty is not sent. */
function watchInput({ url, confirm, variant, ...texts }: Fields): WatchFields {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return {
    url: url.trim(),
    ...Object.fromEntries(given),
    ...(confirm !== '1' && { confirm: Number(confirm) }),
    ...(variant && { variant }),
  }
}

interface InputsProps {
  readonly api: WatchApi
  readonly fields: Fields
  readonly onChange: (changed: Partial<Fields>) => void
}

function WatchInputs({ api, fields, onChange }: InputsProps) {
  return (
    <>
      <div class="add-fields">
        <label class="wide-field">
          Product URL
          <input
            type="url"
            required
            placeholder="https://…"
            value={fields.url}
            onInput={event => onChange({ url: event.currentTarget.value, variant: undefined })}
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
          Name
          <input
            maxLength={200}
            value={fields.name}
            onInput={event => onChange({ name: event.currentTarget.value })}
          />
        </label>
        <label>
          Tags
          <input
            placeholder="shoes gifts"
            value={fields.tags}
            onInput={event => onChange({ tags: event.currentTarget.value })}
          />
        </label>
      </div>
      <ConditionBuilder when={fields.when} onChange={when => onChange({ when })} />
      <VariantPicker api={api} url={fields.url} onPick={variant => onChange({ variant })} />
      <MoreInputs fields={fields} onChange={onChange} />
    </>
  )
}

function MoreInputs({ fields, onChange }: Omit<InputsProps, 'api'>) {
  return (
    <details class="more">
      <summary>Fewer alerts, other times</summary>
      <div class="add-fields">
        <label>
          A change counts when seen
          <select value={fields.confirm} onChange={event => onChange({ confirm: event.currentTarget.value })}>
            <option value="1">once</option>
            {['2', '3', '4', '5'].map(one => (
              <option key={one} value={one}>
                {one} times in a row
              </option>
            ))}
          </select>
        </label>
        <label>
          At most one alert
          <select
            value={fields.cooldown}
            onChange={event => onChange({ cooldown: event.currentTarget.value })}
          >
            <option value="">per change</option>
            {COOLDOWNS.map(one => (
              <option key={one} value={one}>
                in {one}
              </option>
            ))}
          </select>
        </label>
        <ActiveTimes onChange={active => onChange({ active })} />
      </div>
    </details>
  )
}

// The form for a new watch.
import { useState } from 'preact/hooks'
import type { Problem } from '../../model/make-call.ts'
import type { Variant, Watch, WatchApi, WatchFields } from '../../model/watches.ts'
import { ActiveTimes } from './active-times.tsx'
import { Bookmarklet } from './bookmarklet.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { ImportWatches } from './import-watches.tsx'
import { ProblemDetail } from '../errors/problem-view.tsx'
import { VariantPicker } from './variant-picker.tsx'

interface Props {
  readonly api: WatchApi
  readonly example: string
  readonly given: string
  readonly onAdded: (watch: Watch) => void
}

const INTERVALS = ['1m', '5m', '15m', '1h', '6h', '1d', 'auto']
const KEEP_DAYS = ['30', '90', '365', '1095']
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
        {example && fields.url === '' && fields.what === 'product' && (
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
      <Bookmarklet />
    </form>
  )
}

interface Fields {
  /** `product` or `shop`. */
  readonly what: string
  readonly url: string
  readonly every: string
  readonly when: string
  readonly name: string
  readonly tags: string
  readonly notify: string
  readonly confirm: string
  readonly cooldown: string
  readonly active: string
  readonly keep_days: string
  readonly variant: Variant | undefined
}

const NO_FIELDS: Fields = {
  what: 'product',
  url: '',
  every: '1h',
  when: '',
  name: '',
  tags: '',
  notify: '',
  confirm: '1',
  cooldown: '',
  active: '',
  keep_days: '',
  variant: undefined,
}

/** What is left empty is not sent. */
function watchInput({ what, url, confirm, keep_days, variant, ...texts }: Fields): WatchFields {
  const given = Object.entries(texts).filter(([, text]) => text.trim() !== '')
  return {
    [what === 'shop' ? 'catalog' : 'url']: url.trim(),
    ...Object.fromEntries(given.map(([name, text]) => [name, text.trim()])),
    ...(keep_days !== '' && { keep_days: Number(keep_days) }),
    ...(confirm !== '1' && { confirm: Number(confirm) }),
    ...(variant && { variant }),
  }
}

interface InputsProps {
  readonly api: WatchApi
  readonly fields: Fields
  readonly onChange: (changed: Partial<Fields>) => void
}

const TEXT = { type: 'text' } as const
const URL_INPUT = { type: 'url' } as const

function WatchInputs({ api, fields, onChange }: InputsProps) {
  return (
    <>
      <div class="add-fields">
        <label>
          Watch
          <select value={fields.what} onChange={event => onChange({ what: event.currentTarget.value })}>
            <option value="product">a product page</option>
            <option value="shop">a whole shop</option>
          </select>
        </label>
        <label class="wide-field">
          {fields.what === 'shop' ? 'Shop' : 'Product URL'}
          <input
            {...(fields.what === 'shop' ? TEXT : URL_INPUT)}
            required
            placeholder={fields.what === 'shop' ? 'shop.example' : 'https://…'}
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
      {fields.what === 'product' && (
        <VariantPicker api={api} url={fields.url} onPick={variant => onChange({ variant })} />
      )}
      <MoreInputs fields={fields} onChange={onChange} />
    </>
  )
}

function MoreInputs({ fields, onChange }: Omit<InputsProps, 'api'>) {
  return (
    <details class="more">
      <summary>Alert frequency, schedule and history</summary>
      <div class="add-fields">
        <label>
          Receivers
          <input
            placeholder="all"
            title="Ids of receivers, as `wares notify list` shows them"
            value={fields.notify}
            onInput={event => onChange({ notify: event.currentTarget.value })}
          />
        </label>
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
        <label>
          Keep the history for
          <select
            value={fields.keep_days}
            onChange={event => onChange({ keep_days: event.currentTarget.value })}
          >
            <option value="">as long as the server does</option>
            {KEEP_DAYS.map(one => (
              <option key={one} value={one}>
                {one} days
              </option>
            ))}
          </select>
        </label>
        <ActiveTimes onChange={active => onChange({ active })} />
      </div>
    </details>
  )
}

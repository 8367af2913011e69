// The fields of a watch, for a new one and for one that is changed.
import { intervalText } from '../../../../src/settings/watch-rules/interval.ts'
import type { Variant, Watch, WatchApi, WatchFields } from '../../model/watch-api.ts'
import { ActiveTimes } from './active-times.tsx'
import { ConditionBuilder } from './condition-builder.tsx'
import { useReceivers } from './receivers.tsx'
import { VariantPicker } from './variant-picker.tsx'
import { Select, TextField, Tick } from '../control/fields.tsx'

const INTERVALS = ['1m', '5m', '15m', '1h', '6h', '1d', 'auto']
const KEEP_DAYS = ['30', '90', '365', '1095']
const COOLDOWNS = ['1h', '6h', '1d', '7d']

export interface Fields {
  /** `product` or `shop`. */
  readonly what: string
  readonly url: string
  readonly every: string
  readonly when: string
  readonly name: string
  readonly tags: string
  /** Ids of receivers; none for all of them. */
  readonly notify: readonly string[]
  readonly confirm: string
  readonly cooldown: string
  readonly active: string
  readonly keep_days: string
  readonly variant: Variant | undefined
}

export const NO_FIELDS: Fields = {
  what: 'product',
  url: '',
  every: '1h',
  when: '',
  name: '',
  tags: '',
  notify: [],
  confirm: '1',
  cooldown: '',
  active: '',
  keep_days: '',
  variant: undefined,
}

export function fieldsOf(watch: Watch): Fields {
  return {
    ...NO_FIELDS,
    every: watch.auto ? 'auto' : intervalText(watch.every_s),
    when: watch.when ?? '',
    name: watch.name,
    tags: watch.tags.join(' '),
    notify: watch.notify ?? [],
    confirm: String(watch.confirm),
    cooldown: watch.cooldown_s === 0 ? '' : intervalText(watch.cooldown_s),
    active: watch.active ?? '',
    keep_days: watch.keep_days === null ? '' : String(watch.keep_days),
  }
}

/** A new watch; what is left empty is not sent. */
export function newWatch({ what, url, variant, ...fields }: Fields): WatchFields {
  const entries = Object.entries(ruleValues(fields)).filter(([, value]) => value !== null)
  return {
    [what === 'shop' ? 'catalog' : 'url']: url.trim(),
    ...Object.fromEntries(entries),
    ...(variant && { variant }),
  }
}

/** What was changed; what was emptied is null, which removes it. */
export function changedFields(before: Fields, after: Fields): WatchFields {
  const [was, is] = [ruleValues(before), ruleValues(after)]
  const changed = Object.entries(is).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(was[name]),
  )
  return Object.fromEntries(changed.map(([name, value]) => [name, name === 'tags' ? (value ?? []) : value]))
}

function ruleValues(fields: Omit<Fields, 'what' | 'url' | 'variant'>): Record<string, unknown> {
  const { every, when, name, tags, notify, confirm, cooldown, active, keep_days: keepDays } = fields
  const text = (value: string) => value.trim() || null
  return {
    every,
    when: text(when),
    name: text(name),
    tags: text(tags),
    notify: notify.length > 0 ? notify : null,
    confirm: Number(confirm),
    cooldown: text(cooldown),
    active: text(active),
    keep_days: keepDays === '' ? null : Number(keepDays),
  }
}

interface InputsProps {
  readonly api: WatchApi
  readonly fields: Fields
  readonly onChange: (changed: Partial<Fields>) => void
}

/** What is watched: of a new watch only. */
export function TargetInputs({ api, fields, onChange }: InputsProps) {
  const isShop = fields.what === 'shop'
  return (
    <div class="target-fields">
      <Select
        label="Watch"
        placed="above"
        value={fields.what}
        options={[
          ['product', 'a product page'],
          ['shop', 'a whole shop'],
        ]}
        onChange={what => onChange({ what })}
      />
      <TextField
        label={isShop ? 'Shop' : 'Product URL'}
        placed="above"
        type={isShop ? 'text' : 'url'}
        required
        placeholder={isShop ? 'shop.example' : 'https://…'}
        value={fields.url}
        onChange={url => onChange({ url, variant: undefined })}
      />
      {!isShop && <VariantPicker api={api} url={fields.url} onPick={variant => onChange({ variant })} />}
    </div>
  )
}

/** How often, when to alert, whom, and what it is called. */
export function RuleInputs({ api, fields, onChange }: InputsProps) {
  return (
    <>
      <div class="add-fields">
        <Choice
          label="Check every"
          value={fields.every}
          values={INTERVALS}
          onChange={every => onChange({ every })}
        />
        <TextField
          label="Name"
          placed="above"
          maxLength={200}
          value={fields.name}
          placeholder="as the shop has it"
          onChange={name => onChange({ name })}
        />
        <TextField
          label="Tags"
          placed="above"
          placeholder="shoes gifts"
          value={fields.tags}
          onChange={tags => onChange({ tags })}
        />
      </div>
      <ConditionBuilder when={fields.when} onChange={when => onChange({ when })} />
      <Targets api={api} chosen={fields.notify} onChange={notify => onChange({ notify })} />
      <MoreInputs fields={fields} onChange={onChange} />
    </>
  )
}

interface TargetsProps extends Pick<InputsProps, 'api'> {
  readonly chosen: readonly string[]
  readonly onChange: (ids: readonly string[]) => void
}

/** Who is told; nothing where there is nobody to choose from. */
function Targets({ api, chosen, onChange }: TargetsProps) {
  const { all } = useReceivers(api)
  const removed = chosen.filter(id => all.every(one => one.id !== id))
  const choices = [
    ...all.map(({ id, kind, url }) => ({ id, text: `${kind} ${url}` })),
    ...removed.map(id => ({ id, text: id })),
  ]
  if (choices.length === 0) return null
  return (
    <fieldset class="builder">
      <legend>Send alerts to {chosen.length === 0 && '(all of them)'}</legend>
      {choices.map(({ id, text }) => (
        <Tick
          key={id}
          label={text}
          checked={chosen.includes(id)}
          onChange={isChosen => onChange(isChosen ? [...chosen, id] : chosen.filter(one => one !== id))}
        />
      ))}
    </fieldset>
  )
}

function MoreInputs({ fields, onChange }: Omit<InputsProps, 'api'>) {
  return (
    <details class="more">
      <summary>Alert frequency, schedule and history</summary>
      <div class="add-fields">
        <Choice
          label="A change counts when seen"
          value={fields.confirm}
          values={['1', '2', '3', '4', '5']}
          write={one => (one === '1' ? 'once' : `${one} times in a row`)}
          onChange={confirm => onChange({ confirm })}
        />
        <Choice
          label="At most one alert"
          value={fields.cooldown}
          values={['', ...COOLDOWNS]}
          write={one => (one === '' ? 'per change' : `in ${one}`)}
          onChange={cooldown => onChange({ cooldown })}
        />
        <Choice
          label="Keep the history for"
          value={fields.keep_days}
          values={['', ...KEEP_DAYS]}
          write={one => (one === '' ? 'as long as the server does' : `${one} days`)}
          onChange={days => onChange({ keep_days: days })}
        />
        <ActiveTimes value={fields.active} onChange={active => onChange({ active })} />
      </div>
    </details>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly values: readonly string[]
  readonly write?: (value: string) => string
  readonly onChange: (value: string) => void
}

/** A value that is not among the usual ones stands first. */
function Choice({ label, value, values, write = one => one, onChange }: ChoiceProps) {
  const all = values.includes(value) ? values : [value, ...values]
  return (
    <Select
      label={label}
      placed="above"
      value={value}
      options={all.map(one => [one, write(one)])}
      onChange={onChange}
    />
  )
}

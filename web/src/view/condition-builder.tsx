// Builds a condition from drop-downs; the text that it makes can also be written.
import { useId, useState } from 'preact/hooks'
import {
  addCondition,
  CONDITION_EXAMPLES,
  CONDITION_FORMS,
  type ConditionForm,
  type ConditionInput,
  conditionText,
} from '../model/condition-forms.ts'

const MOVES = ['drops', 'rises'] as const
const MOVING: ReadonlySet<ConditionForm> = new Set(MOVES)
const WITH_AMOUNT: ReadonlySet<ConditionForm> = new Set(['below', 'above', ...MOVES])
const WITH_TIME: ReadonlySet<ConditionForm> = new Set(['lowest', ...MOVES])
const TIMES = ['1d', '7d', '30d', '90d', '365d']

interface Props {
  readonly when: string
  readonly onChange: (when: string) => void
}

export function ConditionBuilder({ when, onChange }: Props) {
  const examples = useId()
  const [input, setInput] = useState<ConditionInput>({ form: 'drops', amount: '10', unit: '%', within: '' })
  const change = (changed: Partial<ConditionInput>) => setInput(last => ({ ...last, ...changed }))
  const made = conditionText(input)
  return (
    <fieldset class="builder">
      <legend>Alert when</legend>
      <div class="line">
        <select
          aria-label="Condition"
          value={input.form}
          onChange={event => change({ form: event.currentTarget.value as ConditionForm })}
        >
          {Object.entries(CONDITION_FORMS).map(([form, text]) => (
            <option key={form} value={form}>
              {text}
            </option>
          ))}
        </select>
        <ConditionDetails input={input} onChange={change} />
        <button
          class="button small"
          type="button"
          disabled={made === ''}
          onClick={() => onChange(addCondition(when, made))}
        >
          {when.trim() === '' ? 'Use' : 'Or'} “{made || '…'}”
        </button>
      </div>
      <label>
        As text
        <input
          list={examples}
          placeholder="any change"
          value={when}
          onInput={event => onChange(event.currentTarget.value)}
        />
      </label>
      <datalist id={examples}>
        {CONDITION_EXAMPLES.map(one => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </fieldset>
  )
}

interface DetailsProps {
  readonly input: ConditionInput
  readonly onChange: (changed: Partial<ConditionInput>) => void
}

/** How far, and within which time. */
function ConditionDetails({ input, onChange }: DetailsProps) {
  return (
    <>
      {WITH_AMOUNT.has(input.form) && (
        <input
          class="short"
          aria-label="Amount"
          inputMode="decimal"
          placeholder={MOVING.has(input.form) ? 'any' : '100'}
          value={input.amount}
          onInput={event => onChange({ amount: event.currentTarget.value })}
        />
      )}
      {MOVING.has(input.form) && (
        <select
          aria-label="Unit"
          value={input.unit}
          onChange={event => onChange({ unit: event.currentTarget.value === '%' ? '%' : 'money' })}
        >
          <option>%</option>
          <option value="money">in money</option>
        </select>
      )}
      {WITH_TIME.has(input.form) && (
        <select
          aria-label="Time"
          value={input.within}
          onChange={event => onChange({ within: event.currentTarget.value })}
        >
          <option value="">{input.form === 'lowest' ? 'ever' : 'since the last alert'}</option>
          {TIMES.map(time => (
            <option key={time} value={time}>
              in {time}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

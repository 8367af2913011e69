// The condition of a watch, as drop-downs and as text: both show the same, and each changes the other.
import { useId, useState } from 'preact/hooks'
import {
  ANY_CONDITION,
  CONDITION_EXAMPLES,
  CONDITION_FORMS,
  type ConditionForm,
  type ConditionInput,
  conditionText,
  readConditions,
} from '../../model/condition-forms.ts'
import { Button } from '../control/button.tsx'

type Form = ConditionInput['form']

const MOVES = ['drops', 'rises'] as const
const MOVING: ReadonlySet<Form> = new Set(MOVES)
const LIMITS: ReadonlySet<Form> = new Set(['below', 'above'])
const WITH_TIME: ReadonlySet<Form> = new Set(['lowest', ...MOVES])
const TIMES = ['1d', '7d', '30d', '90d', '365d']

interface Props {
  readonly when: string
  readonly onChange: (when: string) => void
}

export function ConditionBuilder({ when, onChange }: Props) {
  const examples = useId()
  const [inputs, setInputs] = useState<readonly ConditionInput[]>(() => readConditions(when))
  // The drop-downs know more than the text, such as the unit of an amount that is still empty.
  const shown = conditionText(inputs) === when ? inputs : readConditions(when)
  const change = (next: readonly ConditionInput[]) => {
    setInputs(next)
    onChange(conditionText(next))
  }
  return (
    <fieldset class="builder">
      <legend>Alert when</legend>
      {shown.map((input, place) => (
        <ConditionRow
          // Rows have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={place}
          input={input}
          place={place}
          onChange={changed => change(shown.with(place, { ...input, ...changed }))}
          onRemove={shown.length > 1 ? () => change(shown.toSpliced(place, 1)) : undefined}
        />
      ))}
      <div class="buttons">
        <Button look="small" onClick={() => change([...shown, ANOTHER])}>
          Or another condition
        </Button>
      </div>
      <label>
        The condition as text
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

const ANOTHER: ConditionInput = { ...ANY_CONDITION, form: 'back' }

interface RowProps {
  readonly input: ConditionInput
  readonly place: number
  readonly onChange: (changed: Partial<ConditionInput>) => void
  readonly onRemove: (() => void) | undefined
}

function ConditionRow({ input, place, onChange, onRemove }: RowProps) {
  const number = place === 0 ? '' : ` ${place + 1}`
  return (
    <div class="line">
      {place > 0 && <span>or</span>}
      <select
        aria-label={`Condition${number}`}
        value={input.form}
        onChange={event => onChange({ form: event.currentTarget.value as ConditionForm })}
      >
        {input.form === 'written' && <option value="written">{input.written}</option>}
        {Object.entries(CONDITION_FORMS).map(([form, text]) => (
          <option key={form} value={form}>
            {text}
          </option>
        ))}
      </select>
      <ConditionDetails input={input} number={number} onChange={onChange} />
      {onRemove && (
        <Button look="small" aria-label={`Remove condition ${place + 1}`} onClick={onRemove}>
          Remove
        </Button>
      )}
    </div>
  )
}

interface DetailsProps extends Pick<RowProps, 'input' | 'onChange'> {
  readonly number: string
}

/** How far, and within which time. */
function ConditionDetails({ input, number, onChange }: DetailsProps) {
  const { form, amount, unit, within } = input
  const times = within === '' || TIMES.includes(within) ? TIMES : [within, ...TIMES]
  return (
    <>
      {(LIMITS.has(form) || MOVING.has(form)) && (
        <input
          class="short"
          aria-label={`Amount${number}`}
          inputMode="decimal"
          required={LIMITS.has(form)}
          placeholder={MOVING.has(form) ? 'any' : '100'}
          value={amount}
          onInput={event => onChange({ amount: event.currentTarget.value })}
        />
      )}
      {MOVING.has(form) && (
        <select
          aria-label={`Unit${number}`}
          value={unit}
          onChange={event => onChange({ unit: event.currentTarget.value === '%' ? '%' : 'money' })}
        >
          <option>%</option>
          <option value="money">in money</option>
        </select>
      )}
      {WITH_TIME.has(form) && (
        <select
          aria-label={`Time${number}`}
          value={within}
          onChange={event => onChange({ within: event.currentTarget.value })}
        >
          <option value="">{form === 'lowest' ? 'ever' : 'since the last alert'}</option>
          {times.map(time => (
            <option key={time} value={time}>
              in {time}
            </option>
          ))}
        </select>
      )}
    </>
  )
}

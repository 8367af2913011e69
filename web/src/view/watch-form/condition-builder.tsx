// The condition of a watch, as drop-downs and as text: both show the same, and each changes the other.
import { useId, useState } from 'preact/hooks'
import {
  ANY_CONDITION,
  CONDITION_EXAMPLES,
  CONDITION_FORMS,
  type ConditionInput,
  conditionText,
  readConditions,
} from '../../model/condition-forms.ts'
import { Button } from '../control/button.tsx'
import { Select, TextField, optionsOf } from '../control/fields.tsx'

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
      <TextField
        label="The condition as text"
        placed="above"
        list={examples}
        placeholder="any change"
        value={when}
        onChange={onChange}
      />
      <datalist id={examples}>
        {CONDITION_EXAMPLES.map(example => (
          <option key={example} value={example} />
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
      <Select
        label={`Condition${number}`}
        placed="hidden"
        value={input.form}
        options={[
          ...(input.form === 'written' ? [['written', input.written] as const] : []),
          ...optionsOf(CONDITION_FORMS),
        ]}
        onChange={form => onChange({ form })}
      />
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
        <TextField
          label={`Amount${number}`}
          placed="hidden"
          class="short"
          inputMode="decimal"
          required={LIMITS.has(form)}
          placeholder={MOVING.has(form) ? 'any' : '100'}
          value={amount}
          onChange={typed => onChange({ amount: typed })}
        />
      )}
      {MOVING.has(form) && (
        <Select
          label={`Unit${number}`}
          placed="hidden"
          value={unit}
          options={['%', ['money', 'in money']]}
          onChange={chosen => onChange({ unit: chosen })}
        />
      )}
      {WITH_TIME.has(form) && (
        <Select
          label={`Time${number}`}
          placed="hidden"
          value={within}
          options={[
            ['', form === 'lowest' ? 'ever' : 'since the last alert'],
            ...times.map(time => [time, `in ${time}`] as const),
          ]}
          onChange={time => onChange({ within: time })}
        />
      )}
    </>
  )
}

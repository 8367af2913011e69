// Fields with their labels: a text, a drop-down, a box to tick. The label stands beside its field, above it, or is only read out.
import type { ComponentChildren } from 'preact'

interface LabelledProps {
  readonly label: string
  readonly placed?: 'beside' | 'above' | 'hidden' | undefined
}

function Label({ label, placed, children }: LabelledProps & { readonly children: ComponentChildren }) {
  if (placed === 'hidden') return <>{children}</>
  return (
    <label class={placed === 'above' ? 'above' : 'inline'}>
      {label} {children}
    </label>
  )
}

const nameOf = ({ label, placed }: LabelledProps) => (placed === 'hidden' ? { 'aria-label': label } : {})

interface TextProps extends LabelledProps {
  readonly type?: 'text' | 'search' | 'url'
  readonly class?: string
  readonly placeholder?: string | undefined
  readonly required?: boolean
  readonly maxLength?: number
  readonly pattern?: string
  readonly inputMode?: 'decimal'
  readonly autocomplete?: 'off'
  readonly spellcheck?: false
  /** The id of a list of suggestions. */
  readonly list?: string
  readonly value: string
  readonly onChange: (text: string) => void
}

export function TextField({ label, placed, onChange, ...attributes }: TextProps) {
  return (
    <Label label={label} placed={placed}>
      <input
        {...nameOf({ label, placed })}
        {...attributes}
        onInput={event => onChange(event.currentTarget.value)}
      />
    </Label>
  )
}

interface SelectProps<Value extends string> extends LabelledProps {
  readonly disabled?: boolean
  readonly value: Value
  /** Values, with their texts where these differ. */
  readonly options: readonly (Value | readonly [value: Value, text: string])[]
  readonly onChange: (value: Value) => void
}

export function Select<Value extends string>(props: SelectProps<Value>) {
  const { label, placed, options, onChange, ...attributes } = props
  return (
    <Label label={label} placed={placed}>
      <select
        {...nameOf(props)}
        {...attributes}
        onChange={event => onChange(event.currentTarget.value as Value)}
      >
        {options.map(option => {
          const [value, text] = typeof option === 'string' ? [option, option] : option
          return (
            <option key={value} value={value}>
              {text}
            </option>
          )
        })}
      </select>
    </Label>
  )
}

interface TickProps {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function Tick({ label, checked, onChange }: TickProps) {
  return (
    <label class="inline">
      <input type="checkbox" checked={checked} onChange={event => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  )
}

export function optionsOf<Value extends string>(texts: Readonly<Record<Value, string>>) {
  return Object.entries(texts) as [Value, string][]
}

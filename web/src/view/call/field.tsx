// One parameter as a field: its kind, its bounds and its explanation come from the schema.
import type { InputHTMLAttributes } from 'preact'
import { type Parameter, withoutAliases } from '../../model/operation-list.ts'
import { asSentence } from '../../shape/humanise.ts'
import { Picker } from './picker.tsx'
import { Prose } from '../code/prose.tsx'

type Value = string | readonly string[]

interface Props {
  readonly parameter: Parameter
  readonly value: Value | undefined
  /** One of several that find the thing. */
  readonly oneOf: boolean
  readonly error: { readonly message: string; readonly accepted?: readonly string[] } | undefined
  readonly onChange: (value: Value | undefined) => void
}

export function Field(props: Props) {
  const { parameter, value, error, onChange } = props
  const allowed = parameter.schema.items?.['x-wares-values']
  if (!allowed) return <PlainField {...props} />
  return (
    <Picker
      parameter={parameter}
      allowed={allowed}
      chosen={typeof value === 'string' ? [value] : (value ?? [])}
      error={error && errorText(error, parameter.name, false)}
      onChange={codes => onChange(codes.length === 0 ? undefined : codes)}
    />
  )
}

function PlainField({ parameter, value, oneOf, error, onChange }: Props) {
  const { name, description, required } = parameter
  const id = `field-${name}`
  const notes = `${id}-notes`
  return (
    <div class={error ? 'field wrong' : 'field'}>
      <label for={id}>
        <code>{name}</code>
        <small>{required ? 'required' : oneOf ? 'one of these' : ''}</small>
      </label>
      <ParameterInput
        parameter={parameter}
        value={value}
        onChange={onChange}
        attributes={{ id, 'aria-describedby': notes, 'aria-invalid': error ? true : undefined }}
      />
      <p class="hint" id={notes}>
        {error && <strong class="error">{errorText(error, name, oneOf)} </strong>}
        <Prose text={withoutAliases(description ?? '')} />
      </p>
    </div>
  )
}

interface InputProps extends Pick<Props, 'parameter' | 'value' | 'onChange'> {
  /** How it is named and described. */
  readonly attributes: Pick<InputHTMLAttributes, 'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'>
}

/** The control alone: a drop-down where the values are known, else a field. */
export function ParameterInput({ parameter: { name, schema }, value, onChange, attributes }: InputProps) {
  const initial = schema.default === undefined ? '' : String(schema.default)
  const input: InputHTMLAttributes =
    schema.type === 'integer'
      ? { type: 'number', min: schema.minimum, max: schema.maximum }
      : { type: 'text', maxLength: schema.maxLength }
  if (schema.enum)
    return (
      <select
        name={name}
        id={attributes.id}
        aria-label={attributes['aria-label']}
        aria-describedby={attributes['aria-describedby']}
        aria-invalid={attributes['aria-invalid']}
        value={textOf(value)}
        onChange={event => onChange(emptyToUndefined(event.currentTarget.value))}
      >
        <option value="">{initial ? `${initial} (default)` : 'not set'}</option>
        {schema.enum.map(String).map(choice => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </select>
    )
  return (
    <input
      {...attributes}
      {...input}
      name={name}
      placeholder={schema.type === 'array' ? 'Values, separated by commas' : initial}
      spellcheck={false}
      autocomplete="off"
      value={textOf(value)}
      onInput={event => onChange(parseValue(schema.type === 'array', event.currentTarget.value))}
    />
  )
}

export function errorText(
  { message, accepted }: NonNullable<Props['error']>,
  name: string,
  oneOf: boolean,
): string {
  if (/\bis required\b/.test(message)) return oneOf ? 'Fill in one of these fields.' : `Enter the ${name}.`
  const sentence = asSentence(message)
  return accepted ? `${sentence} Accepted: ${accepted.join(', ')}.` : sentence
}

function textOf(value: Value | undefined): string {
  return typeof value === 'object' ? value.join(', ') : (value ?? '')
}

function emptyToUndefined(text: string): string | undefined {
  return text === '' ? undefined : text
}

function parseValue(isList: boolean, text: string): Value | undefined {
  if (!isList) return emptyToUndefined(text)
  const parts = text.split(',').map(part => part.trim())
  return text.trim() === '' ? undefined : parts
}

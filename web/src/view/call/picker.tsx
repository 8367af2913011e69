// A filter with known values: chosen from a list that can be searched, shown as chips that can be removed.
import { useState } from 'preact/hooks'
import type { KnownValue, Parameter } from '../../model/operation-list.ts'
import { humanise } from '../../shape/humanise.ts'

interface Props {
  readonly parameter: Parameter
  readonly allowed: readonly KnownValue[]
  readonly chosen: readonly string[]
  readonly error: string | undefined
  readonly onChange: (codes: readonly string[]) => void
}

/** Longer lists are searched. */
const SEARCH_FROM = 10

export function Picker({ parameter: { name, description = '' }, allowed, chosen, error, onChange }: Props) {
  const title = description.split(':')[0] || humanise(name)
  const labelOf = (code: string) => allowed.find(one => one.code === code)?.label ?? code
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter(one => one !== code) : [...chosen, code])
  return (
    <fieldset class={error ? 'field picker wrong' : 'field picker'} id={`field-${name}`}>
      <legend>
        {title} <code class="hint">{name}</code>
      </legend>
      <div class="chips">
        {chosen.map(code => (
          <button key={code} class="chip" type="button" onClick={() => toggle(code)}>
            {labelOf(code)} <span aria-hidden="true">×</span>
            <span class="quiet">, remove</span>
          </button>
        ))}
        <Choices title={title} allowed={allowed} chosen={chosen} onToggle={toggle} />
      </div>
      {error && <p class="error">{error}</p>}
    </fieldset>
  )
}

interface ChoicesProps {
  readonly title: string
  readonly allowed: readonly KnownValue[]
  readonly chosen: readonly string[]
  readonly onToggle: (code: string) => void
}

function Choices({ title, allowed, chosen, onToggle }: ChoicesProps) {
  const [words, setWords] = useState('')
  const wanted = words.trim().toLowerCase()
  const shown = allowed.filter(
    ({ code, label }) => label.toLowerCase().includes(wanted) || code.toLowerCase() === wanted,
  )
  return (
    <details class="choices">
      <summary class="chip">
        Choose<span class="quiet"> {title}</span>
      </summary>
      {allowed.length >= SEARCH_FROM && (
        <input
          type="search"
          aria-label={`Search ${title}`}
          placeholder={`Search ${allowed.length} values`}
          value={words}
          onInput={event => setWords(event.currentTarget.value)}
          onKeyDown={event => {
            // Enter would run the call.
            if (event.key === 'Enter') event.preventDefault()
          }}
        />
      )}
      <ul tabIndex={0} aria-label={title}>
        {shown.map(({ code, label }) => (
          <li key={code}>
            <label>
              <input type="checkbox" checked={chosen.includes(code)} onChange={() => onToggle(code)} />
              {label} <code class="hint">{code}</code>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li class="hint">No match.</li>}
      </ul>
    </details>
  )
}

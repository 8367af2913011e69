// The form of an operation, built from its parameters, with the magic words of the sandbox where it answers.
import { useState } from 'preact/hooks'
import type { Freshness, Problem } from '../../model/make-call.ts'
import {
  type MagicWords as MagicWordTable,
  magicWordParameter,
  type MagicWords as Words,
  withMagicWord,
} from '../../model/magic-word-parameter.ts'
import type { Operation, Parameter, Params } from '../../model/operation-list.ts'
import { Field } from './field.tsx'
import { Button } from '../control/button.tsx'
import { Select, optionsOf } from '../control/fields.tsx'
import { LocalForm } from '../control/local-form.tsx'

interface Props {
  readonly operation: Operation
  readonly params: Params
  readonly onParams: (params: Params) => void
  readonly freshness: Freshness
  readonly onFreshness: (freshness: Freshness) => void
  readonly running: boolean
  readonly onRun: (params: Params) => void
  readonly onCancel: () => void
  readonly errors: Problem['errors']
  /** Empty where no sandbox answers. */
  readonly magicWords: MagicWordTable
}

/** More optional parameters than this are folded away. */
const FOLD_FROM = 6

export function Form(props: Props) {
  const { operation, params, onParams, running, errors = [] } = props
  const folded = useFoldedFilters(operation, params)
  const shown = operation.parameters.filter(one => !folded.includes(one))
  const filled = folded.filter(one => params[one.name] !== undefined).length
  const change = (name: string, value: string | readonly string[] | undefined) => {
    const { [name]: _, ...rest } = params
    onParams(value === undefined ? rest : { ...rest, [name]: value })
  }
  const fields = (list: readonly Parameter[]) =>
    list.map(parameter => (
      <Field
        key={parameter.name}
        parameter={parameter}
        value={params[parameter.name]}
        oneOf={operation.lookup.length > 1 && operation.lookup.includes(parameter.name)}
        error={errors.find(error => markedField(error, operation) === parameter.name)}
        onChange={value => change(parameter.name, value)}
      />
    ))
  return (
    <LocalForm
      class="card ask-form"
      aria-label="Parameters"
      onSubmit={() => {
        if (!running) props.onRun(params)
      }}
    >
      {fields(shown)}
      {folded.length > 0 && (
        <details class="more">
          <summary>
            {folded.length} more filters{filled > 0 ? `, ${filled} set` : ''}
          </summary>
          <div class="fields">{fields(folded)}</div>
        </details>
      )}
      {operation.parameters.length === 0 && <p class="hint">This operation has no parameters.</p>}
      <RunButtons {...props} />
      <MagicWords
        operation={operation}
        params={params}
        words={props.magicWords}
        disabled={running}
        onPick={next => {
          onParams(next)
          props.onRun(next)
        }}
      />
    </LocalForm>
  )
}

type ButtonsProps = Pick<
  Props,
  'operation' | 'running' | 'onCancel' | 'onParams' | 'freshness' | 'onFreshness'
>

export function RunButtons({ operation, running, onCancel, onParams, freshness, onFreshness }: ButtonsProps) {
  return (
    <div class="buttons run">
      <RunButton running={running} onCancel={onCancel} />
      <Button onClick={() => onParams(operation.example)}>Example</Button>
      <Select label="Cache" value={freshness} options={optionsOf(FRESHNESS)} onChange={onFreshness} />
    </div>
  )
}

/** The field to mark if one of several parameters is required: the first in the form. */
export function markedField(
  { name, message }: NonNullable<Problem['errors']>[number],
  operation: Operation,
): string {
  const first = operation.parameters.find(one => operation.lookup.includes(one.name))
  return message.startsWith('one of ') && first ? first.name : name
}

/** What was filled in when the operation was opened stays in view. */
function useFoldedFilters({ parameters }: Operation, params: Params): Parameter[] {
  const [open] = useState(() => Object.keys(params))
  return parameters.filter(one => parameters.length > FOLD_FROM && isFilter(one) && !open.includes(one.name))
}

function RunButton({ running, onCancel }: Pick<Props, 'running' | 'onCancel'>) {
  if (!running) {
    return (
      <Button look="primary" type="submit">
        Run
      </Button>
    )
  }
  return (
    <Button
      look="primary"
      onClick={event => {
        // The button is Run again before the browser acts on the click, and would submit.
        event.preventDefault()
        onCancel()
      }}
    >
      Cancel
    </Button>
  )
}

function isFilter({ schema, required }: Parameter): boolean {
  return schema.type === 'array' && required !== true
}

const FRESHNESS: Readonly<Record<Freshness, string>> = {
  any: 'use the cache',
  bypass: 'bypass the cache',
  cached: 'only if cached',
}

interface MagicProps {
  readonly operation: Operation
  readonly params: Params
  readonly words: Words
  readonly disabled: boolean
  readonly onPick: (params: Params) => void
}

function MagicWords({ operation, params, words, disabled, onPick }: MagicProps) {
  const name = magicWordParameter(operation, params)
  if (name === undefined || Object.keys(words).length === 0) return null
  return (
    <details class="more magic">
      <summary>Simulate an error</summary>
      <p class="hint">
        This site is sandboxed: a magic word in <code>{name}</code> makes its shop misbehave. See{' '}
        <a href="/docs/guides/errors">all errors</a>.
      </p>
      <div class="chips">
        {Object.entries(words).map(([word, { effect }]) => (
          <button
            key={word}
            class="chip"
            type="button"
            title={effect}
            disabled={disabled}
            onClick={() => onPick(withMagicWord(operation, params, name, word))}
          >
            ~{word}
          </button>
        ))}
      </div>
    </details>
  )
}

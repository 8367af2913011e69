// The parameters of an operation: what each means, what it accepts, what it is when left out, and its other names.
import type { ComponentChildren } from 'preact'
import { typeText } from '../model/reference-fields.ts'
import { withoutAliases } from '../model/operation-list.ts'
import type { Schema, Parameter } from '../model/openapi.ts'
import type { ReferenceEntry } from '../model/reference.ts'
import { parameterAnchor } from '../model/search-reference.ts'
import { sentence } from '../shape/sentence.ts'
import { Prose } from '../view/code/prose.tsx'
import { ValueList } from './value-list.tsx'

interface Props {
  readonly entry: ReferenceEntry
  /** Where the value of a parameter is edited. */
  readonly controlOf?: (name: string) => ComponentChildren
}

export function ParameterList({ entry, controlOf }: Props) {
  if (entry.parameters.length === 0) return <p>None.</p>
  return (
    <ul class="particular-list">
      {entry.parameters.map(parameter => (
        <li key={`${parameter.in} ${parameter.name}`} id={parameterAnchor(parameter.name)}>
          <p class="line particular-name">
            <code>{parameter.name}</code> <span class="type">{typeText(parameter.schema, one => one)}</span>
            <Need entry={entry} parameter={parameter} />
            {parameter.in !== 'query' && <span class="type">in the {parameter.in}</span>}
          </p>
          <p>
            <Prose text={sentence(withoutAliases(parameter.description ?? ''))} />
          </p>
          {controlOf?.(parameter.name)}
          <Accepted schema={parameter.schema} />
          {!controlOf && parameter.example !== undefined && (
            <p class="hint">
              Example: <code>{String(parameter.example)}</code>
            </p>
          )}
          <Aliases names={parameter['x-wares-aliases'] ?? []} />
        </li>
      ))}
    </ul>
  )
}

function Need({ entry, parameter }: { entry: ReferenceEntry; parameter: Parameter }) {
  if (parameter.required) return <span class="need">required</span>
  const isOne = entry.lookup.length > 1 && entry.lookup.includes(parameter.name)
  return isOne ? (
    <span class="need">one of {entry.lookup.join(', ')}</span>
  ) : (
    <span class="type">optional</span>
  )
}

function Accepted({ schema }: { schema: Schema }) {
  const inner = schema.items ?? schema
  const limits = limitsOf(schema)
  return (
    <>
      {limits !== '' && <p class="hint">{limits}</p>}
      <ValueList label="Accepted values" values={(inner.enum ?? []).map(String)} initial={schema.default} />
      <ValueList
        label="Known values"
        values={(inner['x-wares-values'] ?? []).map(({ code, label }) =>
          code === label ? code : `${code}: ${label}`,
        )}
      />
    </>
  )
}

function limitsOf({ minimum, maximum, maxLength, maxItems, enum: values, default: initial }: Schema) {
  const range =
    minimum !== undefined && maximum !== undefined
      ? `From ${minimum} to ${maximum}.`
      : minimum === undefined
        ? maximum === undefined
          ? ''
          : `At most ${maximum}.`
        : `At least ${minimum}.`
  return [
    range,
    maxLength === undefined ? '' : `At most ${maxLength} characters.`,
    maxItems === undefined ? '' : `At most ${maxItems} values.`,
    initial === undefined || values ? '' : `Default: ${JSON.stringify(initial)}.`,
  ]
    .filter(Boolean)
    .join(' ')
}

function Aliases({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null
  return (
    <p class="hint">
      Also accepted as{' '}
      {names.map((name, place) => (
        <span key={name}>
          {place > 0 && ', '}
          <code>{name}</code>
        </span>
      ))}
    </p>
  )
}

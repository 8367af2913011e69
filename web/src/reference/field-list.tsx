// Fields with their types and meanings; those of an inner object are opened when wanted.
import type { Field } from '../model/reference-fields.ts'
import { fieldAnchor } from '../model/search-reference.ts'
import { sentence } from '../shape/sentence.ts'
import { Prose } from '../view/code/prose.tsx'
import { ValueList } from './value-list.tsx'

interface Props {
  readonly fields: readonly Field[]
  /** Prefix of the anchors: an answer and a body may have fields of the same name. */
  readonly prefix: string
}

const EXAMPLES_SHOWN = 3

export function FieldList({ fields, prefix }: Props) {
  if (fields.length === 0) return <p class="hint">Its fields vary.</p>
  return (
    <ul class="particular-list">
      {fields.map(field => (
        <li key={field.pointer} id={fieldAnchor(field.pointer).replace('field', prefix)}>
          <p class="line particular-name">
            <code>{field.name}</code> <span class="type">{field.type}</span>
            <Presence presence={field.presence} isSent={prefix === 'body'} />
          </p>
          {field.description !== '' && (
            <p>
              <Prose text={sentence(field.description)} />
            </p>
          )}
          <ValueList label="Possible values" values={field.values} />
          {field.values.length === 0 && field.examples.length > 0 && (
            <p class="hint">
              For example{' '}
              {field.examples.slice(0, EXAMPLES_SHOWN).map((example, place) => (
                <span key={example}>
                  {place > 0 && ', '}
                  <code>{example}</code>
                </span>
              ))}
            </p>
          )}
          {field.children.length > 0 && (
            <details class="inner-fields">
              <summary>
                {field.children.length} {field.children.length === 1 ? 'field' : 'fields'}
                <span class="quiet"> of {field.name}</span>
              </summary>
              <FieldList fields={field.children} prefix={prefix} />
            </details>
          )}
        </li>
      ))}
    </ul>
  )
}

function Presence({ presence, isSent }: Pick<Field, 'presence'> & { isSent: boolean }) {
  if (isSent) return <span class={presence ? 'type' : 'need'}>{presence ? 'optional' : 'required'}</span>
  if (presence === 'always') return <span class="always">always present</span>
  if (presence === 'neutral') return <span class="type">may be absent</span>
  return presence === 'left out' ? <span class="maybe">may be left out</span> : null
}

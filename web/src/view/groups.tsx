// Groups of labelled values as lists; a value whose name is a parameter of the site leads on to what it filters.
import { isList, isObject, type JsonObject, plainText } from '../model/absent.ts'
import { findOperationByParameter } from '../model/related-routes.ts'
import { routeHash, type CallRoute } from '../model/call-route.ts'
import type { AnswerProps } from './answer-props.ts'

export function Groups({ groups, ...lead }: AnswerProps & { groups: readonly JsonObject[] }) {
  if (groups.length === 0) return <p class="empty">No group has such a name.</p>
  return (
    <div class="groups">
      {groups.map((group, place) => {
        const values = isList(group.values) ? group.values.filter(isObject) : []
        const note = [group.id, group.input_type ?? group.inputType].filter(one => typeof one === 'string')
        return (
          <section key={place} class="card">
            <h3>
              {plainText(group.label ?? group.id)} <small>{values.length}</small>
            </h3>
            <p class="hint">
              <code>{note.join(' · ')}</code>
            </p>
            <ul class="chips">
              {values.map((value, at) => (
                <li key={at}>
                  <Value value={value} {...lead} />
                </li>
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function Value({ value, site, onNavigate }: AnswerProps & { value: JsonObject }) {
  const { label, ...codes } = value
  const [name, code] = Object.entries(codes)[0] ?? []
  const operation = name === undefined ? undefined : findOperationByParameter(name, site)
  const place: CallRoute | undefined =
    operation && name !== undefined ? { operation, params: { [name]: [plainText(code)] } } : undefined
  const text = (
    <>
      {plainText(label)} <code>{plainText(code)}</code>
    </>
  )
  if (!place) return <span class="chip">{text}</span>
  return (
    <a
      class="chip"
      href={routeHash(place)}
      onClick={event => {
        event.preventDefault()
        onNavigate(place)
      }}
    >
      {text}
    </a>
  )
}

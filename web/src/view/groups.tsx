// Groups of labelled values as lists; a value whose name is a parameter of the site leads on to what it filters.
import { isList, isObject, type JsonObject, plainText } from '../model/absent.ts'
import { takerOf } from '../model/onward.ts'
import { hashOf, type Place } from '../model/place.ts'
import type { Lead } from './readable.tsx'

export function Groups({ groups, ...lead }: Lead & { groups: readonly JsonObject[] }) {
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

function Value({ value, site, onGo }: Lead & { value: JsonObject }) {
  const { label, ...codes } = value
  const [name, code] = Object.entries(codes)[0] ?? []
  const operation = name === undefined ? undefined : takerOf(name, site)
  const place: Place | undefined =
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
      href={hashOf(place)}
      onClick={event => {
        event.preventDefault()
        onGo(place)
      }}
    >
      {text}
    </a>
  )
}

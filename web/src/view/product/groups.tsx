// Groups of labelled values as lists; a value whose name is a parameter of the site leads on to what it filters.
import { splitWords } from '#kit/page/price-field'
import { isList, isObject, type JsonObject, plainText } from '../../model/absent.ts'
import { findOperationByParameter } from '../../model/related-routes.ts'
import { routeHash, type CallRoute } from '../../model/call-route.ts'
import type { AnswerProps } from '../answer/answer-props.ts'

export function Groups({ groups, ...lead }: AnswerProps & { groups: readonly JsonObject[] }) {
  return (
    <div class="groups">
      {oncePerFilter(groups).map((group, place) => {
        const values = isList(group.values) ? group.values.filter(isObject) : []
        return (
          <section key={place} class="card">
            <h3>
              {plainText(group.label ?? group.id)} <small>{values.length}</small>
            </h3>
            <p class="hint">
              Parameter <code>{parameterName(plainText(group.id))}</code>
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

/** Some filters stand in the answer in both spellings: they are one. */
function oncePerFilter(groups: readonly JsonObject[]): JsonObject[] {
  const byName = new Map<string, JsonObject>()
  for (const group of groups) byName.set(parameterName(plainText(group.id)), group)
  return [...byName.values()]
}

/** `dialColor` as our parameters spell it: `dial_color`. */
function parameterName(id: string): string {
  return splitWords(id).join('_')
}

function Value({ value, site, onNavigate }: AnswerProps & { value: JsonObject }) {
  const { label, ...codes } = value
  const [name, code] = Object.entries(codes)[0] ?? []
  const parameter = parameterName(name ?? '')
  const operation = findOperationByParameter(parameter, site)
  const place: CallRoute | undefined = operation && {
    operation,
    params: { [parameter]: [plainText(code)] },
  }
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

// Shortens an answer for use as an example: few items, but every field.
import { type PlainSchema, withoutNull } from '#kit/schema/schema'

const ROWS = 2
const PARTS = 1
const TEXTS = 2
const KEYS = 4
const TEXT_LENGTH = 240

/** The result matches the schema if the original did. */
export function shortenAnswer(value: unknown, schema: PlainSchema, rows = ROWS): unknown {
  const { schema: inner } = withoutNull(schema)
  if (Array.isArray(value)) {
    const most = inner.items?.properties ? rows : TEXTS
    return value.slice(0, most).map(one => shortenAnswer(one, inner.items ?? {}, PARTS))
  }
  if (typeof value === 'string') return value.length > TEXT_LENGTH ? shortenText(value) : value
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value)
  const { properties } = inner
  if (!properties) {
    const [values = {}] = Object.values(inner.patternProperties ?? {})
    return Object.fromEntries(
      members.slice(0, KEYS).map(([key, one]) => [key, shortenAnswer(one, values, PARTS)]),
    )
  }
  return Object.fromEntries(
    members.map(([key, one]) => [key, shortenAnswer(one, properties[key] ?? {}, rows)]),
  )
}

function shortenText(text: string): string {
  return `${text.slice(0, text.lastIndexOf(' ', TEXT_LENGTH))} …`
}

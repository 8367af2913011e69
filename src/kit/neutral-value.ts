// The neutral value of a schema, used for an absent field: valid in the contract, but not data.
import { type PlainSchema, withoutNull } from './schema.ts'

export function neutralValue(schema: PlainSchema): unknown {
  if (schema.default !== undefined) return schema.default
  switch (schema.type) {
    case 'string':
      return ''
    case 'number':
    case 'integer':
      return 0
    case 'boolean':
      return false
    case 'array':
      return []
    case 'object':
      return neutralObject(schema)
    default:
      return null
  }
}

function neutralObject(schema: PlainSchema): Record<string, unknown> {
  const required = Object.entries(schema.properties ?? {}).filter(([key]) => schema.required?.includes(key))
  return Object.fromEntries(
    required.map(([key, property]) => {
      const { schema: inner, nullable } = withoutNull(property)
      return [key, nullable ? null : neutralValue(inner)]
    }),
  )
}

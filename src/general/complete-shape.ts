// Completes a mapped value to the general shape, with null for what is not given and no gaps in lists.
import { ADDRESS, type PlainSchema, withoutNull } from '../kit/schema.ts'
import { isWebAddress } from '../kit/values/url.ts'

/** Undefined when a required part is missing. */
export function completeShape(fullSchema: PlainSchema, value: unknown): unknown {
  const { schema, nullable } = withoutNull(fullSchema)
  const complete = completeValue(schema, value)
  return complete === undefined && nullable ? null : complete
}

function completeValue(schema: PlainSchema, value: unknown): unknown {
  if (schema.type === 'array') {
    const items = Array.isArray(value) ? value : []
    return items
      .map(item => completeShape(schema.items ?? {}, item))
      .filter(item => item !== undefined && item !== null)
  }
  if (value === undefined || value === null) return undefined
  if (schema.properties) return completeObject(schema, value as Record<string, unknown>)
  if (schema.type === 'string') {
    const text = typeof value === 'string' ? value.trim() : ''
    return text === '' || (schema[ADDRESS] && !isWebAddress(text)) ? undefined : text
  }
  if (schema.type === 'number' || schema.type === 'integer')
    return typeof value === 'number' && Number.isFinite(value) ? value : undefined
  return value
}

function completeObject(schema: PlainSchema, value: Record<string, unknown>): unknown {
  const complete: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name)
    if (!isRequired && value[name] === undefined) continue
    const one = completeShape(property, value[name])
    if (one === undefined && isRequired) return undefined
    complete[name] = one
  }
  return complete
}

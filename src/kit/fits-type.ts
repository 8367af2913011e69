// Whether a value has the type that a schema asks for, and an address leads to a document: a page may state anything.
import { ADDRESS, type PlainSchema } from './schema.ts'
import { isWebAddress } from './values/url.ts'

/** Of the value itself, not of what is in it. A schema without a type takes everything. */
export function fitsType(schema: PlainSchema, value: unknown): boolean {
  if (schema.enum && !schema.enum.some(one => one === value)) return false
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' && (!schema[ADDRESS] || isWebAddress(value))
    case 'number':
      return typeof value === 'number' && Number.isFinite(value)
    case 'integer':
      return Number.isInteger(value)
    case 'boolean':
      return typeof value === 'boolean'
    case 'array':
      return Array.isArray(value)
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value)
    default:
      return true
  }
}

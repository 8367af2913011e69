// The flat columns of a result: dotted names derived from its schema alone, so that every page and run has the same ones.
import { type PlainSchema, withoutNull } from '../kit/schema.ts'

export interface Column {
  /** `price.amount`, `variants.sku`. */
  readonly name: string
  /** The values of this column in one item: several inside a list. */
  values(item: unknown): unknown[]
}

/** The columns of one item; those inside a list hold the values of all its rows. */
export function columnsOf(schema: PlainSchema): Column[] {
  return walk(schema, '', item => [item])
}

function walk(fullSchema: PlainSchema, name: string, values: Column['values']): Column[] {
  const { schema } = withoutNull(fullSchema)
  if (schema.type === 'array' && schema.items) {
    return walk(schema.items, name, item =>
      values(item).flatMap(list => (Array.isArray(list) ? list : [undefined])),
    )
  }
  if (!schema.properties) return [{ name: name || 'value', values }]
  return Object.entries(schema.properties).flatMap(([key, property]) =>
    walk(property, name === '' ? key : `${name}.${key}`, item => values(item).map(one => memberOf(one, key))),
  )
}

function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[key] : undefined
}

// The flat columns of a result: dotted names and types derived from its schema alone, so that every page and run has the same ones.
import { memberOf } from '#kit/schema/pointer'
import { type PlainSchema, withoutNull } from '#kit/schema/schema'

/** `decimal` is an exact amount of money, written as text in JSON. */
export type ColumnType = 'text' | 'boolean' | 'integer' | 'number' | 'decimal' | 'timestamp'

export interface ColumnHead {
  /** `price.amount`, `variants.sku`. */
  readonly name: string
  readonly type: ColumnType
  /** Whether it holds the values of all rows of a list. */
  readonly isList: boolean
}

export interface Column extends ColumnHead {
  /** The values of this column in one item: several inside a list. */
  readonly values: (item: unknown) => unknown[]
}

/** The columns of one item; those inside a list hold the values of all its rows. */
export function columnsOf(schema: PlainSchema): Column[] {
  return walk(schema, { name: '', type: 'text', isList: false, values: item => [item] })
}

function walk(fullSchema: PlainSchema, column: Column): Column[] {
  const { name, isList, values } = column
  const { schema: either } = withoutNull(fullSchema)
  // A list in place of the first type is its length.
  if (either.anyOf?.[0]) {
    const countValues: Column['values'] = item =>
      values(item).map(one => (Array.isArray(one) ? one.length : one))
    return walk(either.anyOf[0], { ...column, values: countValues })
  }
  const schema = either
  if (schema.type === 'array' && schema.items) {
    const items: Column['values'] = item =>
      values(item).flatMap(list => (Array.isArray(list) ? list : isList ? [undefined] : []))
    return walk(schema.items, { ...column, isList: true, values: items })
  }
  if (!schema.properties) return [{ ...column, name: name || 'value', type: typeOf(schema) }]
  return Object.entries(schema.properties).flatMap(([key, property]) => {
    const member = { ...column, name: name === '' ? key : `${name}.${key}` }
    const columns = walk(property, { ...member, values: item => values(item).map(one => memberOf(one, key)) })
    return isMoney(schema) && key === 'amount' ? columns.map(one => ({ ...one, type: 'decimal' })) : columns
  })
}

function typeOf(schema: PlainSchema): ColumnType {
  if (schema.type === 'boolean' || schema.type === 'integer' || schema.type === 'number') return schema.type
  return schema.format === 'date-time' ? 'timestamp' : 'text'
}

function isMoney({ title }: PlainSchema): boolean {
  return title === 'Money'
}

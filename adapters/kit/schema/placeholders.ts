// Placeholders: values that mean "not available", such as a price of 0 without a seller, an epoch date or "N/A".
import {
  DATE,
  PLACEHOLDER,
  type Placeholder,
  type PlainSchema,
  type TSchema,
  WORDS,
  withoutNull,
} from './schema.ts'

/** A site's table: JSON Pointer into the result (`*` for array positions) → the placeholder that the site writes there. */
export type Placeholders = Readonly<Record<string, Placeholder>>

/** What programs write for a missing value, in any field. */
const NO_TEXT = /^\s*(?:#?n\/a|#?N\/A|null|NULL|undefined|NaN|\[object Object\])\s*$/
/** The Unix epoch, and the limits of database calendars. */
const NO_DATE = /^(?:1970-01-01|0000-00-00|0001-01-01|9999-12-31)/

/** Adds the placeholders of the table to a schema, and mentions them in the descriptions. */
export function withPlaceholders<S extends TSchema>(schema: S, table: Placeholders): S {
  let marked: PlainSchema = schema
  for (const [pointer, placeholder] of Object.entries(table)) {
    marked = markAt(marked, pointer.split('/').slice(1), placeholder, pointer)
  }
  return marked as S
}

function markAt(
  schema: PlainSchema,
  [step, ...rest]: readonly string[],
  placeholder: Placeholder,
  pointer: string,
): PlainSchema {
  if (step === undefined) return mark(schema, placeholder)
  const property = schema.properties?.[step]
  if (property) {
    const inner = markAt(property, rest, placeholder, pointer)
    return { ...schema, properties: { ...schema.properties, [step]: inner } }
  }
  if (step === '*' && schema.items)
    return { ...schema, items: markAt(schema.items, rest, placeholder, pointer) }
  throw new Error(`a placeholder stands at ${pointer}, which is not in the result`)
}

function mark(schema: PlainSchema, placeholder: Placeholder): PlainSchema {
  const { schema: inner, nullable } = withoutNull(schema)
  const neutral = nullable ? 'null' : inner.type === 'string' ? 'empty' : '0'
  const note = `${neutral} when ${placeholder.when}`
  return {
    ...schema,
    description: schema.description ? `${schema.description}; ${note}` : note,
    [PLACEHOLDER]: placeholder,
  }
}

/** Whether a value means that there is none. */
export function isPlaceholder(fullSchema: PlainSchema, value: unknown): boolean {
  if (value === undefined) return false
  if (fullSchema[PLACEHOLDER]?.value === value) return true
  const { schema } = withoutNull(fullSchema)
  if (typeof value !== 'string' || schema.type !== 'string' || schema[WORDS]) return false
  // In another time zone, the epoch may be written as a day of 1969.
  return NO_TEXT.test(value) || (schema[DATE] === true && (NO_DATE.test(value) || Date.parse(value) === 0))
}

export interface PlacedPlaceholder extends Placeholder {
  readonly pointer: string
}

export function placeholdersIn(schema: PlainSchema, pointer = ''): PlacedPlaceholder[] {
  const placeholder = schema[PLACEHOLDER]
  const { schema: inner } = withoutNull(schema)
  return [
    ...(placeholder ? [{ pointer, ...placeholder }] : []),
    ...Object.entries(inner.properties ?? {}).flatMap(([name, property]) =>
      placeholdersIn(property, `${pointer}/${name}`),
    ),
    ...(inner.items ? placeholdersIn(inner.items, `${pointer}/*`) : []),
  ]
}

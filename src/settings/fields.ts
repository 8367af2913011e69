// Fields of a request: each is a JSON Schema, which is published, and a reader, which knows its grammar and says what is wrong.
import type { ParameterError } from '#kit/fault'
import { Type } from '#kit/schema/json-schema'
import type { PlainSchema, Static, TSchema } from '#kit/schema/schema'

/** `error` is a whole sentence. */
export type FieldResult<V> =
  | { readonly value: V }
  | { readonly error: string; readonly accepted?: readonly string[] }

/** `default`: the reader is also asked for a field that is not given. */
type Presence = 'required' | 'optional' | 'default'

export interface Field<S extends TSchema = TSchema, V = unknown, P extends Presence = Presence> {
  readonly schema: S
  readonly read: (value: unknown, name: string) => FieldResult<V>
  readonly presence: P
}

export type Fields = Readonly<Record<string, Field>>

/** What a handler gets. */
export type Values<F> = {
  readonly [K in keyof F]: F[K] extends Field<TSchema, infer V, infer P>
    ? P extends 'optional'
      ? V | undefined
      : V
    : never
}

type RequiredNames<F> = {
  [K in keyof F]: F[K] extends { readonly presence: 'required' } ? K : never
}[keyof F]

export type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T

/** What a caller sends. */
export type SentFields<F extends Fields> = {
  readonly [K in RequiredNames<F>]: DeepReadonly<Static<F[K]['schema']>>
} & {
  readonly [K in Exclude<keyof F, RequiredNames<F>>]?: DeepReadonly<Static<F[K]['schema']>>
}

export function field<S extends TSchema, V>(
  schema: S,
  read: (value: unknown, name: string) => FieldResult<V>,
): Field<S, V, 'optional'> {
  return { schema, read, presence: 'optional' }
}

/** Makes a field required: a caller must send it. */
export function required<S extends TSchema, V>({ schema, read }: Field<S, V>): Field<S, V, 'required'> {
  return { schema, read, presence: 'required' }
}

/** Fields of one kind each, for query parameters and plain bodies. */
export const f = {
  text: (description: string, { max = 2_048 } = {}) =>
    field(
      Type.String({ description }),
      (value, name): FieldResult<string> =>
        typeof value === 'string' && value.length <= max
          ? { value }
          : { error: `${name} must be a text of at most ${max} characters` },
    ),
  flag: (description: string, options: { readonly default?: boolean } = {}) =>
    field(
      Type.Boolean({ description, ...options }),
      (value, name): FieldResult<boolean> =>
        typeof value === 'boolean' ? { value } : { error: `${name} must be true or false` },
    ),
  /** An integer in a query string, where a number is text. */
  integer: (description: string, min: number, max: number, usual: number) => ({
    schema: Type.Integer({ description, minimum: min, maximum: max, default: usual }),
    presence: 'default' as const,
    read(input: unknown, name: string): FieldResult<number> {
      if (input === undefined) return { value: usual }
      const isNumber = typeof input === 'number' || (typeof input === 'string' && /^\d+$/.test(input))
      const value = isNumber ? Number(input) : Number.NaN
      return Number.isInteger(value) && value >= min && value <= max
        ? { value }
        : { error: `${name} must be a whole number from ${min} to ${max}` }
    },
  }),
  oneOf: <const V extends string>(description: string, values: readonly [V, ...V[]]) =>
    field(
      Type.Unsafe<V>({ type: 'string', enum: [...values], description }),
      (value, name): FieldResult<V> => readOneOf(value, name, values),
    ),
  /** The first value is the default. */
  choice: <const V extends string>(description: string, values: readonly [V, ...V[]]) => ({
    schema: Type.Unsafe<V>({ type: 'string', enum: [...values], default: values[0], description }),
    presence: 'default' as const,
    read: (value: unknown, name: string): FieldResult<V> => readOneOf(value ?? values[0], name, values),
  }),
  /** A day in UTC. */
  day: (description: string) =>
    field(
      Type.String({ description, format: 'date' }),
      (value, name): FieldResult<string> =>
        typeof value === 'string' && isDay(value)
          ? { value }
          : { error: `${name} must be a day such as 2027-01-31` },
    ),
  /** A time; its value is in milliseconds. */
  time: (description: string) =>
    field(Type.String({ description, format: 'date-time' }), (value, name): FieldResult<number> => {
      const ms = timeMs(String(value))
      return Number.isNaN(ms)
        ? { error: `${name} must be a time such as 2027-01-31 or 2027-01-31T08:00:00Z` }
        : { value: ms }
    }),
  /** The id of a change. */
  cursor: (description: string) =>
    field(
      Type.String({ description }),
      (value, name): FieldResult<number> =>
        /^\d{1,15}$/.test(String(value))
          ? { value: Number(value) }
          : { error: `${name} must be a cursor from an earlier answer` },
    ),
}

function readOneOf<const V extends string>(
  input: unknown,
  name: string,
  values: readonly V[],
): FieldResult<V> {
  const value = values.find(one => one === input)
  const error = `${name} must be ${new Intl.ListFormat('en', { type: 'disjunction' }).format(values)}`
  return value === undefined ? { error, accepted: values } : { value }
}

/** Reads all fields and reports everything that is wrong together. */
export function readFields<F extends Fields>(
  fields: F,
  input: Readonly<Record<string, unknown>>,
  place: ParameterError['in'] = 'body',
): { readonly values: Values<F>; readonly errors: ParameterError[] } {
  const errors = unknownNames(input, Object.keys(fields), place)
  const values: Record<string, unknown> = {}
  for (const [name, { read, presence }] of Object.entries(fields)) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    if (value === undefined && presence === 'optional') continue
    const result = read(value, name)
    if ('value' in result) values[name] = result.value
    else {
      const { error: message, accepted } = result
      errors.push({ name, in: place, message, ...(accepted && { accepted }) })
    }
  }
  return { values: values as Values<F>, errors }
}

function unknownNames(
  input: Readonly<Record<string, unknown>>,
  accepted: readonly string[],
  place: ParameterError['in'],
): ParameterError[] {
  return Object.keys(input)
    .filter(name => !accepted.includes(name))
    .map(name => name.slice(0, 64))
    .map(name => ({
      name,
      in: place,
      message:
        place === 'body' ? `${JSON.stringify(name)} is not a known field` : `${name} is not a parameter here`,
      accepted,
    }))
}

/** What a text of a command line or of a cell means for the field: only a number is not a text. */
export function givenByText({ schema }: Field, text: string): unknown {
  const { type, anyOf } = schema as PlainSchema
  const isNumber = [type, ...(anyOf ?? []).map(one => one.type)].every(
    one => one === 'integer' || one === 'null' || (one === undefined && anyOf !== undefined),
  )
  return isNumber && text.trim() !== '' ? Number(text) : text
}

export function schemasOf<F extends Fields>(fields: F): { readonly [K in keyof F]: F[K]['schema'] } {
  const schemas = Object.entries(fields).map(([name, { schema, presence }]) => [
    name,
    presence === 'required' ? schema : Type.Optional(schema),
  ])
  return Object.fromEntries(schemas) as { readonly [K in keyof F]: F[K]['schema'] }
}

/** 31 February is none, though Date.parse takes it for 3 March. */
export function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}

/** NaN for what is no time. One without a zone is UTC; Date.parse would take that of the machine. */
export function timeMs(text: string): number {
  const [day = '', time = ''] = text.split(/(?=[T ])/i)
  if (!isDay(day) || !/^(?:$|.\d\d:\d\d)/.test(time)) return Number.NaN
  return Date.parse(time === '' || /(?:Z|[+-]\d\d:?\d\d)$/i.test(time) ? text : `${text}Z`)
}

// Builders for result schemas: one schema drives validation, types, documentation and neutral values.
import type { Static, TProperties, TSchema } from 'typebox'
import { isRecord } from './is-record.ts'
import { Type } from './json-schema.ts'
import { isWebAddress } from '#reader/values/url'

type SchemaOptions = {
  /** Its name in the OpenAPI document, after the site's name; derived from the field name if omitted. */
  title?: string
  description?: string
  format?: string
  examples?: unknown[]
  /** The neutral value for an absent field, when the type's own would be misleading. */
  default?: unknown
}

/** A description, alone or with other options. */
type Notes = string | SchemaOptions

function optionsOf(notes: Notes): SchemaOptions {
  return typeof notes === 'string' ? { description: notes } : notes
}

export const t = {
  text: (notes: Notes = {}) => Type.String(optionsOf(notes)),
  /** One of a closed set of strings. */
  oneOf: <const V extends readonly string[]>(values: V, notes: Notes = {}) =>
    Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...optionsOf(notes) }),
  number: (notes: Notes = {}) => Type.Number(optionsOf(notes)),
  integer: (notes: Notes = {}) => Type.Integer(optionsOf(notes)),
  flag: (notes: Notes = {}) => Type.Boolean(optionsOf(notes)),
  list: <T extends TSchema>(items: T, notes: Notes = {}) => Type.Array(items, optionsOf(notes)),
  object: <T extends TProperties>(properties: T, notes: Notes = {}) =>
    Type.Object(properties, { ...optionsOf(notes), additionalProperties: false }),
  /** An object whose keys are data (a map), with values of one kind. */
  map: <T extends TSchema>(values: T, notes: Notes = {}) =>
    Type.Record(Type.String(), values, optionsOf(notes)),
  /** An object whose inner shape the contract leaves open. */
  open: (notes: Notes = {}) => Type.Record(Type.String(), Type.Unknown(), optionsOf(notes)),
  anything: (notes: Notes = {}) => Type.Unknown(optionsOf(notes)),
  orNull: <T extends TSchema>(schema: T, notes: Notes = {}) =>
    Type.Union([schema, Type.Null()], optionsOf(notes)),
  /** A union of two types that a value can be told apart by. Tables have a column for the first only. */
  either: <A extends TSchema, B extends TSchema>(one: A, other: B) => Type.Union([one, other]),
  /** The same shape with another description. */
  describedAs: <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description }),
  /** The key is omitted when the upstream does not give it, and listed in `Wares-Absent`. */
  optional: <T extends TSchema>(schema: T) => Type.Optional(schema),
  /** Omitting the key is itself a statement of the upstream ("no price"), so it is not listed as absent. */
  statedByAbsence: <T extends TSchema>(schema: T) => Type.Optional({ ...schema, [STATED_BY_ABSENCE]: true }),
  /** Text written by people, who may be called "null" or write "N/A": never a placeholder. */
  words: (notes: Notes = {}) => Type.String({ ...optionsOf(notes), [WORDS]: true }),
  // No `format`: an absent one is "", which the format would forbid, and sites write dates and links in various ways.
  /** A date or time in the site's format; the Unix epoch is a placeholder. */
  date: (notes: Notes = {}) => Type.String({ ...optionsOf(notes), [DATE]: true }),
  timestamp: (notes: Notes = {}) =>
    Type.String({ description: 'ISO 8601 timestamp', ...optionsOf(notes), [DATE]: true }),
  /** An absolute URL is normalised; a path or a name is passed through. */
  url: (notes: Notes = {}) => Type.String({ description: 'URL', ...optionsOf(notes), [ADDRESS]: true }),
}

/** Marks a property whose absence is itself a statement of the upstream. */
export const STATED_BY_ABSENCE = 'x-wares-stated-by-absence'

/** Marks a string that is a date. */
export const DATE = 'x-wares-date'
/** Marks a string that is the URL of a document. */
export const ADDRESS = 'x-wares-address'
/** Marks a string written by people. */
export const WORDS = 'x-wares-words'
/** The key under which a schema stores its placeholder. */
export const PLACEHOLDER = 'x-wares-placeholder'

export interface Placeholder {
  readonly value: string | number
  /** Completes the phrase "0 when …". */
  readonly when: string
}

export type { Static, TSchema }

/** The parts of a JSON Schema that our own code walks: to apply defaults, rename fields and generate documents. */
export interface PlainSchema {
  readonly title?: string
  readonly type?: string
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, PlainSchema>>
  readonly required?: readonly string[]
  readonly items?: PlainSchema
  readonly anyOf?: readonly PlainSchema[]
  readonly patternProperties?: Readonly<Record<string, PlainSchema>>
  readonly description?: string
  readonly format?: string
  readonly default?: unknown
  readonly [STATED_BY_ABSENCE]?: boolean
  readonly [DATE]?: boolean
  readonly [ADDRESS]?: boolean
  readonly [WORDS]?: boolean
  readonly [PLACEHOLDER]?: Placeholder
}

/** The schema without null, and whether null is allowed. */
export function withoutNull(schema: PlainSchema): { schema: PlainSchema; nullable: boolean } {
  const isNullable = schema.anyOf?.some(one => one.type === 'null') === true
  const inner = isNullable ? schema.anyOf?.find(one => one.type !== 'null') : undefined
  return inner ? { schema: inner, nullable: true } : { schema, nullable: false }
}

/**
 * The return type of `extract`: the result with `undefined` for fields that the upstream did not give, and null for text
 * that it gave as null. Every field must be mentioned, so that a forgotten one is a type error.
 */
export type Draft<T> = Sparse<T, null>

/** A finished answer without its neutral values. */
export type PresentFields<T> = Sparse<T, never>

type Sparse<T, NoText> = T extends string | number | boolean | null
  ? T | undefined | (T extends string ? NoText : never)
  : T extends readonly (infer U)[]
    ? readonly Sparse<U, NoText>[] | undefined
    : unknown extends T
      ? unknown
      : string extends keyof T
        ? { readonly [key: string]: Sparse<T[keyof T], NoText> } | undefined
        : { readonly [K in keyof Required<T>]: Sparse<T[K], NoText> | undefined } | undefined

/** Checks the type of the value, not of its members. A schema without `type` accepts everything. */
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
      return isRecord(value)
    default:
      return true
  }
}

// Builders for result schemas: one schema gives the check, the types, the documentation and the neutral values.
import type { Static, TProperties, TSchema } from 'typebox'
import { Type } from './json-schema.ts'

type SchemaOptions = {
  /** Its name in the OpenAPI document after that of the site; made from the field's own without it. */
  title?: string
  description?: string
  format?: string
  examples?: unknown[]
  /** Stands for what the upstream did not give, where the type's own neutral value would say something false. */
  default?: unknown
}

/** A description alone, or with other notes. */
type Notes = string | SchemaOptions

function optionsOf(notes: Notes): SchemaOptions {
  return typeof notes === 'string' ? { description: notes } : notes
}

export const t = {
  text: (notes: Notes = {}) => Type.String(optionsOf(notes)),
  /** One of a closed set of texts. */
  oneOf: <const V extends readonly string[]>(values: V, notes: Notes = {}) =>
    Type.Unsafe<V[number]>({ type: 'string', enum: [...values], ...optionsOf(notes) }),
  number: (notes: Notes = {}) => Type.Number(optionsOf(notes)),
  integer: (notes: Notes = {}) => Type.Integer(optionsOf(notes)),
  flag: (notes: Notes = {}) => Type.Boolean(optionsOf(notes)),
  list: <T extends TSchema>(items: T, notes: Notes = {}) => Type.Array(items, optionsOf(notes)),
  object: <T extends TProperties>(properties: T, notes: Notes = {}) =>
    Type.Object(properties, { ...optionsOf(notes), additionalProperties: false }),
  /** An object whose keys are data (a map), all values of one kind. */
  map: <T extends TSchema>(values: T, notes: Notes = {}) =>
    Type.Record(Type.String(), values, optionsOf(notes)),
  /** An object whose inner shape the contract leaves open. */
  open: (notes: Notes = {}) => Type.Record(Type.String(), Type.Unknown(), optionsOf(notes)),
  anything: (notes: Notes = {}) => Type.Unknown(optionsOf(notes)),
  orNull: <T extends TSchema>(schema: T, notes: Notes = {}) =>
    Type.Union([schema, Type.Null()], optionsOf(notes)),
  /** The same shape in another place, where it means something else. */
  describedAs: <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description }),
  /** The key is left out when the upstream does not give it; noted in `Wares-Absent`. */
  optional: <T extends TSchema>(schema: T) => Type.Optional(schema),
  /** The key is left out as a statement of the upstream ("no price"); by the contract, so not noted as absent. */
  statedByAbsence: <T extends TSchema>(schema: T) => Type.Optional({ ...schema, [STATED_BY_ABSENCE]: true }),
  /** Words of people, who may well be called "null" or write "N/A": no word of theirs is a placeholder. */
  words: (notes: Notes = {}) => Type.String({ ...optionsOf(notes), [WORDS]: true }),
  // No `format`: an absent one is "", which the format would forbid, and sites write dates and links in their own ways.
  /** A day or a moment as the site writes it; the zero of a clock is none. */
  date: (notes: Notes = {}) => Type.String({ ...optionsOf(notes), [DATE]: true }),
  timestamp: (notes: Notes = {}) =>
    Type.String({ description: 'ISO 8601 timestamp', ...optionsOf(notes), [DATE]: true }),
  /** An absolute address is answered in one spelling; a path or a name stands as the site writes it. */
  url: (notes: Notes = {}) => Type.String({ description: 'URL', ...optionsOf(notes), [ADDRESS]: true }),
}

/** Marks a property whose absence is itself what the upstream says. */
export const STATED_BY_ABSENCE = 'x-wares-stated-by-absence'

/** Marks a text that holds a date. */
export const DATE = 'x-wares-date'
/** Marks a text that holds the address of a document. */
export const ADDRESS = 'x-wares-address'
/** Marks a text that people have written. */
export const WORDS = 'x-wares-words'
/** Where a schema keeps the value that means "not here". */
export const PLACEHOLDER = 'x-wares-placeholder'

export interface Placeholder {
  readonly value: string | number
  /** Ends the sentence "0 when …". */
  readonly when: string
}

export type { Static, TSchema }

/** The parts of a JSON Schema that we walk ourselves: to apply defaults, to rename fields, to write documents. */
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
  readonly default?: unknown
  readonly [STATED_BY_ABSENCE]?: boolean
  readonly [DATE]?: boolean
  readonly [ADDRESS]?: boolean
  readonly [WORDS]?: boolean
  readonly [PLACEHOLDER]?: Placeholder
}

/** The schema beside null, and whether null is allowed. */
export function withoutNull(schema: PlainSchema): { schema: PlainSchema; nullable: boolean } {
  const inner = schema.anyOf?.find(one => one.type !== 'null')
  return inner ? { schema: inner, nullable: true } : { schema, nullable: false }
}

/**
 * What `extract` returns: the result with `undefined` wherever the upstream did not give a field, and null for a text
 * that it gave as null. Every field must be mentioned, so that a forgotten one is a type error.
 */
export type Draft<T> = Sparse<T, null>

/** A finished answer without its neutral values. */
export type Given<T> = Sparse<T, never>

type Sparse<T, NoText> = T extends string | number | boolean | null
  ? T | undefined | (T extends string ? NoText : never)
  : T extends readonly (infer U)[]
    ? readonly Sparse<U, NoText>[] | undefined
    : unknown extends T
      ? unknown
      : string extends keyof T
        ? { readonly [key: string]: Sparse<T[keyof T], NoText> } | undefined
        : { readonly [K in keyof Required<T>]: Sparse<T[K], NoText> | undefined } | undefined

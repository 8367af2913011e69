// The kinds of settings: each is a schema with its description, default and environment variable.
import type { TOptional, TSchema, TUnsafe } from 'typebox'
import { Type } from '#kit/schema/json-schema'

interface Notes {
  readonly description: string
  readonly default?: unknown
  /** The environment variable that overrides the file. */
  readonly env?: string
  /** What happens without the setting, if there is no default value. */
  readonly unset?: string
}

/** Our own keywords have a prefix, so that editors ignore them. */
export function notes<N extends Notes>({ description, env, unset, ...more }: N) {
  return {
    description,
    ...more,
    ...(env === undefined ? {} : { 'x-wares-env': env }),
    ...(unset === undefined ? {} : { 'x-wares-unset': unset }),
  }
}

/** A setting with a default always has a value, although the file may omit it. */
export function setting<S extends TSchema, N extends Notes>(schema: S, about: N): Setting<S, N> {
  return ('default' in about ? schema : Type.Optional(schema)) as Setting<S, N>
}

type Setting<S extends TSchema, N extends Notes> = N extends { default: unknown } ? S : TOptional<S>

export const text = <N extends Notes>(about: N) =>
  setting(Type.String({ minLength: 1, ...notes(about) }), about)
/** Part of a header of every message: a line break would begin another header. */
export const headerText = <N extends Notes>(about: N) =>
  setting(
    Type.String({
      minLength: 1,
      pattern: '^[ -~]+$',
      'x-wares-form': 'one line of ASCII characters',
      ...notes(about),
    }),
    about,
  )
export const line = <N extends Notes>(about: N) =>
  setting(
    Type.String({
      minLength: 1,
      pattern: '^[^\\u0000-\\u001f\\u007f]+$',
      'x-wares-form': 'one line of text',
      ...notes(about),
    }),
    about,
  )
export const code = <N extends Notes>(about: N) =>
  setting(
    Type.String({ pattern: '^[A-Z]{3}$', 'x-wares-form': 'a currency code such as EUR', ...notes(about) }),
    about,
  )
export const flag = <N extends Notes>(about: N) => setting(Type.Boolean(notes(about)), about)
export const integer = <N extends Notes>(minimum: number, about: N) =>
  setting(Type.Integer({ minimum, ...notes(about) }), about)
export const positive = <N extends Notes>(about: N) =>
  setting(Type.Number({ exclusiveMinimum: 0, ...notes(about) }), about)
export const port = <N extends Notes>(about: N) =>
  setting(Type.Integer({ minimum: 0, maximum: 65_535, ...notes(about) }), about)
export const address = <N extends Notes>(about: N) =>
  setting(Type.String({ pattern: '^https?://', ...notes(about) }), about)
export const choice = <V extends string, N extends Notes>(
  values: readonly V[],
  about: N,
): Setting<TUnsafe<V>, N> => setting(Type.Unsafe<V>(Type.Enum([...values], notes(about))), about)
export const group = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false })

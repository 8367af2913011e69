// How an operation declares its parameters: small builders, and the types that `load` sees.

interface ParamShared {
  readonly description: string
  readonly aliases?: readonly string[]
  readonly required?: boolean
}

export interface TextParam extends ParamShared {
  readonly kind: 'text'
  readonly maxLength: number
  /** Whether "" is a value of its own and not "not given". */
  readonly allowEmpty?: boolean
  readonly pattern?: RegExp
  /** What the pattern asks for, in words. */
  readonly form?: string
  /** One spelling for values that mean the same, so that they share a cache entry. */
  readonly normalise?: (value: string) => string
  readonly default?: string
}

export interface UrlParam extends ParamShared {
  readonly kind: 'url'
  readonly maxLength: number
  readonly pattern: RegExp
  readonly form: string
}

export interface IntegerParam extends ParamShared {
  readonly kind: 'integer'
  readonly min: number
  readonly max: number
  readonly default?: number
}

export interface ChoiceParam extends ParamShared {
  readonly kind: 'choice'
  readonly values: readonly string[]
  /** Other spellings of a value, in upper case. */
  readonly synonyms?: Readonly<Record<string, string>>
  readonly default?: string
}

export interface ListParam extends ParamShared {
  readonly kind: 'list'
  readonly pattern: RegExp
  readonly form: string
  readonly maxItems: number
}

export type Param = TextParam | UrlParam | IntegerParam | ChoiceParam | ListParam
export type ParamSpecs = Readonly<Record<string, Param>>

type ValueOf<P extends Param> = P extends { kind: 'integer' }
  ? number
  : P extends { kind: 'choice'; values: readonly (infer V)[] }
    ? V
    : P extends { kind: 'list' }
      ? readonly string[]
      : string

type Given = { required: true } | { default: string | number }

export type Params<S extends ParamSpecs> = {
  readonly [K in keyof S]: S[K] extends Given ? ValueOf<S[K]> : ValueOf<S[K]> | undefined
}

/** Any operation's parameters, once its own types are out of sight. */
export type ParamValues = Readonly<Record<string, string | number | readonly string[] | undefined>>

const QUERY_MAX: number = 256
const URL_MAX = 2048
const PAGE_MAX = 500

/** In the sandbox a look-up value may carry a magic word (`123~gone`), so every look-up form lets it through. */
const MAGIC = '(?:~[a-z]+)?'

/** A look-up value without such a word, to compare with what came; no shop writes a tilde in a key. */
export function withoutMagic(value: string): string {
  return value.replace(/~[a-z]+$/, '')
}

export function words<const O extends object>(description: string, more?: O) {
  return { kind: 'text', description, maxLength: QUERY_MAX, ...(more as O) } as const
}

export function page() {
  return {
    kind: 'integer',
    description: 'Page of the list, from 1',
    min: 1,
    max: PAGE_MAX,
    default: 1,
  } as const
}

export function integer<const D extends number>(description: string, min: number, max: number, initial: D) {
  return { kind: 'integer', description, min, max, default: initial } as const
}

export function productUrl(description = 'Address of the product page on the site') {
  return {
    kind: 'url',
    description,
    aliases: ['product_url', 'productUrl'],
    maxLength: URL_MAX,
    pattern: /^https?:\/\//i,
    form: 'an http or https address',
  } as const
}

export function digits(description: string, more: { aliases?: readonly string[] } = {}) {
  return {
    kind: 'text',
    description,
    maxLength: 64,
    pattern: new RegExp(`^\\d+${MAGIC}$`),
    form: 'digits',
    ...more,
  } as const
}

export function uuid(description: string) {
  return {
    kind: 'text',
    description,
    maxLength: 64,
    pattern: new RegExp(`^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}${MAGIC}$`, 'i'),
    form: 'a UUID',
    normalise: (value: string) => value.toLowerCase(),
  } as const
}

/** A slug, SKU or other name as the site writes it: no slashes, no angle brackets, no control characters. */
export function name(description: string, more: { aliases?: readonly string[] } = {}) {
  return {
    kind: 'text',
    description,
    maxLength: QUERY_MAX,
    pattern: /^[^\p{Cc}/\\?#<>]+$/u,
    form: 'a name as the site writes it, without slashes',
    ...more,
  } as const
}

export function choice<const V extends readonly string[]>(description: string, values: V) {
  return { kind: 'choice', description, values } as const
}

const COUNTRY_ALIASES = ['country_code', 'countryCode'] as const

export function country<const V extends readonly string[]>(description: string, values: V) {
  return { kind: 'choice', description, values, aliases: COUNTRY_ALIASES, synonyms: { GB: 'UK' } } as const
}

/** Any country, for sites whose list of markets we do not know. */
export function anyCountry(description: string) {
  return {
    kind: 'text',
    description,
    aliases: COUNTRY_ALIASES,
    maxLength: 2,
    pattern: /^[A-Za-z]{2}$/,
    form: 'a two-letter country code',
    normalise: (value: string) => (/^gb$/i.test(value) ? 'UK' : value.toUpperCase()),
  } as const
}

export function language(description: string) {
  return {
    kind: 'text',
    description,
    aliases: ['lang', 'language_code', 'languageCode'],
    maxLength: 35,
    pattern: /^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/,
    form: 'a BCP 47 language code such as en-GB',
  } as const
}

export function codes(description: string, more: { aliases?: readonly string[] } = {}) {
  return {
    kind: 'list',
    description,
    pattern: /^[A-Za-z0-9_.-]{1,40}$/,
    form: 'a filter code',
    maxItems: 50,
    ...more,
  } as const
}

/** With a default the parameter always has a value. */
export function withDefault<const P extends Param, const D extends string | number>(param: P, initial: D) {
  return { ...param, default: initial } as P & { readonly default: D }
}

export function required<const P extends Param>(param: P) {
  return { ...param, required: true } as P & { readonly required: true }
}

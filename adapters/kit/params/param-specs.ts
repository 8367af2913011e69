// How an operation declares its parameters: small builders, and the types that `load` receives.
import { countries, type AllowedValue, languages } from './known-values.ts'

interface ParamCommon {
  readonly description: string
  readonly aliases?: readonly string[]
  readonly required?: boolean
}

export interface TextParam extends ParamCommon {
  readonly kind: 'text'
  readonly maxLength: number
  /** Whether "" is a value rather than "not given". */
  readonly allowEmpty?: boolean
  /** The pattern has no flags: only its source is published in the OpenAPI document. */
  readonly pattern?: RegExp
  /** What the pattern requires, in words. */
  readonly form?: string
  /** The valid values, if the set is closed. */
  readonly known?: readonly AllowedValue[]
  /** The part of the value that must be a known one; the whole value if omitted. */
  readonly knownPart?: RegExp
  /** Maps equivalent values to one spelling, so that they share a cache entry. */
  readonly normalise?: (value: string) => string
  readonly default?: string
}

export interface UrlParam extends ParamCommon {
  readonly kind: 'url'
  readonly maxLength: number
  readonly pattern: RegExp
  readonly form: string
  readonly productPage?: ProductPageUrl
}

/** What the URLs of a site's product pages look like. */
export interface ProductPageUrl {
  /** Matches path and query below the site's origin. A URL that does not match is rejected before anything is fetched. */
  readonly path: RegExp
  /** The form for people, such as `/sneakers/<slug>`. Without it, only home pages are rejected. */
  readonly form?: string
}

export interface IntegerParam extends ParamCommon {
  readonly kind: 'integer'
  readonly min: number
  readonly max: number
  readonly default?: number
}

export interface ChoiceParam extends ParamCommon {
  readonly kind: 'choice'
  readonly values: readonly string[]
  /** Other spellings of a value, in upper case. */
  readonly synonyms?: Readonly<Record<string, string>>
  readonly default?: string
}

export interface ListParam extends ParamCommon {
  readonly kind: 'list'
  /** The valid codes, in the site's spelling. */
  readonly known: readonly AllowedValue[]
  readonly form: string
  readonly maxItems: number
  /** A closed set of accepted values, which may also be given as one comma-separated string. */
  readonly values?: readonly string[]
  /** The form of further values, which the operation checks itself. */
  readonly also?: RegExp
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

type AlwaysPresent = { required: true } | { default: string | number }

export type Params<S extends ParamSpecs> = {
  readonly [K in keyof S]: S[K] extends AlwaysPresent ? ValueOf<S[K]> : ValueOf<S[K]> | undefined
}

/** Exactly one look-up parameter is given, so `url === undefined` implies that another one is present. */
export type LookupParams<S extends ParamSpecs, L extends keyof S> = [L] extends [never]
  ? Params<S>
  : {
      readonly [Given in L]: Omit<Params<S>, L> & { readonly [K in Given]: ValueOf<S[K]> } & {
        readonly [K in Exclude<L, Given>]: undefined
      }
    }[L]

/** The parameters of any operation, untyped. */
export type ParamValues = Readonly<Record<string, string | number | readonly string[] | undefined>>

const QUERY_MAX: number = 256
const URL_MAX = 2048
const PAGE_MAX = 500

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

/** A URL of any page but the home page of the site or of one of its countries. */
const NOT_HOME: ProductPageUrl = {
  path: /^\/(?!(?:[a-z]{2}(?:[-_][a-z]{2})?(?:\/[a-z]{2})?\/?)?(?:[?#]|$))/i,
}

/** `productPage`: accept every form that the site is known to use. */
export function productUrl(
  description = 'URL of the product page on the site',
  productPage: ProductPageUrl = NOT_HOME,
) {
  return {
    kind: 'url',
    description,
    aliases: ['product_url', 'productUrl'],
    maxLength: URL_MAX,
    pattern: /^https?:\/\//i,
    form: 'an http or https URL',
    productPage,
  } as const
}

export function digits(description: string, more: { aliases?: readonly string[] } = {}) {
  return {
    kind: 'text',
    description,
    maxLength: 64,
    pattern: /^[0-9]+$/,
    form: 'digits',
    ...more,
  } as const
}

export function uuid(description: string) {
  return {
    kind: 'text',
    description,
    maxLength: 64,
    pattern: /^[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}$/,
    form: 'a UUID',
    normalise: (value: string) => value.toLowerCase(),
  } as const
}

// Spelled out because `\p{Cc}` needs flags or is unsupported: JavaScript, Python and RE2 must all read it the same way.
// oxlint-disable-next-line no-control-regex -- the pattern rejects control characters
const IDENTIFIER = /^[^\x00-\x1f\x7f-\x9f/\\?#<>]+$/

/** A slug, SKU or other name in the site's spelling: no slashes, angle brackets or control characters. */
export function identifier(description: string, more: { aliases?: readonly string[] } = {}) {
  return {
    kind: 'text',
    description,
    maxLength: QUERY_MAX,
    pattern: IDENTIFIER,
    form: 'a slug, SKU or code without slashes',
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

/** Any existing country, for sites whose markets are unknown. */
export function anyCountry(description: string) {
  return {
    kind: 'text',
    description,
    aliases: COUNTRY_ALIASES,
    maxLength: 2,
    pattern: /^[A-Za-z]{2}$/,
    form: 'a two-letter country code',
    known: countries,
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
    known: languages,
    // Three-letter codes are not in the list, so only two-letter ones are checked.
    knownPart: /^[A-Za-z]{2}(?=-|$)/,
  } as const
}

/** Codes from a closed set that the site publishes. */
export function codes(
  description: string,
  allowed: readonly AllowedValue[],
  more: { aliases?: readonly string[] } = {},
) {
  return { kind: 'list', description, known: allowed, form: 'a filter code', maxItems: 50, ...more } as const
}

/** One or more values of a closed set: `a,b`, a repeated parameter, or a list. */
export function anyOf(description: string, values: readonly string[]) {
  return {
    kind: 'list',
    description,
    values,
    known: values.map(value => ({ code: value, label: value })),
    form: `one of ${values.join(', ')}`,
    maxItems: 50,
  } as const
}

/** Names of sites, or of shops that the operator lists: `shop.example`, with port and base path if they belong to its name. */
export function anyShop(description: string, sites: readonly string[]) {
  return {
    ...anyOf(description, sites),
    form: `one of ${sites.join(', ')}, or the name of a listed shop`,
    also: /^[a-z0-9-]{1,63}(?:[.:][a-z0-9-]{1,63}){0,10}(?:\/[\w./-]{0,100})?$/i,
  } as const
}

/** A parameter with a default always has a value. */
export function withDefault<const P extends Param, const D extends string | number>(param: P, initial: D) {
  return { ...param, default: initial } as P & { readonly default: D }
}

export function required<const P extends Param>(param: P) {
  return { ...param, required: true } as P & { readonly required: true }
}

/** One parameter as sent. Values from a query string are always strings. */
export interface RawParam {
  readonly name: string
  readonly value: unknown
  readonly in: 'query' | 'body'
  /** Another operation has read the value by the same rules. */
  readonly isRead?: boolean
}

/** Undefined values are left out. */
export function toRawParams(
  values: Readonly<Record<string, unknown>>,
  place: RawParam['in'] = 'body',
): RawParam[] {
  return Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ({ name, value, in: place }))
}

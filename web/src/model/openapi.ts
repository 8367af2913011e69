// The OpenAPI document of the server, as far as the pages read it.

export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly additionalProperties?: Schema | boolean
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly enum?: readonly unknown[]
  readonly default?: string | number | boolean
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly 'x-wares-stated-by-absence'?: boolean
  /** What can be chosen, with its code. */
  readonly 'x-wares-values'?: readonly KnownValue[]
}

export interface KnownValue {
  readonly code: string
  readonly label: string
}

export interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly required?: boolean
  readonly schema: Schema
  readonly example?: string | number | boolean | readonly string[]
  readonly 'x-wares-aliases'?: readonly string[]
}

export type MediaTypes = Readonly<
  Record<
    string,
    {
      readonly schema?: Schema
      readonly example?: unknown
      readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
    }
  >
>

export interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: MediaTypes
}

/** What of the general shape stands in the answers of an operation. */
export type GeneralPart = 'product' | 'search'

export interface DocumentOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: MediaTypes }
  readonly responses?: Readonly<Record<string, Response>>
  readonly 'x-wares-number'?: number
  readonly 'x-wares-example'?: Readonly<Record<string, unknown>>
  readonly 'x-wares-general'?: readonly GeneralPart[]
  readonly 'x-wares-fresh-for-seconds'?: number
  readonly 'x-wares-core'?: readonly string[]
  readonly 'x-wares-lookup'?: readonly string[]
  /** The codes that the operation can return, where the document says so. */
  readonly 'x-wares-problems'?: readonly string[]
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const

type PathItem = Readonly<Partial<Record<(typeof METHODS)[number], DocumentOperation>>> & {
  readonly servers?: readonly { readonly url: string }[]
  readonly parameters?: readonly Parameter[]
}

export interface OpenApi {
  readonly info: { readonly version: string }
  readonly tags: readonly {
    readonly name: string
    readonly description?: string
    /** As Redoc and others show it. */
    readonly 'x-displayName'?: string
  }[]
  readonly 'x-tagGroups'?: readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>
    readonly responses?: Readonly<Record<string, Response>>
    readonly parameters?: Readonly<Record<string, Parameter>>
    readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  }
}

/** An operation with its place. */
export interface Endpoint {
  readonly method: string
  readonly path: string
  /** Where it is served, if not with the page; no slash at the end. */
  readonly base: string
  readonly operation: DocumentOperation
}

export function endpointsOf({ paths }: OpenApi): Endpoint[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const own = item[method]
      if (!own) return []
      const operation = { ...own, parameters: [...(item.parameters ?? []), ...(own.parameters ?? [])] }
      return [{ method: method.toUpperCase(), path, base: item.servers?.[0]?.url ?? '', operation }]
    }),
  )
}

export function needsKey({ security }: DocumentOperation): boolean {
  return security !== undefined && !security.some(one => Object.keys(one).length === 0)
}

const BUILT_IN = 'Built-in shops'

export function isBuiltIn({ 'x-tagGroups': groups = [] }: OpenApi, tag: string): boolean {
  return groups.some(({ name, tags }) => name === BUILT_IN && tags.includes(tag))
}

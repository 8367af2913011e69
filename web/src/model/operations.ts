// The operations as the explorer knows them: read from the OpenAPI document, no site known by name.

export interface Schema {
  readonly type?: string
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly enum?: readonly string[]
  readonly default?: string | number | boolean
  readonly description?: string
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  /** What can be chosen, with its code. */
  readonly 'x-wares-values'?: readonly KnownValue[]
}

export interface KnownValue {
  readonly code: string
  readonly label: string
}

/** As the document has it: parts are named once and referred to. */
interface WireSchema extends Omit<Schema, 'properties' | 'items' | 'anyOf'> {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, WireSchema>>
  readonly items?: WireSchema
  readonly anyOf?: readonly WireSchema[]
}

export interface Parameter {
  readonly name: string
  readonly description?: string
  readonly required?: boolean
  readonly schema: Schema
}

export type Params = Readonly<Record<string, string | readonly string[]>>

export interface Operation {
  readonly id: string
  readonly site: string
  /** The part of the id after the site. */
  readonly name: string
  readonly number: number
  readonly path: string
  /** Where it is served, if not with the page; no slash at the end. */
  readonly base: string
  readonly summary: string
  readonly notes: string
  readonly parameters: readonly Parameter[]
  /** Parameters of which exactly one finds the thing. */
  readonly lookup: readonly string[]
  readonly example: Params
  readonly needsKey: boolean
  /** What of the general shape stands in its answers. */
  readonly general: readonly GeneralPart[]
  /** Whether the answer can also be had as CSV. */
  readonly hasTable: boolean
  readonly result: Schema
}

type GeneralPart = 'product' | 'search'

export interface Site {
  readonly name: string
  /** As people read it. */
  readonly title: string
  readonly about: string
  /** Comes with Wares: read by an adapter of its own. */
  readonly isBuiltIn: boolean
  readonly operations: readonly Operation[]
}

interface WireOperation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: readonly string[]
  readonly 'x-wares-number': number
  readonly 'x-wares-example': Readonly<Record<string, unknown>>
  readonly 'x-wares-lookup'?: readonly string[]
  readonly 'x-wares-general'?: readonly GeneralPart[]
  readonly security: readonly object[]
  readonly parameters: readonly Parameter[]
  readonly responses: Readonly<Record<string, { content?: Readonly<Record<string, { schema: WireSchema }>> }>>
}

export interface OpenApi {
  readonly components: { readonly schemas: Readonly<Record<string, WireSchema>> }
  readonly tags: readonly Tag[]
  readonly 'x-tagGroups'?: readonly { readonly name: string; readonly tags: readonly string[] }[]
  readonly paths: Readonly<Record<string, PathItem>>
}

export interface Tag {
  readonly name: string
  readonly description?: string
  /** As Redoc and others show it. */
  readonly 'x-displayName'?: string
}

interface PathItem {
  readonly servers?: readonly { readonly url: string }[]
  readonly get?: WireOperation
}

export function readSites(document: OpenApi): Site[] {
  const operations = Object.entries(document.paths)
    // Whatever else the document describes is not for the explorer to run.
    .flatMap(([path, { get, servers }]) =>
      get?.['x-wares-example']
        ? [operationOf(path, get, servers?.[0]?.url ?? '', document.components.schemas)]
        : [],
    )
    .toSorted((a, b) => a.number - b.number)
  return document.tags
    .map(tag => ({
      name: tag.name,
      title: tag['x-displayName'] ?? tag.name,
      about: tag.description ?? '',
      isBuiltIn: isBuiltIn(document, tag.name),
      operations: operations.filter(operation => operation.site === tag.name),
    }))
    .filter(site => site.operations.length > 0)
}

const BUILT_IN = 'Built-in shops'

export function isBuiltIn(
  { 'x-tagGroups': groups = [] }: Pick<OpenApi, 'x-tagGroups'>,
  tag: string,
): boolean {
  return groups.some(({ name, tags }) => name === BUILT_IN && tags.includes(tag))
}

function operationOf(
  path: string,
  wire: WireOperation,
  base: string,
  schemas: OpenApi['components']['schemas'],
): Operation {
  const site = wire.tags[0] ?? ''
  return {
    id: wire.operationId,
    site,
    name: wire.operationId.slice(site.length + 1),
    number: wire['x-wares-number'],
    path,
    base,
    summary: wire.summary,
    notes: wire.description,
    parameters: wire.parameters,
    lookup: wire['x-wares-lookup'] ?? [],
    general: wire['x-wares-general'] ?? [],
    example: Object.fromEntries(
      Object.entries(wire['x-wares-example']).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(String) : String(value),
      ]),
    ),
    needsKey: !wire.security.some(one => Object.keys(one).length === 0),
    hasTable: wire.responses['200']?.content?.['text/csv'] !== undefined,
    result: resolveSchema(wire.responses['200']?.content?.['application/json']?.schema ?? {}, schemas),
  }
}

/** With every part in the place where it is referred to. */
function resolveSchema(given: WireSchema, schemas: OpenApi['components']['schemas']): Schema {
  const { $ref, ...beside } = given
  const { properties, items, anyOf, ...rest } = { ...schemas[$ref?.split('/').at(-1) ?? ''], ...beside }
  const inner = (one: WireSchema): Schema => resolveSchema(one, schemas)
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, inner(one)])),
    }),
    ...(items && { items: inner(items) }),
    ...(anyOf && { anyOf: anyOf.map(inner) }),
  }
}

/** A description without the other names of its parameter: the reference lists them, a form needs none. */
export function withoutAliases(description: string): string {
  return description.replace(/(?:\. )?Also accepted as [^.]*/, '')
}

/** The schema beside null. */
export function withoutNull(schema: Schema): Schema {
  return schema.anyOf?.find(one => one.type !== 'null') ?? schema
}

export function queryOf(params: Params): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const one of typeof value === 'string' ? [value] : value) query.append(name, one)
  }
  return query
}

// The OpenAPI document as the reference shows it: every operation, those for any shop first, with what it refers to at hand.
import { isBuiltIn, type OpenApi, type Operation, readSites, type Tag } from './operations.ts'

export interface DocumentSchema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, DocumentSchema>>
  readonly required?: readonly string[]
  readonly items?: DocumentSchema
  readonly anyOf?: readonly DocumentSchema[]
  readonly oneOf?: readonly DocumentSchema[]
  readonly allOf?: readonly DocumentSchema[]
  readonly additionalProperties?: DocumentSchema | boolean
  readonly patternProperties?: Readonly<Record<string, DocumentSchema>>
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly default?: unknown
  readonly description?: string
  readonly examples?: readonly unknown[]
  readonly format?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly maxLength?: number
  readonly maxItems?: number
  readonly 'x-wares-stated-by-absence'?: boolean
  readonly 'x-wares-values'?: readonly string[]
}

export interface ReferenceParameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly required?: boolean
  readonly schema: DocumentSchema
  readonly example?: string | number | boolean | readonly string[]
  readonly 'x-wares-aliases'?: readonly string[]
}

interface MediaType {
  readonly schema?: DocumentSchema
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value?: unknown }>>
}

interface Response {
  readonly $ref?: string
  readonly description?: string
  readonly content?: Readonly<Record<string, MediaType>>
}

interface WireOperation {
  readonly operationId?: string
  readonly summary?: string
  readonly description?: string
  readonly tags?: readonly string[]
  readonly security?: readonly object[]
  readonly parameters?: readonly ReferenceParameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, MediaType>> }
  readonly responses?: Readonly<Record<string, Response>>
  readonly 'x-wares-number'?: number
  readonly 'x-wares-fresh-for-seconds'?: number
  readonly 'x-wares-core'?: readonly string[]
  readonly 'x-wares-lookup'?: readonly string[]
  /** The codes that the operation can return, where the document says so. */
  readonly 'x-wares-problems'?: readonly string[]
}

export interface ReferenceDocument {
  readonly info: { readonly version: string }
  readonly tags?: readonly Tag[]
  readonly 'x-tagGroups'?: OpenApi['x-tagGroups']
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: {
    readonly schemas?: Readonly<Record<string, DocumentSchema>>
    readonly responses?: Readonly<Record<string, Response>>
    readonly parameters?: Readonly<Record<string, ReferenceParameter>>
    readonly headers?: Readonly<Record<string, { readonly description?: string }>>
  }
}

/** What is sent or received: its shape and a real example of it. */
interface Content {
  readonly schema: DocumentSchema
  readonly example: unknown
}

export interface ReferenceEntry {
  readonly id: string
  readonly group: string
  readonly method: string
  readonly path: string
  readonly base: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly ReferenceParameter[]
  readonly body: Content | undefined
  readonly answer: (Content & { readonly status: string }) | undefined
  readonly answerTypes: readonly string[]
  /** Codes by status, in ascending order. */
  readonly problems: readonly { readonly status: string; readonly codes: readonly string[] }[]
  readonly needsKey: boolean
  readonly freshForS: number | undefined
  /** Pointers of fields without which there is no answer; undefined where the operation does not read a shop. */
  readonly core: readonly string[] | undefined
  readonly lookup: readonly string[]
  /** As the explorer runs it, if it can. */
  readonly call: Operation | undefined
}

export interface ReferenceGroup {
  readonly name: string
  /** As people read it. */
  readonly title: string
  readonly isBuiltIn: boolean
  readonly about: string
  readonly entries: readonly ReferenceEntry[]
}

export interface Reference {
  readonly version: string
  readonly groups: readonly ReferenceGroup[]
  readonly headers: readonly (readonly [name: string, description: string])[]
  readonly resolve: Resolve
}

/** The schema itself, where it was only referred to. What stands beside the reference counts. */
export type Resolve = (schema: DocumentSchema) => DocumentSchema

const METHODS = ['get', 'post', 'put', 'patch', 'delete']

export function readReference(document: ReferenceDocument): Reference {
  const calls = new Map(
    readSites(document as unknown as OpenApi).flatMap(site => site.operations.map(one => [one.id, one])),
  )
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const wire = item[method] as WireOperation | undefined
      const shared = (item.parameters ?? []) as readonly ReferenceParameter[]
      const whole = wire && { ...wire, parameters: [...shared, ...(wire.parameters ?? [])] }
      return whole ? [entryOf({ path, method, base: baseOf(item) }, whole, document, calls)] : []
    }),
  )
  return {
    version: document.info.version,
    groups: groupsOf(document, entries),
    headers: Object.entries(document.components.headers ?? {}).map(([name, { description = '' }]) => [
      name,
      description,
    ]),
    resolve: schema => resolveSchema(document, schema),
  }
}

function baseOf(item: Readonly<Record<string, unknown>>): string {
  return (item.servers as readonly { url: string }[] | undefined)?.[0]?.url ?? ''
}

/** In the order of the document. */
function groupsOf(document: ReferenceDocument, entries: readonly ReferenceEntry[]): ReferenceGroup[] {
  const tags = new Map(document.tags?.map(tag => [tag.name, tag]))
  return Array.from(
    Map.groupBy(entries, entry => entry.group),
    ([name, group]) => ({
      name,
      title: tags.get(name)?.['x-displayName'] ?? (isBuiltIn(document, name) ? name : capitalised(name)),
      about: tags.get(name)?.description ?? '',
      isBuiltIn: isBuiltIn(document, name),
      entries: group,
    }),
  )
}

const capitalised = (name: string) => `${name.charAt(0).toUpperCase()}${name.slice(1)}`

interface Endpoint {
  readonly path: string
  readonly method: string
  readonly base: string
}

function entryOf(
  { path, method, base }: Endpoint,
  wire: WireOperation,
  document: ReferenceDocument,
  calls: ReadonlyMap<string, Operation>,
): ReferenceEntry {
  const id = wire.operationId ?? `${method} ${path}`
  const responses = Object.entries(wire.responses ?? {}).map(
    ([status, response]) => [status, resolveResponse(document, response)] as const,
  )
  const good = responses.find(([status]) => /^2\d\d$/.test(status))
  return {
    id,
    group: wire.tags?.[0] ?? 'other',
    method: method.toUpperCase(),
    path,
    base,
    summary: wire.summary ?? '',
    description: wire.description ?? '',
    parameters: (wire.parameters ?? []).map(one => resolveParameter(document, one)),
    body: contentOf(wire.requestBody?.content),
    answer: answerOf(good),
    answerTypes: Object.keys(good?.[1].content ?? {}),
    problems: responses
      .filter(([status]) => /^[45]/.test(status))
      .map(([status, response]) => ({
        status,
        codes: codesOf(document, response).filter(code => wire['x-wares-problems']?.includes(code) ?? true),
      })),
    needsKey: wire.security !== undefined && !wire.security.some(one => Object.keys(one).length === 0),
    freshForS: wire['x-wares-fresh-for-seconds'],
    core: wire['x-wares-core'],
    lookup: wire['x-wares-lookup'] ?? [],
    call: calls.get(id),
  }
}

function answerOf(good: readonly [string, Response] | undefined): ReferenceEntry['answer'] {
  const content = contentOf(good?.[1].content)
  return good && content && { status: good[0], ...content }
}

function contentOf(content: Readonly<Record<string, MediaType>> | undefined): Content | undefined {
  const media = content?.['application/json']
  if (!media) return undefined
  const [first] = Object.values(media.examples ?? {})
  return { schema: media.schema ?? {}, example: media.example ?? first?.value }
}

/** The codes that the schema of the problem names. */
function codesOf(document: ReferenceDocument, { content }: Response): string[] {
  const schema = content?.['application/problem+json']?.schema
  const codes = (one: DocumentSchema): readonly unknown[] => {
    const { allOf = [], properties } = resolveSchema(document, one)
    return allOf.map(codes).findLast(found => found.length > 0) ?? properties?.code?.enum ?? []
  }
  return schema ? codes(schema).map(String) : []
}

function nameIn($ref: string): string {
  return $ref.split('/').at(-1) ?? ''
}

function resolveSchema(document: ReferenceDocument, schema: DocumentSchema): DocumentSchema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return { ...resolveSchema(document, document.components.schemas?.[nameIn($ref)] ?? {}), ...beside }
}

function resolveResponse(document: ReferenceDocument, response: Response): Response {
  return response.$ref === undefined
    ? response
    : (document.components.responses?.[nameIn(response.$ref)] ?? {})
}

function resolveParameter(document: ReferenceDocument, parameter: ReferenceParameter): ReferenceParameter {
  const found =
    parameter.$ref === undefined ? parameter : document.components.parameters?.[nameIn(parameter.$ref)]
  const whole = found ?? parameter
  return { ...whole, schema: resolveSchema(document, whole.schema ?? {}) }
}

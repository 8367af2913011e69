// The OpenAPI document as the reference shows it: every operation, those for any shop first, with what it refers to at hand.
import {
  type Endpoint,
  endpointsOf,
  isBuiltIn,
  type MediaTypes,
  needsKey,
  type OpenApi,
  type Parameter,
  type Response,
  type Schema,
} from './openapi.ts'
import { type Operation, readSites } from './operation-list.ts'

/** What is sent or received: its shape and a real example of it. */
interface Content {
  readonly schema: Schema
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
  readonly parameters: readonly Parameter[]
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
  /** The operation for the explorer, if it can run it. */
  readonly call: Operation | undefined
}

export interface ReferenceGroup {
  readonly name: string
  /** The title for people. */
  readonly title: string
  readonly isBuiltIn: boolean
  readonly about: string
  readonly entries: readonly ReferenceEntry[]
}

export interface Reference {
  readonly version: string
  readonly groups: readonly ReferenceGroup[]
  readonly headers: readonly (readonly [name: string, description: string])[]
  readonly resolve: Resolver
}

/** The schema itself, where it was only referred to. What stands beside the reference counts. */
export type Resolver = (schema: Schema) => Schema

export function readReference(document: OpenApi): Reference {
  const calls = new Map(readSites(document).flatMap(site => site.operations.map(one => [one.id, one])))
  const entries = endpointsOf(document).map(endpoint => entryOf(endpoint, document, calls))
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

/** Groups in the order of the document. */
function groupsOf(document: OpenApi, entries: readonly ReferenceEntry[]): ReferenceGroup[] {
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

function entryOf(
  { path, method, base, operation }: Endpoint,
  document: OpenApi,
  calls: ReadonlyMap<string, Operation>,
): ReferenceEntry {
  const id = operation.operationId ?? `${method.toLowerCase()} ${path}`
  const { components } = document
  const responses = Object.entries(operation.responses ?? {}).map(
    ([status, response]) => [status, resolved(components.responses, response)] as const,
  )
  const good = responses.find(([status]) => /^2\d\d$/.test(status))
  return {
    id,
    group: operation.tags?.[0] ?? 'other',
    method,
    path,
    base,
    summary: operation.summary ?? '',
    description: operation.description ?? '',
    parameters: (operation.parameters ?? []).map(one => parameterOf(document, one)),
    body: contentOf(operation.requestBody?.content),
    answer: answerOf(good),
    answerTypes: Object.keys(good?.[1].content ?? {}),
    problems: responses
      .filter(([status]) => /^[45]/.test(status))
      .map(([status, response]) => ({
        status,
        codes: codesOf(document, response).filter(
          code => operation['x-wares-problems']?.includes(code) ?? true,
        ),
      })),
    needsKey: needsKey(operation),
    freshForS: operation['x-wares-fresh-for-seconds'],
    core: operation['x-wares-core'],
    lookup: operation['x-wares-lookup'] ?? [],
    call: calls.get(id),
  }
}

function parameterOf(document: OpenApi, reference: Parameter): Parameter {
  const parameter = resolved(document.components.parameters, reference)
  return { ...parameter, schema: resolveSchema(document, parameter.schema) }
}

function answerOf(good: readonly [string, Response] | undefined): ReferenceEntry['answer'] {
  const content = contentOf(good?.[1].content)
  return good && content && { status: good[0], ...content }
}

function contentOf(content: MediaTypes | undefined): Content | undefined {
  const media = content?.['application/json']
  if (!media) return undefined
  const [first] = Object.values(media.examples ?? {})
  return { schema: media.schema ?? {}, example: media.example ?? first?.value }
}

/** The codes that the schema of the problem names. */
function codesOf(document: OpenApi, { content }: Response): string[] {
  const schema = content?.['application/problem+json']?.schema
  const codes = (schemaPart: Schema): readonly unknown[] => {
    const { allOf = [], properties } = resolveSchema(document, schemaPart)
    return allOf.map(codes).findLast(list => list.length > 0) ?? properties?.code?.enum ?? []
  }
  return schema ? codes(schema).map(String) : []
}

function nameIn($ref: string): string {
  return $ref.split('/').at(-1) ?? ''
}

function resolveSchema(document: OpenApi, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const { $ref, ...beside } = schema
  return { ...resolveSchema(document, document.components.schemas?.[nameIn($ref)] ?? {}), ...beside }
}

/** The thing itself, where it was only referred to. */
function resolved<T extends { readonly $ref?: string }>(
  parts: Readonly<Record<string, T>> | undefined,
  part: T,
): T {
  return (part.$ref === undefined ? undefined : parts?.[nameIn(part.$ref)]) ?? part
}

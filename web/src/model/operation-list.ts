// The operations as the explorer knows them: read from the OpenAPI document, no site known by name.
import {
  type Endpoint,
  endpointsOf,
  type GeneralPart,
  isBuiltIn,
  needsKey,
  type OpenApi,
  type Parameter,
} from './openapi.ts'

export type { KnownValue, OpenApi, Parameter } from './openapi.ts'

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
  readonly general: readonly GeneralPart[]
  /** Whether the answer can also be had as CSV. */
  readonly hasTable: boolean
}

export interface Site {
  readonly name: string
  /** The title for people. */
  readonly title: string
  readonly about: string
  /** Comes with Wares: read by an adapter of its own. */
  readonly isBuiltIn: boolean
  readonly operations: readonly Operation[]
}

export function readSites(document: OpenApi): Site[] {
  const operations = endpointsOf(document)
    // Whatever else the document describes is not for the explorer to run.
    .filter(({ method, operation }) => method === 'GET' && operation['x-wares-example'])
    .map(operationOf)
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

function operationOf({ path, base, operation }: Endpoint): Operation {
  const { operationId: id = '', tags: [site = ''] = [], responses } = operation
  return {
    id,
    site,
    name: id.slice(site.length + 1),
    number: operation['x-wares-number'] ?? 0,
    path,
    base,
    summary: operation.summary ?? '',
    notes: operation.description ?? '',
    parameters: operation.parameters ?? [],
    lookup: operation['x-wares-lookup'] ?? [],
    general: operation['x-wares-general'] ?? [],
    example: Object.fromEntries(
      Object.entries(operation['x-wares-example'] ?? {}).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.map(String) : String(value),
      ]),
    ),
    needsKey: needsKey(operation),
    hasTable: responses?.['200']?.content?.['text/csv'] !== undefined,
  }
}

/** A description without the other names of its parameter: the reference lists them, a form needs none. */
export function withoutAliases(description: string): string {
  return description.replace(/(?:\. )?Also accepted as [^.]*/, '')
}

export function queryOf(params: Params): URLSearchParams {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(params)) {
    for (const item of typeof value === 'string' ? [value] : value) query.append(name, item)
  }
  return query
}

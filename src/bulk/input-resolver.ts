// Resolves an input to an operation: by its name and parameters, or by the host of a URL.
import type { Config } from '../config.ts'
import { findNearestName } from '../kit/nearest-name.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import type { RawParam } from '../kit/param-specs.ts'
import { createReach } from '../engine/reach.ts'
import { isComposite, type RegistryEntry, type Registry } from '../engine/registry.ts'
import { Fault } from '../kit/fault.ts'
import type { Input } from './read-inputs.ts'

interface OperationCall {
  readonly entry: RegistryEntry
  /** The site whose limits apply. */
  readonly site: string
  readonly given: readonly RawParam[]
}

type Resolution = { readonly work: OperationCall } | { readonly fault: Fault }

export type InputResolver = (input: Pick<Input, 'value' | 'isText' | 'unreadable'>) => Resolution

type Fields = Readonly<Record<string, unknown>>

export function createInputResolver(
  registry: Registry,
  config: Pick<Config, 'sites'> & Partial<Pick<Config, 'reader'>>,
): InputResolver {
  const reach = createReach(config)
  return ({ value, isText, unreadable }) => {
    if (unreadable !== undefined) return invalidInput('input', unreadable)
    const fields = typeof value === 'string' ? { url: value } : value
    if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
      return invalidInput('input', 'an input is an object with an operation and parameters, or a URL')
    return resolveFields(fields as Fields, isText ? 'query' : 'body')
  }

  function resolveFields(fields: Fields, place: RawParam['in']): Resolution {
    const { operation, params, ...rest } = fields
    // With `params`, other fields belong to the caller and are returned with the result.
    const values = params === undefined ? rest : params
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return invalidInput('params', 'params must be an object of parameters')
    if (operation === undefined) return resolveUrl(values as Fields, place)
    const entry = typeof operation === 'string' ? registry.byId.get(operation.trim()) : undefined
    return entry ? { work: workOf(entry, values as Fields, place) } : unknownOperation(operation)
  }

  /** For a composite operation, the limits of the site that its URL belongs to apply. */
  function workOf(entry: RegistryEntry, values: Fields, place: RawParam['in']): OperationCall {
    const destinationSite = isComposite(entry) ? siteOf(String(values.url)) : undefined
    return { entry, site: destinationSite ?? entry.site.name, given: givenOf(values, place) }
  }

  function siteOf(url: string): string | undefined {
    const destination = reach.destinationOf(url)
    return destination?.kind === 'site' ? destination.site : undefined
  }

  function resolveUrl({ url, ...rest }: Fields, place: RawParam['in']): Resolution {
    if (typeof url !== 'string') return invalidInput('operation', 'an input needs an operation or a url')
    const destination = reach.destinationOf(url)
    if (!destination) return { fault: urlNotAllowed() }
    if (destination.kind === 'reader') return resolveShopUrl({ url, ...rest }, place)
    const { site } = destination
    const entries = registry.entries.filter(entry => entry.site.name === site)
    const byUrl = entries.find(entry => urlParamOf(entry) !== undefined)
    const entry = byUrl ?? entries.find(one => one.operation.lookup?.includes('query'))
    if (!entry) return invalidInput('url', `no operation of ${site} takes a URL; name an operation`)
    const name = urlParamOf(entry) ?? 'query'
    return { work: workOf(entry, { [name]: url, ...rest }, place) }
  }

  /** A shop without an adapter uses the general operation. */
  function resolveShopUrl(values: Fields, place: RawParam['in']): Resolution {
    const entry = registry.entries.find(one => isComposite(one) && urlParamOf(one) !== undefined)
    return entry ? { work: workOf(entry, values, place) } : { fault: urlNotAllowed() }
  }

  function unknownOperation(operation: unknown): Resolution {
    const shown = typeof operation === 'string' ? operation.slice(0, 64) : ''
    const near = findNearestName(shown, registry.byId.keys())
    return invalidInput(
      'operation',
      `there is no operation ${JSON.stringify(shown)}${near ? `; did you mean ${near}?` : ''}`,
    )
  }
}

function givenOf(values: Fields, place: RawParam['in']): RawParam[] {
  return Object.entries(values).map(([name, value]) => ({ name, value, in: place }))
}

function urlParamOf({ operation }: RegistryEntry): string | undefined {
  return Object.entries(operation.params).find(([, param]) => param.kind === 'url')?.[0]
}

function urlNotAllowed(): Fault {
  const message =
    'the host of the URL is neither a configured site nor listed under reader.hosts in wares.yaml'
  return new Fault('url_not_allowed', message, { errors: [{ name: 'url', in: 'body', message }] })
}

function invalidInput(name: string, message: string): Resolution {
  return { fault: invalidParameterFault([{ name, in: 'body', message }]) }
}

// Resolves an input to an operation: by its name and parameters, or by the host of a URL.
import type { Config } from '../../settings/config.ts'
import { findNearestName } from '../../runtime/nearest-name.ts'
import { invalidParameterFault, paramNamesByAlias } from '../../answer/request/read-params.ts'
import type { RawParam } from '#kit/params/param-specs'
import { isRecord } from '#kit/schema/is-record'
import { type ShopDirectory, shopDirectoryOf } from '../../settings/shop-directory.ts'
import { isComposite, type RegisteredOperation, type Registry } from '../../answer/request/registry.ts'
import { Fault } from '#kit/fault'
import type { BulkInput } from './read-inputs.ts'

interface OperationCall {
  readonly entry: RegisteredOperation
  /** The site whose limits apply. */
  readonly site: string
  readonly rawParams: readonly RawParam[]
  /** Names of the caller's own fields: no parameters, copied to the result. */
  readonly own: readonly string[]
}

type Resolution = { readonly work: OperationCall } | { readonly fault: Fault }

export type InputResolver = (input: Pick<BulkInput, 'value' | 'isText' | 'unreadable'>) => Resolution

type Target = { readonly entry: RegisteredOperation; readonly values: Fields } | { readonly fault: Fault }

type Fields = Readonly<Record<string, unknown>>

export function createInputResolver(
  registry: Registry,
  config: Pick<Config, 'sites'> & Partial<Pick<Config, 'reader'>>,
): InputResolver {
  const shops = shopDirectoryOf(config)
  const targetOf = createTargets(registry, shops)
  const shared = sharedParamNames(registry)
  return ({ value, isText, unreadable }) => {
    if (unreadable !== undefined) return invalidInput('input', unreadable)
    const fields = typeof value === 'string' ? { url: value } : value
    if (!isRecord(fields))
      return invalidInput('input', 'an input is an object with an operation and parameters, or a URL')
    return resolveFields(fields, isText ? 'query' : 'body')
  }

  function resolveFields(fields: Fields, place: RawParam['in']): Resolution {
    const { operation, params, ...rest } = fields
    if (params === undefined) return resolveValues(operation, rest, place)
    if (!isRecord(params)) return invalidInput('params', 'params must be an object of parameters')
    // If the input has `params`, all other fields are the caller's own.
    return resolveValues(operation, params, place, Object.keys(rest))
  }

  function resolveValues(
    operation: unknown,
    values: Fields,
    place: RawParam['in'],
    ownFields?: readonly string[],
  ): Resolution {
    const target = targetOf(operation, values)
    return 'fault' in target ? target : { work: workOf(target.entry, target.values, place, ownFields) }
  }

  /** For a composite operation, the limits of the site that its URL belongs to apply. */
  function workOf(
    entry: RegisteredOperation,
    values: Fields,
    place: RawParam['in'],
    ownFields: readonly string[] | undefined,
  ): OperationCall {
    const destinationSite = isComposite(entry) ? siteOf(String(values.url)) : undefined
    const own = ownFields ?? Object.keys(values).filter(name => isOwnField(entry, name, shared))
    const rawParams = Object.entries(values)
      .filter(([name]) => ownFields !== undefined || !own.includes(name))
      .map(([name, value]) => ({ name, value, in: place }))
    return { entry, site: destinationSite ?? entry.site.name, rawParams, own }
  }

  function siteOf(url: string): string | undefined {
    const adapter = shops.shopOf(url)?.shop.adapter
    return registry.sites.some(site => site.name === adapter) ? adapter : undefined
  }
}

/** Finds the operation of an input: the named one, or the one for its URL. */
function createTargets(
  registry: Registry,
  shops: ShopDirectory,
): (operation: unknown, values: Fields) => Target {
  return (operation, values) =>
    operation === undefined ? targetOfUrl(values) : targetNamed(operation, values)

  function targetNamed(operation: unknown, values: Fields): Target {
    const entry = typeof operation === 'string' ? registry.byId.get(operation.trim()) : undefined
    return entry ? { entry, values } : unknownOperation(operation)
  }

  function targetOfUrl({ url, ...rest }: Fields): Target {
    if (typeof url !== 'string') return invalidInput('operation', 'an input needs an operation or a url')
    if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
      return invalidInput('url', 'url must be an http or https URL')
    const resolved = shops.shopOf(url)
    if (!resolved) return { fault: urlNotAllowed() }
    const { adapter } = resolved.shop
    const entries = registry.entries.filter(entry => entry.site.name === adapter)
    if (entries.length === 0) return targetOfShopUrl({ url, ...rest })
    const byUrl = entries.find(entry => urlParamOf(entry) !== undefined)
    const entry = byUrl ?? entries.find(one => one.operation.lookup?.includes('query'))
    if (!entry) return invalidInput('url', `no operation of ${adapter} takes a URL; name an operation`)
    const name = urlParamOf(entry) ?? 'query'
    return { entry, values: { [name]: url, ...rest } }
  }

  /** A shop without an adapter uses the general operation. */
  function targetOfShopUrl(values: Fields): Target {
    const entry = registry.entries.find(one => isComposite(one) && urlParamOf(one) !== undefined)
    return entry ? { entry, values } : { fault: urlNotAllowed() }
  }

  function unknownOperation(operation: unknown): { readonly fault: Fault } {
    const name = typeof operation === 'string' ? operation.slice(0, 64) : ''
    const near = findNearestName(name, registry.byId.keys())
    return invalidInput(
      'operation',
      `there is no operation ${JSON.stringify(name)}${near ? `; did you mean ${near}?` : ''}`,
    )
  }
}

/** Parameters that mean the same for every shop: as a field of the caller, they would seem to apply. */
function sharedParamNames({ entries }: Registry): ReadonlySet<string> {
  return new Set(
    entries.filter(isComposite).flatMap(({ operation }) => {
      const names = [...paramNamesByAlias(operation)]
      return names.flatMap(([alias, name]) => (operation.lookup?.includes(name) ? [] : [alias]))
    }),
  )
}

/** Names up to this length are unrelated if they differ in two letters: `name` and `page`. */
const SHORT_NAME = 5

/** A field that is no parameter of the operation, and no misspelt one. */
function isOwnField({ operation }: RegisteredOperation, name: string, shared: ReadonlySet<string>): boolean {
  const names = [...paramNamesByAlias(operation).keys(), ...(operation.lookup ? ['query'] : [])]
  if (names.includes(name) || shared.has(name)) return false
  return findNearestName(name, names, name.length > SHORT_NAME ? 2 : 1) === undefined
}

function urlParamOf({ operation }: RegisteredOperation): string | undefined {
  return Object.entries(operation.params).find(([, param]) => param.kind === 'url')?.[0]
}

function urlNotAllowed(): Fault {
  const message =
    'the host of the URL is neither a configured site nor listed under reader.hosts in wares.yaml'
  return new Fault('url_not_allowed', message, { errors: [{ name: 'url', in: 'body', message }] })
}

function invalidInput(name: string, message: string): { readonly fault: Fault } {
  return { fault: invalidParameterFault([{ name, in: 'body', message }]) }
}

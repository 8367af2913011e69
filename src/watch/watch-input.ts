// Validates the input for a watch: URL, interval, condition; reports all errors together.
import type { Config } from '../settings/config.ts'
import type { Engine } from '../answer/index.ts'
import { shopDirectoryOf } from '../settings/shop-directory.ts'
import { invalidParameterFault } from '../answer/request/read-params.ts'
import type { Registry } from '../answer/request/registry.ts'
import { Fault, type ParameterError } from '#kit/fault'
import { readFields } from '../settings/fields.ts'
import { toRawParams } from '#kit/params/param-specs'
import { INITIAL_RULES } from '../settings/watch-rules/kept-rules.ts'
import { mergeRules, OPERATION_ERROR } from '../settings/watch-rules/rule-fields.ts'
import { bodyError } from './model/input-errors.ts'
import { CATALOG_OPERATION, type NewWatch, OPERATOR, OPERATOR_NAME, targetOfVariant } from './model/watch.ts'
import { type EditValues, newWatchFields, type WatchInput, type WatchValues } from './model/watch-fields.ts'
import type { WatchEdit } from './store/watch-store.ts'
import { throwIfNeverMet } from './watch-conditions.ts'

export interface WatchInputs {
  /** Throws `invalid_parameter` or `url_not_allowed`. */
  read(input: WatchInput, source?: NewWatch['source']): NewWatch
  /** Resolves fields that were read already. */
  resolve(values: WatchValues, source?: NewWatch['source']): NewWatch
}

export interface WatchInputParts {
  readonly config: Pick<Config, 'sites' | 'reader'>
  readonly engine: Pick<Engine, 'prepare'>
  readonly registry: Pick<Registry, 'byId' | 'sites'>
}

export function createWatchInputs({ config, engine, registry }: WatchInputParts): WatchInputs {
  /** Validates the parameters like the operation itself, so that a URL it would refuse is refused now. */
  function prepare({ operation, params, nameOf }: Target) {
    const entry = registry.byId.get(operation)
    if (!entry) throw invalidParameterFault([bodyError('operation', OPERATION_ERROR)])
    if (entry.operation.open)
      throw invalidParameterFault([
        bodyError(
          'operation',
          `${operation} reads no shop: its answer never changes, so a watch of it cannot alert`,
        ),
      ])
    const rawParams = toRawParams(params)
    const prepared = asGiven(() => engine.prepare(entry, rawParams), nameOf)
    const url = typeof prepared.params.url === 'string' ? prepared.params.url : null
    if (operation === CATALOG_OPERATION) return catalogOf(params, prepared)
    const shop = url === null ? undefined : shopDirectoryOf(config).shopOf(url)?.shop
    const site = shop?.name ?? entry.site.name
    return { operation, params, url, site, target: prepared.requestKey }
  }

  function resolve(values: WatchValues, source: NewWatch['source'] = 'api'): NewWatch {
    const variant = values.variant ?? null
    const target = prepare(targetOf(values))
    const newWatch: NewWatch = {
      ...INITIAL_RULES,
      ...target,
      target: targetOfVariant(target, variant),
      source,
      variant,
      isPaused: values.paused ?? false,
      ...(values.owner !== undefined && {
        exportedBy: values.owner === OPERATOR_NAME ? OPERATOR : values.owner,
      }),
      ...mergeRules(values),
    }
    throwIfNeverMet(newWatch)
    return newWatch
  }

  return {
    resolve,
    read(input, source) {
      const { values, errors } = readFields(newWatchFields, input)
      errors.push(...watchErrors(values, errors))
      if (errors.length > 0) throw invalidParameterFault(errors)
      return resolve(values, source)
    },
  }
}

export function editOf({ paused, variant, ...values }: Partial<EditValues>): WatchEdit {
  return {
    ...mergeRules(values),
    ...(variant !== undefined && { variant }),
    ...(paused !== undefined && { isPaused: paused }),
  }
}

interface Target {
  readonly operation: string
  readonly params: WatchInput
  /** The name in the body of what the operation calls by another. */
  readonly nameOf: (param: string) => string
}

function targetOf({ url, catalog, operation, params = {} }: WatchValues): Target {
  if (operation !== undefined) return { operation, params, nameOf: name => `params.${name}` }
  return url === undefined
    ? { operation: CATALOG_OPERATION, params: { shop: catalog }, nameOf: () => 'catalog' }
    : { operation: 'general.product', params: { url }, nameOf: () => 'url' }
}

/** An error of the operation, at the place in the body where the caller wrote the value. */
function asGiven<T>(work: () => T, nameOf: Target['nameOf']): T {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof Fault) || !error.errors) throw error
    const errors = error.errors.map(one => ({ ...one, name: nameOf(one.name), in: 'body' as const }))
    throw new Fault(error.code, error.message, { errors, cause: error })
  }
}

/** What the fields do not say for themselves. `found`: what is already wrong. */
export function watchErrors(
  values: Partial<WatchValues>,
  errors: readonly ParameterError[] = [],
): ParameterError[] {
  const { url, catalog, operation, params, variant } = values
  const isGiven = (name: string) => errors.some(error => error.name === name)
  const targets = [url, catalog, operation].filter(one => one !== undefined)
  if (targets.length !== 1)
    return ['url', 'catalog', 'operation'].some(isGiven)
      ? []
      : [bodyError('url', 'pass either url, or catalog, or operation and params')]
  const isProduct = url !== undefined || operation === 'general.product'
  return [
    ...(operation === undefined && params !== undefined
      ? [bodyError('params', 'params belong to an operation')]
      : []),
    ...(variant && !isProduct ? [bodyError('variant', 'variant belongs to a watch of a product page')] : []),
  ]
}

/** The shop by its name, so that the same catalog is the same watch. */
function catalogOf(
  params: WatchInput,
  prepared: { readonly params: WatchInput; readonly requestKey: string },
) {
  if (params.after !== undefined)
    throw invalidParameterFault([bodyError('params', 'after: a watch reads the whole catalog')])
  const shop = String(prepared.params.shop)
  return {
    operation: CATALOG_OPERATION,
    params: { ...params, shop },
    url: null,
    site: shop,
    target: prepared.requestKey,
  }
}

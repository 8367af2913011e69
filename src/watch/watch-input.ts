// Validates the input for a watch: URL, interval, condition; reports all errors together.
import type { Config } from '../config.ts'
import type { Engine } from '../engine/index.ts'
import { shopsOf } from '../config/shops.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import type { Registry } from '../engine/registry.ts'
import { Fault, type ParameterError } from '../kit/fault.ts'
import { catalogRuleErrors } from './catalog/catalog-rules.ts'
import { bad, isRecord, unknownNames } from './input-errors.ts'
import { EVERY_DEFAULT_S } from './interval.ts'
import { CATALOG_OPERATION, type NewWatch } from './watch.ts'
import { readRules, readVariant, RULE_NAMES } from './rule-input.ts'
import type { WatchEdit } from './watch-store.ts'
import { toRawParams } from '../kit/raw-params.ts'

export type WatchInput = Readonly<Record<string, unknown>>

export interface WatchInputs {
  /** Throws `invalid_parameter` or `url_not_allowed`. */
  read(input: WatchInput, source?: NewWatch['source']): NewWatch
  readEdit(input: WatchInput): WatchEdit
}

export interface WatchInputParts {
  readonly config: Pick<Config, 'sites' | 'reader'>
  readonly engine: Pick<Engine, 'prepare'>
  readonly registry: Pick<Registry, 'byId' | 'sites'>
}

const NAMES = ['url', 'catalog', 'operation', 'params', ...RULE_NAMES, 'variant'] as const
const EDITABLE = [...RULE_NAMES, 'paused'] as const

export function createWatchInputs({ config, engine, registry }: WatchInputParts): WatchInputs {
  /** Validates the parameters like the operation itself, so that a URL it would refuse is refused now. */
  function prepare({ operation, params }: { operation: string; params: WatchInput }) {
    const entry = registry.byId.get(operation)
    if (!entry) throw new Error(`there is no operation ${operation}`)
    const rawParams = toRawParams(params)
    const prepared = engine.prepare(entry, rawParams)
    const url = typeof prepared.params.url === 'string' ? prepared.params.url : null
    if (operation === CATALOG_OPERATION) return catalogOf(params, prepared)
    const shop = url === null ? undefined : shopsOf(config).shopOf(url)?.shop
    const site = shop?.name ?? entry.site.name
    return { operation, params, url, site, target: prepared.requestKey }
  }

  return {
    read(input, source = 'api') {
      const errors = unknownNames(input, NAMES)
      const requested = targetOf(input, registry, errors)
      const rules = readRules(input, errors)
      const variant = readVariant(input.variant, errors)
      if (variant && requested && requested.operation !== 'general.product')
        errors.push(bad('variant', 'variant belongs to a watch of a product page'))
      if (requested?.operation === CATALOG_OPERATION) errors.push(...catalogRuleErrors(rules))
      const target = requested && prepareOrNote(() => prepare(requested), errors)
      if (errors.length > 0 || !target) throw invalidParameterFault(errors)
      return {
        ...target,
        // Two variants of a page are two watches.
        target: variant ? `${target.target} ${JSON.stringify(variant)}` : target.target,
        name: '',
        source,
        everyS: EVERY_DEFAULT_S,
        isAuto: false,
        when: null,
        keepDays: null,
        variant,
        ...rules,
      }
    },
    readEdit(input) {
      const errors = unknownNames(input, EDITABLE)
      const { paused } = input
      if (paused !== undefined && typeof paused !== 'boolean')
        errors.push(bad('paused', 'paused must be true or false'))
      const edit = readRules(input, errors)
      if (errors.length > 0) throw invalidParameterFault(errors)
      return typeof paused === 'boolean' ? { ...edit, isPaused: paused } : edit
    },
  }
}

/** The shop by its name, so that the same catalogue is the same watch. */
function catalogOf(
  params: WatchInput,
  prepared: { readonly params: WatchInput; readonly requestKey: string },
) {
  if (params.after !== undefined)
    throw invalidParameterFault([bad('params', 'after: a watch reads the whole catalogue')])
  const shop = String(prepared.params.shop)
  return {
    operation: CATALOG_OPERATION,
    params: { ...params, shop },
    url: null,
    site: shop,
    target: prepared.requestKey,
  }
}

function targetOf(input: WatchInput, registry: Pick<Registry, 'byId'>, errors: ParameterError[]) {
  const { url, catalog, operation, params } = input
  const given = [url, catalog, operation].filter(one => one !== undefined)
  if (given.length !== 1) {
    errors.push(bad('url', 'pass either url, or catalog, or operation and params'))
    return undefined
  }
  if (operation === undefined) {
    if (params !== undefined) errors.push(bad('params', 'params belong to an operation'))
    return url === undefined
      ? { operation: CATALOG_OPERATION, params: { shop: catalog } }
      : { operation: 'general.product', params: { url } }
  }
  if (typeof operation !== 'string' || !registry.byId.has(operation)) {
    errors.push(bad('operation', 'operation must be the id of an operation, such as general.product'))
    return undefined
  }
  if (params !== undefined && !isRecord(params)) {
    errors.push(bad('params', 'params must be an object of parameters'))
    return undefined
  }
  return { operation, params: params ?? {} }
}

/** Collects the errors of an `invalid_parameter` fault; rethrows any other, such as `url_not_allowed`. */
function prepareOrNote<T>(prepare: () => T, errors: ParameterError[]): T | undefined {
  try {
    return prepare()
  } catch (error) {
    if (!(error instanceof Fault) || error.code !== 'invalid_parameter' || errors.length === 0) throw error
    errors.push(...(error.errors ?? []))
    return undefined
  }
}

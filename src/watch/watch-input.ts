// Validates the input for a watch: URL, interval, condition; reports all errors together.
import type { Config } from '../config.ts'
import type { Engine } from '../engine/index.ts'
import { createReach } from '../engine/reach.ts'
import { invalidParameterFault } from '../engine/read-params.ts'
import type { Registry } from '../engine/registry.ts'
import { Fault, type ParameterError } from '../kit/fault.ts'
import { parseCondition } from './condition.ts'
import { EVERY_DEFAULT_S, parseInterval } from './interval.ts'
import type { NewWatch } from './watch.ts'
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

const NAMES = ['url', 'operation', 'params', 'every', 'when', 'name', 'keep_days'] as const
const EDITABLE = ['every', 'when', 'name', 'keep_days', 'paused'] as const
const NAME_MAX = 200
const KEEP_DAYS_MAX = 3_650

export function createWatchInputs({ config, engine, registry }: WatchInputParts): WatchInputs {
  const reach = createReach(config)

  /** Validates the parameters like the operation itself, so that a URL it would refuse is refused now. */
  function prepare({ operation, params }: { operation: string; params: WatchInput }) {
    const entry = registry.byId.get(operation)
    if (!entry) throw new Error(`there is no operation ${operation}`)
    const rawParams = toRawParams(params)
    const prepared = engine.prepare(entry, rawParams)
    const url = typeof prepared.params.url === 'string' ? prepared.params.url : null
    const destination = url === null ? undefined : reach.destinationOf(url)
    if (operation === 'general.product' && destination?.kind === 'site') throwIfNoProduct(destination)
    const site = destination?.kind === 'reader' ? destination.shop : (destination?.site ?? entry.site.name)
    return { operation, params, url, site, target: prepared.cacheKey }
  }

  function throwIfNoProduct({ site, url }: { readonly site: string; readonly url: string }): void {
    const mapping = registry.sites.find(one => one.name === site)?.general?.product
    if (mapping && (mapping.byUrl?.(url) ?? !mapping.byUrl)) return
    throw invalidParameterFault([bad('url', `url is not a product URL of ${site}`)])
  }

  return {
    read(input, source = 'api') {
      const errors = unknownNames(input, NAMES)
      const requested = targetOf(input, registry, errors)
      const common = readCommon(input, errors)
      const target = requested && prepareOrNote(() => prepare(requested), errors)
      if (errors.length > 0 || !target) throw invalidParameterFault(errors)
      return {
        ...target,
        name: common.name ?? '',
        source,
        everyS: common.everyS ?? EVERY_DEFAULT_S,
        when: common.when ?? null,
        keepDays: common.keepDays ?? null,
      }
    },
    readEdit(input) {
      const errors = unknownNames(input, EDITABLE)
      const { paused } = input
      if (paused !== undefined && typeof paused !== 'boolean')
        errors.push(bad('paused', 'paused must be true or false'))
      const edit = readCommon(input, errors)
      if (errors.length > 0) throw invalidParameterFault(errors)
      return typeof paused === 'boolean' ? { ...edit, isPaused: paused } : edit
    },
  }
}

function targetOf(input: WatchInput, registry: Pick<Registry, 'byId'>, errors: ParameterError[]) {
  const { url, operation, params } = input
  if ((url === undefined) === (operation === undefined)) {
    errors.push(bad('url', 'pass either url, or operation and params'))
    return undefined
  }
  if (url !== undefined) {
    if (params !== undefined) errors.push(bad('params', 'params belong to an operation, not to a url'))
    return { operation: 'general.product', params: { url } }
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

function readCommon(input: WatchInput, errors: ParameterError[]): Omit<WatchEdit, 'isPaused'> {
  const { every, when, name, keep_days: keepDays } = input
  const edit: { name?: string; everyS?: number; when?: string | null; keepDays?: number | null } = {}
  if (every !== undefined) {
    const parsed =
      typeof every === 'string' || typeof every === 'number'
        ? parseInterval(every)
        : { error: 'it must be a time such as 15m' }
    if ('error' in parsed) errors.push(bad('every', `every: ${parsed.error}`))
    else edit.everyS = parsed.everyS
  }
  if (when === null) edit.when = null
  else if (when !== undefined) {
    const text = typeof when === 'string' ? when.trim() : ''
    const parsed = parseCondition(text)
    if ('error' in parsed) errors.push(bad('when', `when: ${parsed.error}`))
    else edit.when = text
  }
  if (name !== undefined) {
    if (typeof name !== 'string' || name.trim() === '' || name.length > NAME_MAX)
      errors.push(bad('name', `name must be a text of at most ${NAME_MAX} characters`))
    else edit.name = name.trim()
  }
  if (keepDays === null) edit.keepDays = null
  else if (keepDays !== undefined) {
    if (!Number.isInteger(keepDays) || Number(keepDays) < 1 || Number(keepDays) > KEEP_DAYS_MAX)
      errors.push(bad('keep_days', `keep_days must be a whole number from 1 to ${KEEP_DAYS_MAX}`))
    else edit.keepDays = Number(keepDays)
  }
  return edit
}

function unknownNames(input: WatchInput, accepted: readonly string[]): ParameterError[] {
  return Object.keys(input)
    .filter(name => !accepted.includes(name))
    .map(name => name.slice(0, 64))
    .map(name => ({ name, in: 'body', message: `${JSON.stringify(name)} is not a known field`, accepted }))
}

function bad(name: string, message: string): ParameterError {
  return { name, in: 'body', message }
}

function isRecord(value: unknown): value is WatchInput {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

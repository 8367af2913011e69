// The registry of all operations of all sites, validated at boot and found by id or path.
import type { Config } from '../../settings/config.ts'
import { shopDirectoryOf } from '../../settings/shop-directory.ts'
import type { SiteConfig } from '../../settings/site-config.ts'
import type { CompositeOperation } from '../operations/composite.ts'
import { createGeneralOperations, generalSite } from '../operations/composite-operations.ts'
import { type Operation, type OperationHead, pathOf, type SiteAdapter } from '#kit/define/define'
import { type Param, toRawParams } from '#kit/params/param-specs'
import { createSelectorCache } from '#reader/html/select/selector-cache'
import { type PlainSchema, withoutNull } from '#kit/schema/schema'
import { readParams } from './read-params.ts'
import { type ResultCheck, resultCheck, type SiteOperation } from '../../extract/site-operation.ts'

export interface RegisteredOperation extends ResultCheck {
  readonly site: SiteAdapter
  readonly operation: OperationHead
  readonly path: string
  /** The operation's example, ready to send. */
  readonly example: Readonly<Record<string, unknown>>
}

export interface SiteEntry extends RegisteredOperation, SiteOperation {
  readonly operation: Operation
}

/** An operation that is made of others. */
export interface CompositeEntry extends RegisteredOperation {
  readonly operation: CompositeOperation
  /** All operations, by id. */
  readonly parts: ReadonlyMap<string, RegisteredOperation>
}

export function isComposite(entry: RegisteredOperation): entry is CompositeEntry {
  return 'parts' in entry
}

/** Whether the current configuration offers the operation. */
export function isOffered(entry: RegisteredOperation, { sites }: Pick<Config, 'sites'>): boolean {
  return isComposite(entry) || sites[entry.site.name]?.enabled === true
}

export interface Registry {
  readonly sites: readonly SiteAdapter[]
  /** All operations, in the order of the contract's table. */
  readonly entries: readonly RegisteredOperation[]
  readonly byId: ReadonlyMap<string, RegisteredOperation>
  readonly byPath: ReadonlyMap<string, RegisteredOperation>
}

type RegistryConfig = Pick<Config, 'sites'> & Partial<Pick<Config, 'reader'>>

/** What documents and agents are shown: only what the current configuration offers, and no site that is off. */

export function offeredRegistry({ sites, entries }: Registry, config: RegistryConfig): Registry {
  const offered = entries
    .filter(entry => isOffered(entry, config))
    .map(entry => withOfferedSites(entry, config))
  return {
    sites: sites.filter(site => config.sites[site.name]?.enabled),
    entries: offered,
    byId: indexBy(offered, entry => entry.operation.id, 'id'),
    byPath: indexBy(offered, entry => entry.path, 'path'),
  }
}

/** The parameter with which a caller chooses among shops lists those that are on; it is left out if there are none. */
function withOfferedSites(entry: RegisteredOperation, config: RegistryConfig): RegisteredOperation {
  if (!isComposite(entry)) return entry
  const params = Object.entries(entry.operation.params).flatMap(([name, param]): [string, Param][] => {
    if (name !== 'sites' || param.kind !== 'list' || param.values === undefined) return [[name, param]]
    const enabledSites = param.values.filter(site => config.sites[site]?.enabled !== false)
    const listed = shopDirectoryOf(config).all.filter(shop => !(shop.name in config.sites) && !shop.sandboxed)
    const values = [...enabledSites, ...listed.map(shop => shop.name)]
    return values.length === 0 ? [] : [[name, { ...param, values }]]
  })
  const operation = { ...entry.operation, params: Object.fromEntries(params) }
  return Object.assign({}, entry, { operation })
}

/** If `config` is set, example URLs are on its origins. */
export function createRegistry(sites: readonly SiteAdapter[], config?: RegistryConfig): Registry {
  const natives = sites
    .flatMap(site => site.operations.map(operation => siteEntry(site, operation, config?.sites[site.name])))
    .toSorted((a, b) => a.operation.number - b.operation.number)
  const parts = new Map<string, RegisteredOperation>()
  const entries = [...natives, ...generalEntries(sites, natives, config, parts)]
  const byId = indexBy(entries, entry => entry.operation.id, 'id')
  for (const [id, entry] of byId) parts.set(id, entry)
  return {
    sites,
    entries,
    byId,
    byPath: indexBy(entries, entry => entry.path, 'path'),
  }
}

function siteEntry(site: SiteAdapter, operation: Operation, config: SiteConfig | undefined): SiteEntry {
  const isProduct = operation.id === site.product?.operation && operation.params.url !== undefined
  const configuredExample = isProduct ? config?.example : undefined
  const example =
    configuredExample === undefined
      ? resolveExample(operation, config?.origins.main ?? `https://${site.name}.example`)
      : { url: configuredExample }
  return { ...entryOf(site, operation, example), operation, selectors: createSelectorCache() }
}

function generalEntries(
  sites: readonly SiteAdapter[],
  natives: readonly SiteEntry[],
  config: RegistryConfig | undefined,
  parts: CompositeEntry['parts'],
): CompositeEntry[] {
  const operations = createGeneralOperations(sites, {
    productUrl: exampleUrl(natives, config),
    shop: exampleShop(config),
  })
  return operations.map(operation =>
    Object.assign(entryOf(generalSite, operation, operation.example), { operation, parts }),
  )
}

/** A product page that the operator names, or one of the sandbox: others may not exist. */
function exampleUrl(natives: readonly SiteEntry[], config: RegistryConfig | undefined): string {
  const listed = config?.reader?.hosts.find(({ example }) => example !== undefined)?.example
  const builtIn = natives.flatMap(({ site, operation, example }) => {
    const isMapped = site.product?.operation === operation.id
    return isMapped && typeof example.url === 'string'
      ? [{ site: config?.sites[site.name], url: example.url }]
      : []
  })
  const configured = builtIn.find(({ site }) => site?.enabled && site.example !== undefined)
  // Documents without a configuration show those of the sandbox.
  const usable = builtIn.find(({ site }) => config === undefined || site?.sandboxed)
  return configured?.url ?? listed ?? usable?.url ?? 'https://shop.example/product'
}

/** A shop that the operator lists, or one of the sandbox. */
function exampleShop(config: RegistryConfig | undefined): string {
  const listed = config?.reader?.hosts.find(({ host }) => !host.startsWith('*'))?.host
  return listed ?? config?.reader?.sandboxOrigins[0] ?? 'https://shop-json-ld.example/'
}

function entryOf(
  site: SiteAdapter,
  operation: OperationHead,
  example: RegisteredOperation['example'],
): RegisteredOperation {
  validate(site, operation, example)
  return { site, operation, path: pathOf(operation), example, ...resultCheck(operation) }
}

function indexBy<E extends RegisteredOperation>(
  entries: readonly E[],
  keyOf: (entry: E) => string,
  what: string,
): Map<string, E> {
  const index = new Map<string, E>()
  for (const entry of entries) {
    if (index.has(keyOf(entry))) throw new Error(`two operations have the ${what} ${keyOf(entry)}`)
    index.set(keyOf(entry), entry)
  }
  return index
}

/** Resolves a path given as the example of a URL parameter against the site's origin. */
function resolveExample(operation: Operation, origin: string): RegisteredOperation['example'] {
  return Object.fromEntries(
    Object.entries(operation.example).map(([name, value]) => {
      const isPath = operation.params[name]?.kind === 'url' && String(value).startsWith('/')
      return [name, isPath ? `${origin}${String(value)}` : value]
    }),
  )
}

function validate(
  site: SiteAdapter,
  operation: OperationHead,
  example: RegisteredOperation['example'],
): void {
  const broken = (what: string) => new Error(`the definition of ${operation.id} is wrong: ${what}`)
  if (!operation.id.startsWith(`${site.name}.`)) throw broken(`its id does not begin with ${site.name}.`)
  for (const name of operation.lookup ?? []) {
    if (!operation.params[name]) throw broken(`its look-up ${name} is not a parameter`)
  }
  for (const pointer of operation.core) {
    if (!hasPointer(operation.result, pointer)) throw broken(`its core field ${pointer} is not in the result`)
  }
  readParams(operation, toRawParams(example))
}

function hasPointer(schema: PlainSchema, pointer: string): boolean {
  let here: PlainSchema | undefined = schema
  for (const token of pointer.split('/').slice(1)) {
    const { schema: inner }: { schema: PlainSchema } = withoutNull(here)
    here = token === '*' ? inner.items : inner.properties?.[token]
    if (!here) return false
  }
  return true
}

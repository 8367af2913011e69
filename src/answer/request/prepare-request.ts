// A request with its parameters read and checked, what answers it, and the cache key of the answer.
import { resolveSiteUrl } from '../../settings/shop-origins.ts'
import { LISTED_SHOP_ADAPTER, type Shop, type ShopDirectory } from '../../settings/shop-directory.ts'
import type { ResolvedRequest, SiteCall } from '../operations/composite.ts'
import { Fault } from '#kit/fault'
import { type ParamValues, type RawParam, type UrlParam, toRawParams } from '#kit/params/param-specs'
import type { MagicWord } from '../../runtime/sandbox-protocol.ts'
import { throwIfDisabled } from '../run-task.ts'
import { readParams } from './read-params.ts'
import { type CompositeEntry, isComposite, type RegisteredOperation, type SiteEntry } from './registry.ts'
import type { GeneralShapeRequest } from '../../extract/read-general.ts'
import { takeMagicWord } from './simulated-fault.ts'

export type GeneralShapeOptions = Omit<GeneralShapeRequest, 'atMs'>

export interface PreparedRequest {
  /** The operation that the caller asked for, with its parameters. */
  readonly entry: RegisteredOperation
  readonly params: ParamValues
  /** Equal requests have equal keys. */
  readonly requestKey: string
  /** The key of the answer, which requests of several operations may share. */
  readonly cacheKey: string
  readonly work: AnswerPlan
  /** The fault that the sandbox shop simulates; only for a sandboxed site. */
  readonly magicWord?: MagicWord | undefined
}

/** What answers a request: one operation of a site, one page of a listed shop, or an answer composed of several. */
type AnswerPlan = SiteWork | ListedWork | CompositeWork

interface SiteWork {
  readonly kind: 'site'
  readonly entry: SiteEntry
  readonly params: ParamValues
  /** Also reads the documents into the general shape: that is then the answer, and the site's own is cached beside it. */
  readonly reading?: PreparedReading | undefined
  /** What the caller of a general operation is told if this one refuses the parameters. */
  readonly refused?: SiteCall['refused']
}

interface PreparedSite extends PreparedRequest {
  readonly work: SiteWork
}

/** One page of a listed shop. */
interface ListedWork {
  readonly kind: 'listed'
  readonly entry: CompositeEntry
  readonly page: NonNullable<ResolvedRequest['listed']>
}

interface CompositeWork {
  readonly kind: 'compose'
  readonly entry: CompositeEntry
  readonly request: ResolvedRequest
}

interface PreparedReading extends GeneralShapeOptions {
  readonly ownCacheKey: string
}

/** The name under which a request is counted: its shop's, or `general` if it is about several. */
export function statsNameOf({ work }: PreparedRequest): string {
  return work.kind === 'listed' ? work.page.shop.label : work.entry.site.name
}

/** A request of one of a site's own operations. Throws `invalid_parameter` or `url_not_allowed`. */
export function prepareSite(
  entry: SiteEntry,
  rawParams: readonly RawParam[],
  site: Shop,
  reading?: GeneralShapeOptions,
): PreparedSite {
  const { rawParams: plain, word } = site.sandboxed
    ? takeMagicWord(entry.operation, rawParams)
    : { rawParams, word: undefined }
  const params = resolveUrlParams(entry, readParams(entry.operation, plain), site)
  const key = cacheKeyOf(entry, params)
  const work = { kind: 'site', entry, params } as const
  return withMagicWord(withReading({ entry, params, requestKey: key, cacheKey: key, work }, reading), word)
}

/** A magic word applies only if every shop asked is in the sandbox. */
export function prepareComposite(
  entry: CompositeEntry,
  rawParams: readonly RawParam[],
  shops: ShopDirectory,
  siteOf: (name: string) => Shop,
): PreparedRequest {
  const resolve = (raw: readonly RawParam[]) =>
    entry.operation.resolve(readParams(entry.operation, raw), shops)
  const { rawParams: plain, word } = takeMagicWord(entry.operation, rawParams)
  const request = resolve(plain)
  if (word && isSandboxed(shops, request.params.url))
    return withMagicWord(prepareResolved(entry, request, siteOf), word)
  return prepareResolved(entry, word ? resolve(rawParams) : request, siteOf)
}

/** Whether a URL belongs to the sandbox; without one, whether every segment does. */
function isSandboxed(shops: ShopDirectory, url: unknown): boolean {
  if (typeof url === 'string') return shops.shopOf(url)?.shop.sandboxed === true
  return shops.all.every(shop => !shop.enabled || shop.sandboxed || shop.adapter === LISTED_SHOP_ADAPTER)
}

function prepareResolved(
  entry: CompositeEntry,
  request: ResolvedRequest,
  siteOf: (name: string) => Shop,
): PreparedRequest {
  const { params, siteCall, listed } = request
  const requestKey = cacheKeyOf(entry, params)
  if (!siteCall) {
    const work: AnswerPlan = listed
      ? { kind: 'listed', entry, page: listed }
      : { kind: 'compose', entry, request }
    return { entry, params, requestKey, cacheKey: requestKey + editionOf(listed?.shop), work }
  }
  return { ...prepareSiteCall(entry, siteCall, siteOf), entry, params, requestKey }
}

/** The site's operation checks what only it knows. The URL was read as a URL of this site. */
function prepareSiteCall(
  { parts }: CompositeEntry,
  { operation, params, reading, refused }: SiteCall,
  siteOf: (name: string) => Shop,
): PreparedRequest {
  const native = nativeOf(parts, operation)
  const rawParams = toRawParams(params).map(({ name, value, in: place }) => {
    const isRead = name === 'url' && value === reading.query.url
    return { name, value, in: place, isRead }
  })
  try {
    const prepared = prepareSite(native, rawParams, siteOf(native.site.name), reading)
    return { ...prepared, work: { ...prepared.work, refused } }
  } catch (error) {
    throw refused(error)
  }
}

/** An answer that was made under other rules is another answer, also for replicas that share a cache. */
function editionOf(shop: Shop | undefined): string {
  const { fields, currency } = shop ?? {}
  return fields === undefined && currency === undefined ? '' : ` taught ${JSON.stringify([fields, currency])}`
}

function nativeOf(parts: CompositeEntry['parts'], operation: string): SiteEntry {
  const entry = parts.get(operation)
  if (!entry || isComposite(entry))
    throw new Error(`a mapping names the operation ${operation}, which does not exist`)
  return entry as SiteEntry
}

export function withMagicWord<P extends PreparedRequest>(prepared: P, word: MagicWord | undefined): P {
  if (!word) return prepared
  const { requestKey, cacheKey } = prepared
  const marked = { requestKey: `${requestKey} ~${word}`, cacheKey: `${cacheKey} ~${word}` }
  return { ...prepared, ...marked, magicWord: word }
}

/** The same request in the general shape; its cache key differs by what the general shape depends on. */
function withReading(prepared: PreparedSite, reading: GeneralShapeOptions | undefined): PreparedSite {
  if (!reading) return prepared
  const { cacheKey: ownCacheKey, work } = prepared
  const { query, include } = reading
  const keyParts = [query.url, query.code, query.country, query.language, ...include]
  return {
    ...prepared,
    cacheKey: `${ownCacheKey} general ${JSON.stringify(keyParts)}`,
    work: { ...work, reading: { ...reading, ownCacheKey } },
  }
}

/** Rewrites the caller's URL to the configured origin: one spelling, one cache entry, no other host. */
function resolveUrlParams(entry: RegisteredOperation, params: ParamValues, site: Shop): ParamValues {
  const resolved: Record<string, ParamValues[string]> = { ...params }
  for (const [name, param] of Object.entries(entry.operation.params)) {
    const value = params[name]
    if (param.kind !== 'url' || typeof value !== 'string') continue
    throwIfDisabled(site)
    const url = resolveSiteUrl(site.origins, value)
    if (!url) {
      throw new Fault('url_not_allowed', `\`${name}\` is not on a host of ${entry.site.name}`, {
        errors: [{ name, in: 'query', message: `${name} must be a URL on a host of ${entry.site.name}` }],
      })
    }
    checkProductPage(entry, name, param, pathBelow(site.origins, url))
    resolved[name] = url.href
  }
  return resolved
}

/** A page that cannot be a product page is the caller's error; fetched, it would look like a page that has changed. */
function checkProductPage(
  { site }: RegisteredOperation,
  name: string,
  { productPage }: UrlParam,
  path: string,
): void {
  if (!productPage || productPage.path.test(path)) return
  const message =
    productPage.form === undefined
      ? `\`${name}\` is the home page of ${site.name}; pass the URL of a product page`
      : `\`${name}\` is not the URL of a product page of ${site.name}; those look like ${productPage.form}`
  throw new Fault('invalid_parameter', message, { errors: [{ name, in: 'query', message }] })
}

/** Path and query below the origin, which may have a base path. */
function pathBelow(origins: Shop['origins'], url: URL): string {
  const rests = Object.values(origins).flatMap(origin => {
    const base = new URL(origin).href.replace(/\/$/, '')
    const rest = url.href.slice(base.length)
    return url.href.startsWith(base) && /^(?:[/?#]|$)/.test(rest) ? [rest] : []
  })
  return rests.toSorted((a, b) => a.length - b.length)[0] ?? url.pathname + url.search
}

function cacheKeyOf(entry: RegisteredOperation, params: ParamValues): string {
  const entries = Object.entries(params).filter(([, value]) => value !== undefined)
  return `${entry.operation.id} ${JSON.stringify(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}

/** The listed shop that a request is about; undefined for any other request. */
export function listedShopOf({ work }: PreparedRequest): string | undefined {
  return work.kind === 'listed' ? work.page.shop.label : undefined
}

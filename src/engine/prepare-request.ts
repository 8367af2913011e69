// A request with its parameters read and checked, and the cache key of its answer.
import type { SiteConfig } from '../config/site-config.ts'
import type { Reach } from '../general/composite.ts'
import { Fault } from '../kit/fault.ts'
import type { ParamValues, RawParam, UrlParam } from '../kit/param-specs.ts'
import type { MagicWord } from '../sandbox/magic-words.ts'
import { resolveSiteUrl } from '../upstream/guard.ts'
import { throwIfDisabled } from './page-fetcher.ts'
import { readParams } from './read-params.ts'
import type { CompositeEntry, RegistryEntry } from './registry.ts'
import type { ReadingOptions } from './run-operation.ts'
import { takeMagicWord } from './simulated-fault.ts'

/** Equal requests have equal cache keys. */
export interface PreparedRequest {
  readonly entry: RegistryEntry
  readonly params: ParamValues
  readonly cacheKey: string
  /** The fault that the sandbox shop simulates; only for a sandboxed site. */
  readonly magicWord?: MagicWord | undefined
  /** Also reads the documents into the general shape: that is then the answer, and the site's own is cached beside it. */
  readonly reading?: PreparedReading | undefined
}

interface PreparedReading extends ReadingOptions {
  readonly ownCacheKey: string
}

/** Throws `invalid_parameter` or `url_not_allowed`. */
export function prepareRequest(
  entry: RegistryEntry,
  given: readonly RawParam[],
  site: SiteConfig,
): PreparedRequest {
  const { given: plain, word } = site.sandboxed
    ? takeMagicWord(entry.operation, given)
    : { given, word: undefined }
  const params = resolveUrlParams(entry, readParams(entry.operation, plain), site)
  return withMagicWord({ entry, params, cacheKey: cacheKeyOf(entry, params) }, word)
}

/** A magic word applies only if every shop asked is in the sandbox. */
export function prepareComposite(
  entry: CompositeEntry,
  given: readonly RawParam[],
  reach: Reach,
): PreparedRequest {
  const read = (raw: readonly RawParam[]) => entry.operation.resolve(readParams(entry.operation, raw), reach)
  const { given: plain, word } = takeMagicWord(entry.operation, given)
  const params = read(plain)
  if (word && reach.isSandboxed(params.url)) {
    return withMagicWord({ entry, params, cacheKey: cacheKeyOf(entry, params) }, word)
  }
  const asGiven = word ? read(given) : params
  return { entry, params: asGiven, cacheKey: cacheKeyOf(entry, asGiven) }
}

export function withMagicWord(prepared: PreparedRequest, word: MagicWord | undefined): PreparedRequest {
  return word ? { ...prepared, cacheKey: `${prepared.cacheKey} ~${word}`, magicWord: word } : prepared
}

/** The same request for the general shape. */
export function withReading(prepared: PreparedRequest, reading: ReadingOptions | undefined): PreparedRequest {
  if (!reading) return prepared
  const { cacheKey: ownCacheKey } = prepared
  const { query, include } = reading
  const asked = [query.url, query.code, query.country, query.language, ...include]
  return {
    ...prepared,
    cacheKey: `${ownCacheKey} general ${JSON.stringify(asked)}`,
    reading: { ...reading, ownCacheKey },
  }
}

/** Rewrites the caller's URL to the configured origin: one spelling, one cache entry, no other host. */
function resolveUrlParams(entry: RegistryEntry, params: ParamValues, site: SiteConfig): ParamValues {
  const resolved: Record<string, ParamValues[string]> = { ...params }
  for (const [name, param] of Object.entries(entry.operation.params)) {
    const value = params[name]
    if (param.kind !== 'url' || typeof value !== 'string') continue
    throwIfDisabled(entry.site.name, site)
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
  { site }: RegistryEntry,
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
function pathBelow(origins: SiteConfig['origins'], url: URL): string {
  const rests = Object.values(origins).flatMap(origin => {
    const base = new URL(origin).href.replace(/\/$/, '')
    const rest = url.href.slice(base.length)
    return url.href.startsWith(base) && /^(?:[/?#]|$)/.test(rest) ? [rest] : []
  })
  return rests.toSorted((a, b) => a.length - b.length)[0] ?? url.pathname + url.search
}

function cacheKeyOf(entry: RegistryEntry, params: ParamValues): string {
  const given = Object.entries(params).filter(([, value]) => value !== undefined)
  return `${entry.operation.id} ${JSON.stringify(given.toSorted(([a], [b]) => (a < b ? -1 : 1)))}`
}

// One product of a site, by URL or by code, in the general shape: which operation gives it, with which parameters.
import { Fault } from '#kit/fault'
import type { ProductMapping } from '#kit/define/product-reading'
import type { ProductQuery } from '#kit/define/site-mapping'
import type { SiteAdapter } from '#kit/define/define'
import { invalidParams } from './invalid-params.ts'
import type { NativeAnswer, SiteCall, Subrequests } from './composite.ts'

interface AskOptions {
  readonly include?: readonly string[]
  /** Ignores a country or language that the site does not support, instead of throwing. */
  readonly lenient?: boolean
}

/** The site's operation for a product, and its parameters. */
export function productCall(
  site: SiteAdapter,
  query: ProductQuery,
  { include = [], lenient = false }: AskOptions = {},
): SiteCall {
  const reading = site.product
  if (!reading) throw new Fault('not_found', `${site.name} has no operation for a product`)
  return {
    operation: reading.operation,
    params: { ...lookupOf(site, reading, query), ...choicesOf(site, reading, query, lenient) },
    reading: { query, include },
    refused(error) {
      // The site's own operation may take the URL as `query`: its fault would name a parameter that the caller does not know.
      const isAboutQuery = error instanceof Fault && error.errors?.[0]?.name === 'query'
      return query.url !== undefined && isAboutQuery ? notAProductUrl(site) : error
    },
  }
}

/** The answer's value is a GeneralProduct, read from the site's documents. */
export async function fetchSiteProduct(
  site: SiteAdapter,
  query: ProductQuery,
  subrequests: Subrequests,
  options?: AskOptions,
): Promise<NativeAnswer> {
  const { operation, params, reading, refused } = productCall(site, query, options)
  try {
    return await subrequests.call(operation, params, { reading })
  } catch (error) {
    throw refused(error)
  }
}

function lookupOf(
  site: SiteAdapter,
  reading: ProductMapping,
  { url, code = '' }: ProductQuery,
): Readonly<Record<string, unknown>> {
  if (url === undefined) {
    const params = reading.byCode?.(code)
    if (!params) throw new Fault('not_found', `${site.name} has no code of this form`)
    return params
  }
  const params = reading.byUrl ? reading.byUrl(url) : { url }
  if (!params) throw notAProductUrl(site)
  return params
}

/** The country and the language, for an operation that takes them; a reading may need them only for its further documents. */
function choicesOf(site: SiteAdapter, reading: ProductMapping, query: ProductQuery, lenient: boolean) {
  const operation = site.operations.find(one => one.id === reading.operation)
  const choices = (['country', 'language'] as const).flatMap(name => {
    const value = query[name]
    if (value === undefined) return []
    if (operation?.params[name]) return [[name, value] as const]
    if (lenient || reading.takes?.includes(name)) return []
    throw invalidParams(name, `${reading.operation} takes no ${name}`)
  })
  return Object.fromEntries(choices)
}

function notAProductUrl({ name }: SiteAdapter): Fault {
  return invalidParams('url', `url is not a product URL of ${name}`)
}

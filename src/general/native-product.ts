// Fetches one product from a site, by URL or by code, in the general shape.
import { Fault } from '../kit/fault.ts'
import type { GeneralProduct } from '../kit/general/general-product.ts'
import type { ProductQuery } from '../kit/general/site-mapping.ts'
import type { Site } from '../kit/define.ts'
import { invalidParams } from './invalid-params.ts'
import type { NativeAnswer, Subrequests } from './composite.ts'
import { dropNeutral } from '../kit/drop-neutral.ts'
import { toGeneralProduct } from './map-product.ts'

export interface NativeProduct {
  readonly product: GeneralProduct
  /** The answers that it was composed from, starting with the product itself. */
  readonly answers: readonly NativeAnswer[]
}

interface AskOptions {
  readonly withSources?: boolean
  readonly timeoutMs?: number | undefined
  /** Ignores a country or language that the site does not support, instead of throwing. */
  readonly lenient?: boolean
}

export async function askForProduct(
  site: Site,
  query: ProductQuery,
  subrequests: Subrequests,
  options: AskOptions = {},
): Promise<NativeProduct> {
  const { mapping, params } = nativeCallFor(site, query, options.lenient === true)
  const main = await aboutUrl(site, query, subrequests.call(mapping.operation, params, options.timeoutMs))
  const whole = dropNeutral(main.value, main.absent)
  const native = mapping.pick ? mapping.pick(whole, query) : whole
  if (native === undefined) throw new Fault('not_found', `${site.name} has no such product`)
  const further = await Promise.all(
    Object.entries(mapping.more?.(native, query) ?? {}).map(async ([name, call]) => {
      const answer = await undefinedIfNotFound(
        subrequests.call(call.operation, definedOnly(call.params), options.timeoutMs),
      )
      return answer ? [{ name, answer }] : []
    }),
  )
  const more = further.flat()
  const answers = [main, ...more.map(({ answer }) => answer)]
  const context = {
    query,
    site: subrequests.siteView(site.name),
    more: Object.fromEntries(
      more.map(({ name, answer }) => [name, dropNeutral(answer.value, answer.absent)]),
    ),
  }
  const product = toGeneralProduct(
    {
      site: site.name,
      mapping,
      native,
      context,
      url: query.url ?? main.source,
      fetchedAtMs: Math.min(...answers.map(answer => answer.madeAtMs)),
    },
    options.withSources === true,
  )
  return { product, answers }
}

/** The site's own operation may take the URL as `query`: its fault would name a parameter that the caller does not know. */
async function aboutUrl<T>(site: Site, { url }: ProductQuery, asking: Promise<T>): Promise<T> {
  try {
    return await asking
  } catch (error) {
    const isAboutQuery = error instanceof Fault && error.errors?.[0]?.name === 'query'
    throw url !== undefined && isAboutQuery ? notAProductUrl(site) : error
  }
}

function notAProductUrl({ name }: Site): Fault {
  return invalidParams('url', `url is not a product URL of ${name}`)
}

function nativeCallFor(site: Site, query: ProductQuery, lenient: boolean) {
  const mapping = site.general?.product
  if (!mapping) throw new Fault('not_found', `${site.name} has no operation for a product`)
  const found = query.url === undefined ? byCode(site, query.code ?? '') : byUrl(site, query.url)
  const operation = site.operations.find(one => one.id === mapping.operation)
  const choices = (['country', 'language'] as const).flatMap(name => {
    const value = query[name]
    if (value === undefined) return []
    if (operation?.params[name]) return [[name, value] as const]
    if (lenient || mapping.takes?.includes(name)) return []
    throw invalidParams(name, `${mapping.operation} takes no ${name}`)
  })
  return { mapping, params: { ...found, ...Object.fromEntries(choices) } }
}

function byUrl(site: Site, url: string): Readonly<Record<string, unknown>> {
  const mapping = site.general?.product
  const params = mapping?.byUrl ? mapping.byUrl(url) : { url }
  if (!params) throw notAProductUrl(site)
  return params
}

function byCode(site: Site, code: string): Readonly<Record<string, unknown>> {
  const params = site.general?.product?.byCode?.(code)
  if (!params) throw new Fault('not_found', `${site.name} has no code of this form`)
  return params
}

/** Undefined only for `not_found`: a price that could not be fetched must not look like no price. */
async function undefinedIfNotFound(asking: Promise<NativeAnswer>): Promise<NativeAnswer | undefined> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Fault && error.code === 'not_found') return undefined
    throw error
  }
}

function definedOnly(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([, value]) => value !== undefined))
}

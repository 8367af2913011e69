// Finds the article of a code on the pages of one shop, and what it costs there.
import { isPurchasable } from '#reader/values/offers'
import { Fault, type FaultCode, faultTable } from '#kit/fault'
import {
  type GeneralProduct,
  maybeAvailability,
  maybeCondition,
  maybeMoney,
  maybeSeller,
  maybeText,
  type SearchResult,
} from '#kit/product/general-product'
import { type Static, t } from '#kit/schema/schema'
import { withoutWww } from '../../settings/shop-origins.ts'
import type { CodeMatcher } from './match-code.ts'

/** How many products of a shop are checked against the code at once, and how many in all if these are none of it. */
const CANDIDATES_AT_ONCE = 5
const CANDIDATES_MAX = 20

export const offer = t.object({
  site: t.text('Name of the site that offers it'),
  url: t.text('URL where it can be bought'),
  seller: maybeSeller(),
  size: maybeText('Size label used by the shop; null for a one-size article'),
  condition: maybeCondition(),
  price: maybeMoney('Price of this offer; currencies are never converted'),
  availability: maybeAvailability(),
})
export type Offer = Static<typeof offer>

interface Article {
  readonly product: GeneralProduct
  readonly offers: readonly Offer[]
}

export interface ArticleMatches {
  readonly articles: readonly Article[]
  /** The code of the fault of another page, which could not be had now. */
  readonly failed?: FaultCode | undefined
}

export const NO_MATCHES: ArticleMatches = { articles: [] }

/** The results that may be the article, those that state its code first, each once; a few at a time, until one is it. */
export async function findAmongResults(
  results: readonly SearchResult[],
  matcher: CodeMatcher,
  readProduct: (url: string) => Promise<GeneralProduct>,
): Promise<ArticleMatches> {
  const byPage = new Map<string, SearchResult>()
  for (const result of results)
    if (result.url && matcher.mayMatch(result) && !byPage.has(pageKey(result.url)))
      byPage.set(pageKey(result.url), result)
  const urls = [...byPage.values()]
    .toSorted((a, b) => Number(matcher.isNamed(b)) - Number(matcher.isNamed(a)))
    .slice(0, CANDIDATES_MAX)
    .flatMap(({ url }) => url ?? [])
  let fault: Fault | undefined
  for (let place = 0; place < urls.length; place += CANDIDATES_AT_ONCE) {
    const next = urls.slice(place, place + CANDIDATES_AT_ONCE)
    try {
      const matches = await findOnPages(
        next.map(url => () => readProduct(url)),
        matcher,
      )
      if (matches.articles.length > 0) return matches
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      fault ??= error
    }
  }
  if (fault) throw fault
  return NO_MATCHES
}

/** Parameters with which a search marks its results; the page is the same. */
const MARKS = /^(?:_\w+|utm_\w+|ref|pos|position|q|query|search\w*)$/i

/** Key of a page: without `www.`, fragment and the parameters of a search. */
export function pageKey(address: string): string {
  const url = URL.parse(address)
  if (!url) return address
  const params = [...url.searchParams].filter(([name]) => !MARKS.test(name))
  return `${withoutWww(url.host)}${url.pathname} ${new URLSearchParams(params).toString()}`
}

/**
 * What cannot be read takes nothing from the others. If the article is on none of them, the fault is the answer: it may be on
 * the one that failed.
 */
export async function findOnPages(
  reads: readonly (() => Promise<GeneralProduct>)[],
  matcher: CodeMatcher,
): Promise<ArticleMatches> {
  const faults: Fault[] = []
  const matches = await Promise.all(
    reads.map(async readMatches => {
      try {
        return await undefinedIfMissing(readMatches())
      } catch (error) {
        if (!(error instanceof Fault)) throw error
        faults.push(error)
        return undefined
      }
    }),
  )
  const articles = matches.flatMap((product): Article[] => {
    const variants = product && matcher.matchProduct(product)
    return product && variants ? [{ product, offers: offersOf(product, variants) }] : []
  })
  const [fault] = faults
  if (fault && articles.length === 0) throw fault
  const failed = faults.find(one => isOutage(one))?.code
  return { articles, failed }
}

/** A page that cannot be had now; one that shows no product, or that nobody may read, is none of the article. */
function isOutage({ code }: Fault): boolean {
  return faultTable[code].retryable || code === 'upstream_blocked'
}

/**
 * A product withdrawn since the search, or a code in a form that the site does not know, is not an error. Nor is a URL
 * that is not a product's: search results include adverts and articles.
 */
async function undefinedIfMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Fault && (error.code === 'not_found' || isAboutAddress(error))) return undefined
    throw error
  }
}

function isAboutAddress({ code, errors = [] }: Fault): boolean {
  if (code === 'url_not_allowed') return true
  return code === 'invalid_parameter' && errors.length > 0 && errors.every(one => one.name === 'url')
}

function offersOf(product: GeneralProduct, variants: readonly GeneralProduct['variants'][number][]): Offer[] {
  const { site, url, seller, condition, price, price_max: most, availability } = product
  const whole = [{ url, size: null, condition, price, availability }]
  // What the product states for all counts where no variant states it for itself.
  const ofAll = {
    price: !most && product.variants.every(one => one.price === null) ? price : null,
    availability: product.variants.every(one => one.availability === null) ? availability : null,
  }
  const offers = (variants.length > 0 ? variants : whole).map(variant => ({
    site,
    url: variant.url ?? url,
    seller,
    size: variant.size,
    condition: variant.condition ?? condition,
    price: variant.price ?? ofAll.price,
    availability: variant.availability ?? ofAll.availability,
  }))
  return offers.filter(isPurchasable)
}

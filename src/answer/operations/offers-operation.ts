// Operation 24: offers for the same article in all shops, cheapest first within each currency.
import { LISTED_SHOP_ADAPTER, type Shop } from '../../settings/shop-directory.ts'
import type { SiteAdapter } from '#kit/define/define'
import { Fault } from '#kit/fault'
import { type GeneralProduct, gtinText, maybeText } from '#kit/product/general-product'
import { codeKey, gtinKey } from '#reader/values/gtin'
import { compareAmounts } from '#reader/values/money'
import * as param from '#kit/params/param-specs'
import type { Params } from '#kit/params/param-specs'
import { type Static, t } from '#kit/schema/schema'
import {
  freshnessOf,
  selectShops,
  queryShops,
  checkShopNames,
  shopOutcome,
  type ShopResult,
} from './ask-shops.ts'
import type { CompositeOperation, Subrequests } from './composite.ts'
import {
  findAmongResults,
  findOnPages,
  type ArticleMatches,
  NO_MATCHES,
  offer,
  type Offer,
  pageKey,
} from './find-article.ts'
import {
  type CodeMatcher,
  createCodeMatcher,
  createGtinMatcher,
  makerCodeOf,
  spellings,
} from './match-code.ts'
import { invalidParams } from './invalid-params.ts'
import { PRODUCT_OPERATION } from './product-operation.ts'
import { createShopSearch } from './search-shop.ts'
import { fetchSiteProduct } from './site-product.ts'

const result = t.object({
  code: t.text('The requested code, as sent'),
  product: t.orNull(
    t.object({
      name: t.text('Title used by that shop'),
      brand: maybeText('Manufacturer or label'),
      mpn: maybeText("The manufacturer's own number"),
      gtin: gtinText('Article number'),
      color: maybeText('Colour name used by that shop'),
      image: maybeText('URL of the main picture'),
      url: t.text('URL of its page in that shop'),
    }),
    { description: 'The article, as described by the shop with the most details; null if no shop has it' },
  ),
  offers: t.list(offer, {
    description: 'Cheapest first within each currency; offers that cannot be bought are left out',
  }),
  sites: t.list(
    t.object({
      site: t.text('Name of the site or shop, as in the parameter `sites`'),
      outcome: shopOutcome,
      count: t.integer('Number of offers from this site in the answer'),
    }),
    'Every shop of the operator, with the number of its offers; a shop with the outcome `no_search` may sell it too',
  ),
})

function canLookUp({ product, search }: SiteAdapter): boolean {
  return product !== undefined && (product.byCode !== undefined || search !== undefined)
}

export function createOffersOperation(sites: readonly SiteAdapter[]): CompositeOperation {
  const segments = sites.filter(canLookUp).map(site => site.name)
  const adapters = [...segments, LISTED_SHOP_ADAPTER]
  const find = articleFinder(sites)
  const params = {
    code: param.identifier(
      "The manufacturer's code: style code, MPN or GTIN; case and separators are ignored",
    ),
    sites: param.anyShop(
      'Shops to search: names of sites, or of hosts that the operator lists; defaults to all that can look up a code',
      segments,
    ),
    country: param.anyCountry('Country of the offers, for shops that serve several countries'),
  }
  return {
    id: 'general.offers',
    number: 24,
    summary: 'Offers for one article in all shops, by its code',
    path: '/api/v2/offers',
    params,
    lookup: ['code'],
    result,
    rows: 'offers',
    siteOutcomes: 'sites',
    core: ['/code', '/offers/*/site'],
    freshForS: 300,
    example: { code: 'PV4272-660' },

    resolve(values, shops) {
      checkShopNames(values.sites, adapters, shops)
      if (codeKey(String(values.code)) === undefined)
        throw invalidParams('code', 'code must have letters or digits, and only separators between them')
      return { params: values }
    },

    async compose({ params: values }, subrequests) {
      const { code = '', sites: siteNames, country } = values as Params<typeof params>
      // Those that cannot be asked come last, and are named: what they sell is not known.
      const others = sites.map(site => site.name).filter(name => !segments.includes(name))
      const shops = selectShops(siteNames, [...adapters, ...others], subrequests.shops)
      const query = { shops, code, country }
      const replies = (await findEverywhere(find, query, subrequests)).map(withPartialFault)
      const allArticles = replies.flatMap(reply => reply.value?.articles ?? [])
      const offers = withoutRepeats(allArticles.flatMap(one => one.offers))
      const value = {
        code,
        product: describe(allArticles.map(one => one.product)),
        offers: inOrder(offers),
        sites: replies.map(({ site, outcome, value: { articles } = NO_MATCHES }) => {
          const siteOffers = new Set(articles.flatMap(one => one.offers))
          return { site, outcome, count: offers.filter(one => siteOffers.has(one)).length }
        }),
      }
      return { value, source: '', ...freshnessOf(replies, subrequests.nowMs()) }
    },
  }
}

/** The share of the time for the first step of a search by GTIN. */
const FIRST_SHARE = 0.5

interface AskedArticle {
  readonly shops: readonly Shop[]
  readonly code: string
  readonly country: string | undefined
}

/** Undefined for a shop that cannot be asked for a code. */
type FindArticle = (
  shop: Shop,
  query: { readonly code: string; readonly country: string | undefined; readonly matcher: CodeMatcher },
  subrequests: Subrequests,
) => Promise<ArticleMatches | undefined>

/** A segment may know an article only by the manufacturer's code. If a GTIN finds nothing there, the code found elsewhere is tried. */
async function findEverywhere(
  find: FindArticle,
  { shops, code, country }: AskedArticle,
  subrequests: Subrequests,
): Promise<readonly ShopResult<ArticleMatches>[]> {
  const isGtin = gtinKey(code) !== undefined
  const matcher = createCodeMatcher(code)
  const first = await queryShops(
    shops,
    subrequests,
    (shop, shopRequests) => find(shop, { code, country, matcher }, shopRequests),
    isGtin ? FIRST_SHARE : undefined,
  )
  const articles = first.flatMap(reply => reply.value?.articles ?? [])
  const makerCode = isGtin ? makerCodeOf(articles.map(one => one.product)) : undefined
  const isEmpty = new Set(first.filter(one => one.value?.articles.length === 0).map(one => one.site))
  const empty = shops.filter(shop => isEmpty.has(shop.name))
  if (makerCode === undefined || empty.length === 0) return first
  const byGtin = createGtinMatcher(code, makerCode)
  const second = await queryShops(empty, subrequests, (shop, shopRequests) =>
    find(shop, { code: makerCode, country, matcher: byGtin }, shopRequests),
  )
  const secondByShop = new Map(second.map(reply => [reply.site, reply]))
  return first.map(reply => joinReplies(reply, secondByShop.get(reply.site)))
}

/** A shop of which a page could not be had now keeps its other offers, and is named with the fault. */
function withPartialFault(reply: ShopResult<ArticleMatches>): ShopResult<ArticleMatches> {
  return { ...reply, outcome: reply.value?.failed ?? reply.outcome }
}

/** Uses the second outcome; the answer is as old as the oldest answer of both. */
function joinReplies<T>(first: ShopResult<T>, second: ShopResult<T> | undefined): ShopResult<T> {
  if (!second) return first
  const { site, outcome, value } = second
  return { site, outcome, value, answers: [...first.answers, ...second.answers] }
}

/** Finds the article by its code if the shop supports that, otherwise through its search. */
function articleFinder(sites: readonly SiteAdapter[]): FindArticle {
  const searchShop = createShopSearch(sites)
  return async (shop, { code, country, matcher }, subrequests) => {
    const site = sites.find(one => one.name === shop.adapter)
    const readProduct = async (target: { url?: string; code?: string }): Promise<GeneralProduct> => {
      const answer = site
        ? await fetchSiteProduct(site, { ...target, country }, subrequests, { lenient: true })
        : await subrequests.call(PRODUCT_OPERATION, { url: target.url })
      return answer.value as GeneralProduct
    }
    if (site && !canLookUp(site)) return undefined
    if (site?.product?.byCode) return findOnPages([() => readProduct({ code })], matcher)
    const findKnown = () =>
      findOnKnownPages(subrequests.knownPages(shop, code), matcher, url => readProduct({ url }))
    try {
      for (const spelling of spellings(code)) {
        const listed = await searchShop(shop, { query: spelling, page: 1 }, subrequests)
        if (!listed) return orUnasked(await findKnown())
        const matches = await findAmongResults(listed.results, matcher, url => readProduct({ url }))
        if (matches.articles.length > 0) return matches
      }
      return await findKnown()
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      const matches = orUnasked(await findKnown())
      // A host without a front page has none that tells of a search.
      if (!matches && !(error.code === 'not_found' && shop.adapter === LISTED_SHOP_ADAPTER)) throw error
      return matches
    }
  }
}

/** A page that is known is no answer for what the shop sells besides. */
function orUnasked(matches: ArticleMatches): ArticleMatches | undefined {
  return matches.articles.length > 0 ? matches : undefined
}

/** What was read with the code some time ago is read again. A page that is gone, or fails, is no offer. */
async function findOnKnownPages(
  urls: readonly string[],
  matcher: CodeMatcher,
  readProduct: (url: string) => Promise<GeneralProduct>,
): Promise<ArticleMatches> {
  if (urls.length === 0) return NO_MATCHES
  // Pages keep one order, whichever was read last: an unchanged answer stays the same.
  return findOnPages(
    urls.toSorted().map(url => () => readProduct(url)),
    matcher,
  ).catch(error => {
    if (error instanceof Fault) return NO_MATCHES
    throw error
  })
}

/** A page that a search names twice, or a shop that is listed twice, has each offer once. */
function withoutRepeats(offers: readonly Offer[]): Offer[] {
  const keyOf = (offer: Offer) =>
    JSON.stringify([offer.site, pageKey(offer.url), offer.size, offer.condition, offer.price, offer.seller])
  return [...new Map(offers.toReversed().map(one => [keyOf(one), one])).values()].toReversed()
}

/** The currency with the most offers first; offers without a price last. */
function inOrder(offers: readonly Offer[]): Offer[] {
  const byCurrency = Map.groupBy(offers, one => one.price?.currency ?? '')
  return [...byCurrency]
    .toSorted(
      ([a, listA], [b, listB]) =>
        Number(a === '') - Number(b === '') || listB.length - listA.length || (a < b ? -1 : 1),
    )
    .flatMap(([, list]) =>
      list.toSorted((one, other) => (one.price && other.price ? compareAmounts(one.price, other.price) : 0)),
    )
}

function describe(products: readonly GeneralProduct[]): Static<typeof result>['product'] {
  const completeness = (product: GeneralProduct) =>
    [product.brand, product.mpn, product.gtin, product.color, product.images[0]].filter(Boolean).length
  const [best] = products.toSorted((a, b) => completeness(b) - completeness(a))
  if (!best) return null
  const { name, brand, mpn, gtin, color, images, url } = best
  return { name, brand, mpn, gtin, color, image: images[0] ?? null, url }
}

// Operation 24: offers for the same article in all shops, cheapest first within each currency.
import type { Site } from '../kit/define.ts'
import {
  type GeneralProduct,
  maybeAvailability,
  maybeCondition,
  maybeMoney,
  maybeSeller,
  maybeText,
  gtinText,
} from '../kit/general/general-product.ts'
import { codeKey, gtinKey } from '../kit/general/codes.ts'
import { compareAmounts } from '../kit/general/money.ts'
import { Fault } from '../kit/fault.ts'
import * as param from '../kit/param-specs.ts'
import type { Params } from '../kit/param-specs.ts'
import { type Static, t } from '../kit/schema.ts'
import { ageOf, askSites, siteOutcome, type SiteReply } from './ask-sites.ts'
import type { CompositeOperation, ListedShop, Subrequests } from './composite.ts'
import { askListedShops, checkShopNames, searchListedShop } from './listed-shops.ts'
import {
  type CodeMatcher,
  createCodeMatcher,
  createGtinMatcher,
  makerCodeOf,
  spellings,
} from './match-code.ts'
import { invalidParams } from './invalid-params.ts'
import { askForProduct } from './site-product.ts'
import { searchSite } from './search.ts'

/** How many products of a site are checked against the code. */
const CANDIDATES_MAX = 5

const offer = t.object({
  site: t.text('Name of the site that offers it'),
  url: t.text('URL where it can be bought'),
  seller: maybeSeller(),
  size: maybeText('Size label used by the shop; null for a one-size article'),
  condition: maybeCondition(),
  price: maybeMoney('Price of this offer; currencies are never converted'),
  availability: maybeAvailability(),
})
type Offer = Static<typeof offer>

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
      outcome: siteOutcome,
      count: t.integer('Number of offers from this site in the answer'),
    }),
    'Every site that was searched, with the number of its offers',
  ),
})

export function createOffersOperation(sites: readonly Site[]): CompositeOperation {
  const supported = sites.filter(
    ({ general }) => general?.product && (general.product.byCode !== undefined || general.search),
  )
  const params = {
    code: param.identifier(
      "The manufacturer's code: style code, MPN or GTIN; case and separators are ignored",
    ),
    sites: param.anyShop(
      'Shops to search: names of sites, or of hosts that the operator lists; defaults to all that can look up a code',
      supported.map(site => site.name),
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

    resolve(values, reach) {
      checkShopNames(values.sites, supported, reach)
      if (codeKey(String(values.code)) === undefined)
        throw invalidParams('code', 'code must have letters or digits, and only separators between them')
      return { params: values }
    },

    async compose({ params: values }, subrequests) {
      const { code = '', sites: named, country } = values as Params<typeof params>
      const selectedSites = supported.filter(site =>
        named ? named.includes(site.name) : subrequests.reach.isEnabled(site.name),
      )
      const [ofSites, ofShops] = await Promise.all([
        findEverywhere(selectedSites, code, country, subrequests),
        askListedShops(named, subrequests, (shop, ms) => findListed(shop, code, subrequests, ms)),
      ])
      const replies = [...ofSites, ...ofShops]
      const found = replies.flatMap(reply => reply.value ?? [])
      const value = {
        code,
        product: describe(found.map(one => one.product)),
        offers: inOrder(found.flatMap(one => one.offers)),
        sites: replies.map(({ site, outcome, value: articles = [] }) => ({
          site,
          outcome,
          count: articles.reduce((sum, one) => sum + one.offers.length, 0),
        })),
      }
      return { value, source: '', ...ageOf(replies, subrequests.nowMs()) }
    },
  }
}

interface Article {
  readonly product: GeneralProduct
  readonly offers: readonly Offer[]
}

/** The share of the time for the first step of a search by GTIN. */
const FIRST_SHARE = 0.5

/**
 * A shop may know an article only by the manufacturer's code. If a GTIN finds nothing there, the code found elsewhere is
 * tried.
 */
async function findEverywhere(
  selectedSites: readonly Site[],
  code: string,
  country: string | undefined,
  subrequests: Subrequests,
): Promise<readonly SiteReply<Article[]>[]> {
  const isGtin = gtinKey(code) !== undefined
  const matcher = createCodeMatcher(code)
  const first = await askSites(
    selectedSites,
    subrequests,
    (site, own) => findArticle(site, code, country, matcher, own),
    isGtin ? FIRST_SHARE : undefined,
  )
  const found = first.flatMap(reply => reply.value ?? [])
  const makerCode = isGtin ? makerCodeOf(found.map(one => one.product)) : undefined
  const empty = selectedSites.filter(site =>
    first.some(one => one.site === site.name && one.value?.length === 0),
  )
  if (makerCode === undefined || empty.length === 0) return first
  const byGtin = createGtinMatcher(code, makerCode)
  const second = await askSites(empty, subrequests, (site, own) =>
    findArticle(site, makerCode, country, byGtin, own),
  )
  const secondBySite = new Map(second.map(reply => [reply.site, reply]))
  return first.map(reply => joinReplies(reply, secondBySite.get(reply.site)))
}

/** Uses the second outcome; the answer is as old as the oldest answer of both. */
function joinReplies<T>(first: SiteReply<T>, second: SiteReply<T> | undefined): SiteReply<T> {
  if (!second) return first
  const { site, outcome, value } = second
  return { site, outcome, value, answers: [...first.answers, ...second.answers] }
}

/** By the code itself if the site supports that, otherwise through its search. */
async function findArticle(
  site: Site,
  code: string,
  country: string | undefined,
  matcher: CodeMatcher,
  subrequests: Subrequests,
): Promise<Article[]> {
  const look = async (target: { url?: string; code?: string }): Promise<Article[]> => {
    const product = await undefinedIfMissing(
      askForProduct(site, { ...target, country }, subrequests, { lenient: true }).then(
        found => found.value as GeneralProduct,
      ),
    )
    const variants = product && matcher.matchProduct(product)
    return product && variants ? [{ product, offers: offersOf(product, variants) }] : []
  }
  if (site.general?.product?.byCode) return look({ code })
  for (const spelling of spellings(code)) {
    const { results } = await searchSite(site, { query: spelling, page: 1 }, subrequests)
    const candidates = results
      .filter(one => one.url !== null && matcher.mayMatch(one))
      .slice(0, CANDIDATES_MAX)
    const articles = await Promise.all(candidates.map(({ url }) => look({ url: url ?? '' })))
    if (articles.some(one => one.length > 0)) return articles.flat()
  }
  return []
}

/** Undefined for a listed shop that cannot be searched. */
async function findListed(
  shop: ListedShop,
  code: string,
  subrequests: Subrequests,
  timeoutMs: number,
): Promise<Article[] | undefined> {
  const matcher = createCodeMatcher(code)
  for (const spelling of spellings(code)) {
    const found = await searchListedShop(shop, { query: spelling, page: 1 }, subrequests, timeoutMs)
    if (!found) return undefined
    const candidates = found.results.filter(one => matcher.mayMatch(one)).slice(0, CANDIDATES_MAX)
    const articles = await Promise.all(
      candidates.map(async ({ url }): Promise<Article[]> => {
        const page = { ...shop, url: url ?? '' }
        const read = await undefinedIfMissing(subrequests.readProductPage(page))
        const variants = read && matcher.matchProduct(read.product)
        return read && variants ? [{ product: read.product, offers: offersOf(read.product, variants) }] : []
      }),
    )
    if (articles.some(one => one.length > 0)) return articles.flat()
  }
  return []
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
  const { site, url, seller, condition, price, availability } = product
  const whole = [{ url, size: null, condition, price, availability }]
  return (variants.length > 0 ? variants : whole)
    .filter(one => one.availability !== 'out_of_stock' && one.availability !== 'discontinued')
    .map(one => ({
      site,
      url: one.url ?? url,
      seller,
      size: one.size,
      condition: one.condition ?? condition,
      price: one.price,
      availability: one.availability,
    }))
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

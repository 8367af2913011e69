// Operation 21: one product of the department store with its reviews.
import {
  asFlag,
  asListOrOne,
  asObject,
  asLooseInteger,
  valueAt,
  defineOperation,
  findByKey,
  mostComplete,
  Fault,
  type Get,
  type JsonObject,
  must,
  type Page,
  param,
  type ParamValues,
  withPlaceholders,
} from '#kit'
import { placeholders } from './placeholders.ts'
import { readDetail } from './detail.ts'
import { product as result } from './product.schema.ts'
import { readReviews } from './reviews.ts'

const API_PATH = '/xapi/digital/v1/product'

export interface Loaded {
  readonly product: Page
  readonly reviews: Page | undefined
}

export const product = defineOperation({
  id: 'departmentstore.product',
  number: 21,
  summary: 'One product with its flags and its newest reviews',
  params: {
    id: param.digits('Id of the product'),
    url: param.productUrl(),
  },
  lookup: ['url', 'id'],
  result: withPlaceholders(result, placeholders),
  core: ['/id', '/detail/name'],
  mayBeNull: ['/detail/name'],
  freshForS: 900,
  example: { id: '3780033' },

  async load(params, get): Promise<Loaded> {
    const page = params.url === undefined ? await getById(params.id, get) : await get(params.url)
    return withReviews(page, params, get)
  },
  otherWay: {
    name: 'interface',
    when: ({ url }) => url !== undefined && idFromUrl(url) !== undefined,
    async load(params, get): Promise<Loaded> {
      const id = params.url === undefined ? params.id : idFromUrl(params.url)
      return withReviews(await getById(must(id, 'id'), get), params, get)
    },
  },

  extract({ product: page, reviews }, params, site) {
    const member = memberOf(page, params)
    const { ccfp } = member
    return {
      id: asLooseInteger(member.id),
      ccfp: asObject(ccfp) && {
        ccfpEligible: asFlag(valueAt(ccfp, 'ccfpEligible')),
        chargePlanPDPDeptDetails: asObject(valueAt(ccfp, 'chargePlanPDPDeptDetails')),
      },
      detail: readDetail(member, site.settings.flags),
      review: readReviews(reviews ? reviews.json() : ownReviews(member)),
    }
  },
})

/** The reviews in the product response; undefined when the site failed to fetch them. */
function ownReviews({ review }: JsonObject): JsonObject | undefined {
  return (valueAt(review, 'hasErrors') ?? false) === false ? asObject(review) : undefined
}

/** Some products come without reviews, or with an empty list although the review count is above 0. */
function lacksReviews(member: JsonObject): boolean {
  const list = ownReviews(member)?.reviews
  const counted = asLooseInteger(valueAt(member.detail, 'reviewStatistics', 'aggregate', 'count'))
  return (
    !ownReviews(member) || (Array.isArray(list) && list.length === 0 && counted !== undefined && counted > 0)
  )
}

async function withReviews(product: Page, params: ParamValues, get: Get): Promise<Loaded> {
  const member = memberOf(product, params)
  const reviews = lacksReviews(member) ? await get.optional(inner => getReviews(member, inner)) : undefined
  return { product, reviews }
}

function getById(id: string, get: Get): Promise<Page> {
  const query = {
    clientId: 'PROS',
    _regionCode: 'US',
    currencyCode: 'USD',
    _shoppingMode: 'SITE',
    size: 'small',
    _customerState: 'GUEST',
  }
  return get(`${API_PATH}/${id}`, { accept: 'json', query })
}

/** The first page of reviews. */
function getReviews(member: JsonObject, get: Get): Promise<Page> {
  const id = must(asLooseInteger(member.id), '/id')
  const query = { sort: 'NEWEST', limit: 8, offset: 0 }
  return get(`${API_PATH}/${id}/reviews`, { accept: 'json', query })
}

/** A set comes with its members. Picks the one with the requested id; without an id, the first, which is the page's product. */
export function memberOf(page: Page, { id, url }: ParamValues): JsonObject {
  const members = page.holdsJson()
    ? must(asListOrOne(valueAt(page.json(), 'product'), asObject), 'product')
    : membersInState(page)
  if (members.length === 0) throw new Fault('not_found', 'the site has no such product')
  const wanted = Number.parseInt(String(id ?? idFromUrl(String(url))), 10)
  const known = members.filter(one => one !== undefined).filter(one => asLooseInteger(one.id) !== undefined)
  const found = Number.isNaN(wanted)
    ? members[0]
    : mostComplete(known.filter(one => asLooseInteger(one.id) === wanted))
  if (found) return found
  // A member with an unreadable id may be the requested one.
  if (known.length < members.length) must(undefined, '/id')
  throw new Fault('not_found', 'the site returned products other than the requested one')
}

/** `?ID=123` in a page URL, `/product/123` in an API URL. */
function idFromUrl(url: string): string | undefined {
  return /[?&]id=(\d+[^&#]*)/i.exec(url)?.[1] ?? /\/product\/(\d+)(?=[/?#]|$)/.exec(url)?.[1]
}

/**
 * The page's state contains the API's object, sometimes nested deeper. Other parts of the page (recently viewed, previews)
 * use the same key, so objects with details take precedence.
 */
function membersInState(page: Page): readonly (JsonObject | undefined)[] {
  const states = page
    .assignedAll('__INITIAL_STATE__')
    .map(asObject)
    .filter(state => state !== undefined)
  if (states.length === 0) must(undefined, '__INITIAL_STATE__')
  const places = states.flatMap(state => findByKey(state, 'product').concat(state.detail ? [state] : []))
  const lists = places.map(place => asListOrOne(place, asObject) ?? [])
  const detailed = lists.filter(members => members.some(one => one?.detail))
  return detailed.length > 0 ? detailed.flat() : must(lists[0], 'product')
}

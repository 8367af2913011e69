// Documented changes of an answer, which need not be named as absences. Each entry gives the field that changes, what was
// removed, and the expected new value: that of the fallback source in the site's mapping, or the site's value for "none".
import { findAll, jsonIn, standsAt, type Payload } from './payload.ts'

export interface Change {
  /** What was removed or changed: a path of keys or elements, list positions as `*`. */
  readonly place: string
  /** The field of the answer that changed, list positions as `*`. */
  readonly pointer: string
  readonly was: unknown
  readonly now: unknown
  /** The whole answer to the changed payload. */
  readonly answer: unknown
  readonly payload: Payload
}

type Condition = (change: Change) => boolean

interface Entry {
  readonly field: RegExp
  /** The path of what was removed. */
  readonly without: RegExp
  readonly becomes: Condition
}

const isNull: Condition = ({ now }) => now === null
const isLeftOut: Condition = ({ now }) => now === undefined
const isEmptyText: Condition = ({ now }) => now === ''
/** The changed payload has the value under this key. */
const isAt =
  (path: RegExp): Condition =>
  ({ now, payload }) =>
    standsAt(payload, path, now)
/** The changed answer has the value at this key. */
const isAlso =
  (path: RegExp): Condition =>
  ({ now, answer }) =>
    findAll(answer, path).includes(now)
/** A part that the contract leaves open is passed on as in the payload. */
const isHandedOn: Condition = ({ now, payload }) =>
  now === undefined || jsonIn(payload).some(json => findAll(json, /(?:)/).some(one => isSame(one, now)))
/** Some rows of the list are missing, and no other has changed. */
const isShorter: Condition = ({ was, now }) =>
  Array.isArray(was) && Array.isArray(now) && now.length < was.length && isPart(now, was)
const isOneRowLess: Condition = change =>
  isShorter(change) && (change.now as unknown[]).length === (change.was as unknown[]).length - 1
/** The page contains the value as text. */
const isPrinted: Condition = ({ now, payload }) =>
  typeof now === 'string' && payload.some(body => body.includes(now))
/** The removed key is the missing one. */
const isSameKey: Condition = ({ place, pointer }) =>
  place.slice(place.lastIndexOf('/')) === pointer.slice(pointer.lastIndexOf('/'))
const both =
  (...conditions: readonly Condition[]): Condition =>
  change =>
    conditions.every(condition => condition(change))
const lowest = (amounts: readonly unknown[]) => Math.min(...amounts.map(Number).filter(Boolean))
const highest = (amounts: readonly unknown[]) => Math.max(...amounts.map(Number))
const average = (amounts: readonly unknown[]) => {
  const known = amounts.map(Number).filter(Boolean)
  return Math.round((known.reduce((sum, one) => sum + one, 0) / known.length) * 100) / 100
}
const isOfPage =
  (choose: (amounts: readonly unknown[]) => number): Condition =>
  ({ now, answer }) =>
    now === choose(findAll(answer, /^\/results\/\*\/price\/amount$/))

/** The price range over all results, or the block that contains it. */
const RANGE = / \/@graph(?:\/\*)?(?:\/(?:@type|lowPrice|highPrice))?$|> script$/

const DOCUMENTED: Readonly<Record<string, readonly Entry[]>> = {
  'watchmarket.search': [
    // Without the range over all results, the range of the page is used.
    { field: /^\/stats\/price_stats\/lowest_price$/, without: RANGE, becomes: isOfPage(lowest) },
    { field: /^\/stats\/price_stats\/highest_price$/, without: RANGE, becomes: isOfPage(highest) },
    // A lost card is named as absent; the average is that of the remaining cards.
    { field: /^\/stats\/price_stats\/average_price$/, without: /listing-item$/, becomes: isOfPage(average) },
    // A listing without a badge element has no badge, whatever the reason.
    { field: /^\/results\/\*\/badge$/, without: /badge$|div\.absolute$/, becomes: isNull },
    // Without one of its pictures, the list has one picture less.
    {
      field: /^\/results\/\*\/images$/,
      without: /> div\.watch-image(?: > img[\w.-]*)?$/,
      becomes: isOneRowLess,
    },
  ],
  'watchmarket.product': [
    // The seller's description, else the site's summary.
    { field: /^\/description$/, without: /./, becomes: isAlso(/^\/specifications\/description$/) },
    // Some rows are in the table twice, under different headings; the page shows the badges twice too.
    {
      field: /^\/specifications\/(?:movement|case_material|bracelet_material)$/,
      without: /> tbody$/,
      becomes: isPrinted,
    },
    { field: /^\/seller\/badges$/, without: /> div\.m-b-4(?: > button[\w.-]*)?$/, becomes: isShorter },
  ],
  // The storefront uses null for "none", which the contract writes as an empty text.
  'storefront.products': [
    {
      field: /\/(?:compare_at_price|barcode|template_suffix)$/,
      without: /\/(?:compare_at_price|barcode|template_suffix)$/,
      becomes: both(isEmptyText, isSameKey),
    },
    { field: /\/variants\/\*\/image_id$/, without: /\/featured_image$/, becomes: isNull },
  ],
  // The picture is given in three sizes.
  'sneakerexchange.search': [
    { field: /^\/\*\/image$/, without: /\/media\/thumbUrl$/, becomes: isAt(/\/media\/smallImageUrl$/) },
  ],
  'sneakerexchange.trends': [
    { field: /^\/\*\/image$/, without: /\/media\/thumbUrl$/, becomes: isAt(/\/media\/smallImageUrl$/) },
  ],
  'sneakerexchange.product': [
    { field: /^\/image$/, without: /\/media\/imageUrl$/, becomes: isAt(/\/media\/(?:small|thumb)\w*Url$/) },
  ],
  // The main picture is given in two sizes.
  'sneakerstore.product': [
    { field: /^\/images\/\*$/, without: /\/mainPictureUrl$/, becomes: isAt(/roductTemplate\/pictureUrl$/) },
  ],
  // Without a price, the key is left out.
  'sneakerhub.prices': [
    {
      field: /^\/\*\/(?:lowestPriceCents|instantShipLowestPriceCents)\/amount$/,
      without: /\/(?:lowestPriceCents|instantShipLowestPriceCents)\/amount$/,
      becomes: both(isLeftOut, isSameKey),
    },
  ],
  // Without an article number, the site's second identifier is used.
  'fashionretail.product': [{ field: /^\/sku$/, without: /\/productCode$/, becomes: isAt(/^\/id$/) }],
  'fastfashion1.product': [
    { field: /^\/sku$/, without: /\/detail\/displayReference$/, becomes: isAt(/\/seo\/seoProductId$/) },
  ],
  // An entry of a map is a row: without one, the list has one row less.
  'fastfashion2.product': [{ field: /^\/variants$/, without: /\/color-[^/]+$/, becomes: isOneRowLess }],
  'luxurymarket.product': [
    {
      field: /^\/(?:sizes|variants|composition|materials|care)$/,
      without: /\/(?:sizes\/available|composition\/materials|care\/instructions)\/[^/]*$/,
      becomes: isShorter,
    },
    // What the page keeps for its scripts, else its structured data for search engines.
    { field: /^\/description$/, without: /> script$/, becomes: isAt(/^\/description$/) },
  ],
  // The set of flags is open: a missing flag is not reported as false.
  'departmentstore.product': [
    { field: /^\/detail\/flags\/\w+$/, without: /\/flags\/\w+$/, becomes: both(isLeftOut, isSameKey) },
  ],
  'sportswear.product': [
    { field: /\/json_body\/content/, without: /\/jsonBody\/content/, becomes: isHandedOn },
    {
      field: /^\/(?:net_quantity|selected_sku)$/,
      without: /\/(?:netQuantity|selectedSku)$/,
      becomes: isHandedOn,
    },
  ],
  'luxuryhouse.product': [{ field: /^\/tags\/\*$/, without: /\/tags\/\*$/, becomes: isHandedOn }],
}

export function isDocumented(operation: string, change: Change): boolean {
  const pointer = change.pointer.replace(/\/\d+(?=\/|$)/g, '/*')
  return (
    DOCUMENTED[operation]?.some(
      ({ field, without, becomes }) =>
        field.test(pointer) && without.test(change.place) && becomes({ ...change, pointer }),
    ) ?? false
  )
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

function isPart(part: readonly unknown[], whole: readonly unknown[]): boolean {
  const known = new Set(whole.map(item => JSON.stringify(item)))
  return part.every(item => known.has(JSON.stringify(item)))
}

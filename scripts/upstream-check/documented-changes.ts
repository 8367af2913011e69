// Changes of an answer that need no word. Each entry says which field changes, what was taken away, and what must then
// stand in the field: a value of the second source that the site's mapping names, or the word of the site for "none".
import { findAll, jsonIn, standsAt, type Payload } from './payload.ts'

export interface Change {
  /** What was taken away or changed: a path of keys or of elements, positions in lists as `*`. */
  readonly place: string
  /** Which field of the answer is now another, positions in lists as `*`. */
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
  /** The place of what was taken away. */
  readonly without: RegExp
  readonly becomes: Condition
}

const isNull: Condition = ({ now }) => now === null
const isLeftOut: Condition = ({ now }) => now === undefined
const isEmptyText: Condition = ({ now }) => now === ''
/** The value stands in the changed payload under this key. */
const isAt =
  (path: RegExp): Condition =>
  ({ now, payload }) =>
    standsAt(payload, path, now)
/** The value stands in the changed answer at this key. */
const isAlso =
  (path: RegExp): Condition =>
  ({ now, answer }) =>
    findAll(answer, path).includes(now)
/** What the contract leaves open is handed on as the payload has it. */
const isHandedOn: Condition = ({ now, payload }) =>
  now === undefined || jsonIn(payload).some(json => findAll(json, /(?:)/).some(one => isSame(one, now)))
/** Some rows of the list are gone, and no other has changed. */
const isShorter: Condition = ({ was, now }) =>
  Array.isArray(was) && Array.isArray(now) && now.length < was.length && isPart(now, was)
const isOneRowLess: Condition = change =>
  isShorter(change) && (change.now as unknown[]).length === (change.was as unknown[]).length - 1
/** The page prints the value. */
const isPrinted: Condition = ({ now, payload }) =>
  typeof now === 'string' && payload.some(body => body.includes(now))
/** The key that was taken away is the one that is missing. */
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

/** The range over all results, or the block that it stands in. */
const RANGE = / \/@graph(?:\/\*)?(?:\/(?:@type|lowPrice|highPrice))?$|> script$/

const DOCUMENTED: Readonly<Record<string, readonly Entry[]>> = {
  'watchmarket.search': [
    // Without the range over all results, it is that of the page.
    { field: /^\/stats\/price_stats\/lowest_price$/, without: RANGE, becomes: isOfPage(lowest) },
    { field: /^\/stats\/price_stats\/highest_price$/, without: RANGE, becomes: isOfPage(highest) },
    // A card that is lost is named; the average is that of the others.
    { field: /^\/stats\/price_stats\/average_price$/, without: /listing-item$/, becomes: isOfPage(average) },
    // A picture without a badge has none, whatever became of it.
    { field: /^\/results\/\*\/badge$/, without: /badge$|div\.absolute$/, becomes: isNull },
    // A picture less is a picture less.
    {
      field: /^\/results\/\*\/images$/,
      without: /> div\.watch-image(?: > img[\w.-]*)?$/,
      becomes: isOneRowLess,
    },
  ],
  'watchmarket.product': [
    // The seller's words, else the site's summary.
    { field: /^\/description$/, without: /./, becomes: isAlso(/^\/specifications\/description$/) },
    // Some rows stand in the table twice, under another heading; the page shows the badges twice too.
    {
      field: /^\/specifications\/(?:movement|case_material|bracelet_material)$/,
      without: /> tbody$/,
      becomes: isPrinted,
    },
    { field: /^\/seller\/badges$/, without: /> div\.m-b-4(?: > button[\w.-]*)?$/, becomes: isShorter },
  ],
  // Null is the storefront's word for "none", which the contract writes as an empty text.
  'storefront.products': [
    {
      field: /\/(?:compare_at_price|barcode|template_suffix)$/,
      without: /\/(?:compare_at_price|barcode|template_suffix)$/,
      becomes: both(isEmptyText, isSameKey),
    },
    { field: /\/variants\/\*\/image_id$/, without: /\/featured_image$/, becomes: isNull },
  ],
  // The picture comes in three sizes.
  'sneakerexchange.search': [
    { field: /^\/\*\/image$/, without: /\/media\/thumbUrl$/, becomes: isAt(/\/media\/smallImageUrl$/) },
  ],
  'sneakerexchange.trends': [
    { field: /^\/\*\/image$/, without: /\/media\/thumbUrl$/, becomes: isAt(/\/media\/smallImageUrl$/) },
  ],
  'sneakerexchange.product': [
    { field: /^\/image$/, without: /\/media\/imageUrl$/, becomes: isAt(/\/media\/(?:small|thumb)\w*Url$/) },
  ],
  // The main picture comes in two sizes.
  'sneakerstore.product': [
    { field: /^\/images\/\*$/, without: /\/mainPictureUrl$/, becomes: isAt(/roductTemplate\/pictureUrl$/) },
  ],
  // Where there is no price, the key is left out.
  'sneakerhub.prices': [
    {
      field: /^\/\*\/(?:lowestPriceCents|instantShipLowestPriceCents)\/amount$/,
      without: /\/(?:lowestPriceCents|instantShipLowestPriceCents)\/amount$/,
      becomes: both(isLeftOut, isSameKey),
    },
  ],
  // Where the site gives no article number, its second one stands in for it.
  'fashionretail.product': [{ field: /^\/sku$/, without: /\/productCode$/, becomes: isAt(/^\/id$/) }],
  'fastfashion1.product': [
    { field: /^\/sku$/, without: /\/detail\/displayReference$/, becomes: isAt(/\/seo\/seoProductId$/) },
  ],
  // An entry of a map is a row: one less is one less.
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
  // The set of flags is open: one that is not there is not said to be false.
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

// The offers of a product in schema.org data: which of them the price is about, and the prices in each.
import { preferredOffers, type OfferFacts } from '../values/offers.ts'
import { schemaCondition } from './schema-org-states.ts'
import { currencyFromSymbol } from '../values/currency.ts'
import { typesOf } from '../data/json-ld.ts'
import { type Availability, type OtherPrice, parseAvailability, type PriceKind } from '../product-shape.ts'
import { SUBSCRIPTION } from '../words/price-kind-words.ts'
import { parseMachinePrice } from '../values/machine-price.ts'
import { gtinsOf, type SchemaItem, itemsOf, stringOf, textOf, valuesOf } from './schema-org-values.ts'

export function offerState(offer: SchemaItem): Availability | undefined {
  return parseAvailability(valuesOf(offer.availability).map(one => stringOf(one)))
}

function factsOf(offer: SchemaItem): OfferFacts {
  return {
    condition: schemaCondition(offer.itemCondition),
    availability: offerState(offer),
  }
}

/**
 * The offers of a product. An aggregate is replaced by its parts if it has no prices, or if some of its parts are used or
 * sold out: its lowest price may be theirs.
 */
function offersOf(item: SchemaItem): SchemaItem[] {
  return itemsOf(item.offers).flatMap(offer => {
    const inner = itemsOf(offer.offers)
    if (inner.length === 0) return [offer]
    if (offerPrices(offer).length === 0) return inner
    const priced = inner.filter(one => offerPrices(one).length > 0)
    return askedOffersOf(priced).length < priced.length ? priced : [offer]
  })
}

/**
 * The offers of a product, or, for a group without its own, those of its members; each with the URL, numbers and condition
 * of what it offers.
 */
export function allOffersOf(item: SchemaItem): SchemaItem[] {
  const offers = offersOf(item)
  if (offers.length > 0) return offers.map(offer => withFactsOf(itemsOf(offer.itemOffered)[0], offer))
  return itemsOf(item.hasVariant).flatMap(variant =>
    offersOf(variant).map(offer => withFactsOf(variant, offer)),
  )
}

function withFactsOf(offered: SchemaItem | undefined, offer: SchemaItem): SchemaItem {
  if (!offered) return offer
  const { url, sku, mpn, itemCondition } = offered
  const gtin = gtinsOf(offered)[0]?.value
  return Object.assign({ url, sku, mpn, gtin, itemCondition }, offer)
}

/**
 * Those whose prices may be the price of the product: to buy one piece, and with a currency of their own where others have
 * one, because the currency of another offer may not be theirs.
 */
export function askedOffersOf(offers: readonly SchemaItem[]): SchemaItem[] {
  const priced = offers.filter(offer => offerPrices(offer).length > 0)
  const single = orAll(currentOffers(priced), offer => !isForMany(offer) && !isLease(offer))
  const stated = orAll(single, offer => offerPrices(offer).some(({ currency }) => currency !== undefined))
  return preferredOffers(stated, factsOf)
}

/** Those that are valid now and that are no subscription. */
export function currentOffers(offers: readonly SchemaItem[]): readonly SchemaItem[] {
  return orAll(
    orAll(offers, offer => !isOutdated(offer)),
    offer => !isSubscription(offer),
  )
}

function orAll(
  offers: readonly SchemaItem[],
  isWanted: (offer: SchemaItem) => boolean,
): readonly SchemaItem[] {
  const wanted = offers.filter(isWanted)
  return wanted.length > 0 ? wanted : offers
}

function isForMany(offer: SchemaItem): boolean {
  return offer.eligibleQuantity !== undefined && minimumOf(offer.eligibleQuantity) > 1
}

function isLease(offer: SchemaItem): boolean {
  return /(?:^|[/#:])LeaseOut$/i.test(stringOf(offer.businessFunction)?.trim() ?? '')
}

/** By its name, or by a specification that bills its whole price again and again; a smaller sum is an instalment. */
function isSubscription(offer: SchemaItem): boolean {
  const price = parseMachinePrice(offer.price)
  const isWhole = (schemaItem: SchemaItem) =>
    price === undefined || Number(parseMachinePrice(schemaItem.price)) === Number(price)
  return (
    SUBSCRIPTION.test(textOf(offer.name) ?? '') ||
    specificationsOf(offer).some(one => isBilled(one) && isWhole(one))
  )
}

function isBilled(specification: SchemaItem): boolean {
  return specification.billingDuration !== undefined || specification.billingIncrement !== undefined
}

export type OfferPrice = {
  readonly amount: string
  readonly key: string
  readonly currency: string | undefined
}

/** The prices in an offer, the asking price first. */
export function offerPrices(offer: SchemaItem): OfferPrice[] {
  const specification = askedSpecification(offer)
  const own = stringOf(offer.priceCurrency)
  const written = [own, stringOf(specification?.priceCurrency)]
  const [ofOffer, ofSpecification] = [written, written.toReversed()].map(codes =>
    currencyFromSymbol(codes.find(code => code !== undefined) ?? ''),
  )
  const values: readonly (readonly [string, unknown, string | undefined])[] = [
    ['price', isNetPrice(offer, specification) || isReduced(offer) ? undefined : offer.price, ofOffer],
    ['lowPrice', offer.lowPrice ?? offer.lowprice, ofOffer],
    ['priceSpecification.price', specification?.price ?? specification?.minPrice, ofSpecification],
    ['highPrice', offer.highPrice, ofOffer],
    ['priceSpecification.maxPrice', specification?.maxPrice, ofSpecification],
  ]
  return values.flatMap(([key, value, currency]) => {
    const amount = parseMachinePrice(value, currency)
    return amount !== undefined && Number(amount) > 0 ? [{ amount, key, currency }] : []
  })
}

/** Those of the product's price: what delivery or a way of payment costs is stated in the same list. */
function specificationsOf(offer: SchemaItem): SchemaItem[] {
  return itemsOf(offer.priceSpecification).filter(
    one => !typesOf(one).some(type => type.endsWith('ChargeSpecification')),
  )
}

/** The specification of the asking price; one without tax only where nothing else is stated. */
function askedSpecification(offer: SchemaItem): SchemaItem | undefined {
  const all = specificationsOf(offer)
  return (
    all.find(one => specificationKind(one) === 'price' && isSale(one)) ??
    all.find(one => specificationKind(one) === 'price') ??
    all.find(one => specificationKind(one) === 'without_tax')
  )
}

function isSale(specification: SchemaItem): boolean {
  return /SalePrice$/i.test(stringOf(specification.priceType)?.trim() ?? '')
}

/** The price of a sale, beside the price of the offer before it. */
function isReduced(offer: SchemaItem): boolean {
  const askedPrice = askedSpecification(offer)
  const sale = askedPrice && isSale(askedPrice) ? Number(parseMachinePrice(askedPrice.price)) : Number.NaN
  return sale < Number(parseMachinePrice(offer.price))
}

/** Some shops repeat the price without tax as the price of the offer, beside a specification with tax. */
function isNetPrice(offer: SchemaItem, askedPrice: SchemaItem | undefined): boolean {
  if (!askedPrice || specificationKind(askedPrice) !== 'price') return false
  const nets = specificationsOf(offer).filter(one => specificationKind(one) === 'without_tax')
  const price = parseMachinePrice(offer.price)
  return nets.some(net => Number(parseMachinePrice(net.price)) === Number(price))
}

const LIST_PRICE = /ListPrice|StrikethroughPrice|RegularPrice|SRP|MSRP/i

/** One offer can have several specifications: the price, a former one, one for members, one per unit, one without tax. */
function specificationKind(schemaItem: SchemaItem): PriceKind | 'price' | 'list' {
  if (LIST_PRICE.test(stringOf(schemaItem.priceType) ?? '')) return 'list'
  if (schemaItem.validForMemberTier !== undefined) return 'member'
  if (isBilled(schemaItem)) return 'instalment'
  if (schemaItem.referenceQuantity !== undefined || /UnitPrice/i.test(stringOf(schemaItem.priceType) ?? ''))
    return 'unit'
  if (isForMany(schemaItem)) return 'unit'
  if (isFalse(schemaItem.valueAddedTaxIncluded)) return 'without_tax'
  return /used/i.test(stringOf(schemaItem.itemCondition) ?? '') ? 'used' : 'price'
}

/** false, "false", "https://schema.org/False", 0. */
function isFalse(value: unknown): boolean {
  return value === false || value === 0 || /^(?:.*[/#])?(?:false|no|0)$/i.test(stringOf(value)?.trim() ?? '')
}

function minimumOf(quantity: unknown): number {
  const [item] = itemsOf(quantity)
  return Number(item?.minValue ?? item?.value ?? 1)
}

/** Stated prices of the offers that are not the price: of specifications, of many pieces, and of used ones beside new ones. */
export function otherOfferPrices(offers: readonly SchemaItem[]): OtherPrice[] {
  const askedOffers = new Set(askedOffersOf(offers))
  return offers.flatMap((offer): OtherPrice[] => {
    const [first] = offerPrices(offer)
    const condition = schemaCondition(offer.itemCondition)
    const isUsed = !askedOffers.has(offer) && condition !== undefined && condition !== 'new'
    const isSubscribed = !askedOffers.has(offer) && isSubscription(offer)
    const ofMany = first && !askedOffers.has(offer) && isForMany(offer) ? first.amount : undefined
    return [
      ...(ofMany === undefined
        ? []
        : [{ kind: 'unit' as const, price: ofMany, text: textOf(offer.name) ?? ofMany }]),
      ...(first && isSubscribed
        ? [{ kind: 'subscription' as const, price: first.amount, text: textOf(offer.name) ?? first.amount }]
        : otherSpecifications(offer)),
      ...(first && isUsed ? [{ kind: 'used' as const, price: first.amount, text: condition }] : []),
    ]
  })
}

function otherSpecifications(offer: SchemaItem): OtherPrice[] {
  const askedPrice = askedSpecification(offer)
  return specificationsOf(offer).flatMap((specification): OtherPrice[] => {
    const kind = specificationKind(specification)
    const price = parseMachinePrice(specification.price, offerCurrency(offer))
    if (kind === 'price' || kind === 'list' || specification === askedPrice || price === undefined) return []
    return [{ kind, price, text: textOf(specification.name) ?? price }]
  })
}

export function offerCurrency(offer: SchemaItem): string | undefined {
  const written =
    stringOf(offer.priceCurrency) ??
    stringOf(askedSpecification(offer)?.priceCurrency) ??
    stringOf(specificationsOf(offer)[0]?.priceCurrency)
  return written === undefined ? undefined : currencyFromSymbol(written)
}

/**
 * The price before a reduction, if the offer has one; of an aggregate, that of the offer whose price it is. One without tax
 * is no former price of a price with tax.
 */
export function listPrice(offer: SchemaItem): string | undefined {
  const askedPrice = askedSpecification(offer)
  const isNet = askedPrice !== undefined && specificationKind(askedPrice) === 'without_tax'
  const listed = specificationsOf(offer).find(
    one => specificationKind(one) === 'list' && isFalse(one.valueAddedTaxIncluded) === isNet,
  )
  if (listed) return parseMachinePrice(listed.price, offerCurrency(offer))
  if (isReduced(offer)) return parseMachinePrice(offer.price, offerCurrency(offer))
  const price = Number(offerPrices(offer)[0]?.amount)
  const part = itemsOf(offer.offers).find(
    one => Number(offerPrices(one)[0]?.amount) === price && specificationsOf(one).length > 0,
  )
  return part && listPrice(part)
}

const OUTDATED = '@outdated'
const HOUR_MS = 3_600_000
// A day without a time zone starts 14 hours before UTC at the earliest and ends 12 hours after it at the latest.
const EARLIEST_MS = -14 * HOUR_MS
const LATEST_MS = (24 + 12) * HOUR_MS
const MAX_VALUES = 100_000

function isOutdated(offer: SchemaItem): boolean {
  return offer[OUTDATED] === true
}

/** Marks the items whose dates exclude the time of the fetch. Without that time every offer counts as valid. */
export function markOutdated(items: Iterable<unknown>, fetchedAtMs: number | undefined): void {
  if (fetchedAtMs === undefined) return
  const open: unknown[] = [...items]
  for (let count = 0; open.length > 0 && count < MAX_VALUES; count++) {
    const value = open.pop()
    if (typeof value !== 'object' || value === null) continue
    const item = value as Record<string, unknown>
    if (!isValidAt(item, fetchedAtMs)) item[OUTDATED] = true
    for (const inner of Object.values(item)) if (typeof inner === 'object' && inner !== null) open.push(inner)
  }
}

function isValidAt(offer: SchemaItem, atMs: number): boolean {
  const ends = ['priceValidUntil', 'validThrough', 'availabilityEnds'].map(name => dayOf(offer[name]))
  const starts = ['validFrom', 'availabilityStarts'].map(name => dayOf(offer[name]))
  // A comparison with a day that is not stated is false.
  return !ends.some(day => day + LATEST_MS < atMs) && !starts.some(day => day + EARLIEST_MS > atMs)
}

/** schema.org writes dates in ISO 8601; a date in any other form says nothing. */
function dayOf(value: unknown): number {
  return Date.parse(/^\d{4}-\d{2}-\d{2}/.exec(stringOf(value)?.trim() ?? '')?.[0] ?? '')
}

// Prices, currency, stock and variants of a product, merged from its documents and its page.
import { preferredOffers, isPurchasable } from '#reader/values/offers'
import type { FieldSource, GeneralProduct } from '#kit/product/general-product'
import { bestAvailability } from '#kit/product/mapping-values'
import { money } from '#reader/values/money'
import { currencyProblem } from '#reader/values/price-problem'
import type { ExtractedVariant } from '#kit/product/reading'
import {
  type SourcedValue,
  isPresent,
  isSame,
  pageKinds,
  sourceOf,
  type SourcedFields,
} from './read-witness.ts'
import { findDisputes } from './find-disputes.ts'
import { conditionOf, mergeVariants, priceOfVariants, usedPrices } from './variant-prices.ts'
import { offerOf, claimsOfPage, statementOf } from './offer-statements.ts'
import { placesOfPrice, formatLocations } from './trace-pages.ts'
import { inCurrency, toPageUnits } from './one-currency.ts'

const AMOUNTS = ['price', 'list_price', 'price_max']
const UNPRINTED = ['price', 'price_max']

/** Prices, currency, stock and variants: what the documents state together, because each may lack a part. */
export function mergeOffer(
  all: readonly SourcedFields[],
  page: GeneralProduct | undefined,
  fields: Record<string, unknown>,
  sources: Record<string, FieldSource>,
): void {
  const currency = all.find(witness => witness.currency)?.currency
  const code = currency?.value ?? unstatedCurrency(all, page)
  const witnesses = all.map(witness => inCurrency(toPageUnits(page, witness), code))
  const toMoney = (amount: string | undefined) => money(amount, code) ?? null
  const merged = mergeVariants(witnesses.flatMap(witness => witness.variants ?? []))
  const { evidence: place } = merged
  const variants = withStockOfPage(merged.variants, page)
  const only = variants[0]
  const hasChoice = variants.length > 1 || (only?.size ?? only?.color) !== undefined
  const isPlanOnly = all.some(witness => witness.requires_plan?.value === true)
  if (isPlanOnly) removePrice(fields, sources)
  const price = isPlanOnly ? undefined : choosePrice(witnesses, variants, shownPrice(page, code))
  const ofCurrency = currency ? `; currency: ${currency.where}` : ''
  const note = (name: string, evidence: SourcedValue<unknown> | undefined, isMoney = false) => {
    if (!evidence || !isPresent(fields[name])) return
    const ofPage = isSame(page?.[name as keyof GeneralProduct], fields[name]) ? pageKinds(page, name) : []
    const where = isMoney ? `${placeOfPrice(evidence, fields[name])}${ofCurrency}` : evidence.where
    sources[name] = sourceOf({ ...evidence, where }, ofPage)
  }
  if (price) {
    fields.price = toMoney(price.price)
    const stating = price.evidence ?? place
    const printed = printedFormer(price, stating, fields.price, page)
    fields.list_price = printed ?? toMoney(price.list_price)
    fields.price_max = toMoney(price.price_max)
    for (const name of printed ? UNPRINTED : AMOUNTS) note(name, stating, true)
    if (stating && code === undefined) sources.price ??= unpriced(stating, price)
  }
  const { sku, gtin } = (hasChoice ? undefined : only) ?? {}
  for (const [name, value] of Object.entries({ sku, gtin, condition: conditionOf(variants) })) {
    if (value === undefined || witnesses.some(witness => witness[name as 'sku'])) continue
    fields[name] = value
    note(name, place)
  }
  const stock = chooseAvailability(witnesses, variants)
  if (stock) fields.availability = stock.value
  if (stock) note('availability', stock.evidence ?? place)
  if (hasChoice) {
    fields.variants = inMoney(variants, toMoney)
    note('variants', place)
  } else if (only) {
    // Nothing to choose: the one variant is the product.
    fields.variants = []
    delete sources.variants
  }
  const others = witnesses.find(witness => witness.other_prices)?.other_prices
  const listed = [...(others?.value ?? []), ...usedPrices(variants)]
  if (listed.length > 0) {
    fields.other_prices = listed.map(one => Object.assign({}, one, { price: toMoney(one.price) }))
    note('other_prices', others ?? place, true)
  }
  const statements = [...witnesses.flatMap(statementOf), ...claimsOfPage(page, code)]
  fields.disputed = findDisputes(offerOf(fields, code, price?.price, variants), statements).disputed
}

/** An amount without a currency. */
function unpriced(evidence: SourcedValue<unknown>, { price }: ChosenPrice): FieldSource {
  return { ...sourceOf(evidence, []), problem: currencyProblem(price, null) }
}

/** Data in a page often lacks the former price that the page prints beside the same price; a document has all prices. */
function printedFormer(
  { list_price }: ChosenPrice,
  evidence: SourcedValue<unknown> | undefined,
  price: unknown,
  page: GeneralProduct | undefined,
) {
  const isPrinted = list_price === undefined && evidence?.from === 'embedded' && isSame(page?.price, price)
  return isPrinted ? page?.list_price : undefined
}

/** Of everything that was read of the variants, only what the price is. */
function placeOfPrice({ places = [], where }: SourcedValue<unknown>, value: unknown): string {
  const { amount } = value as { readonly amount?: string }
  return (amount !== undefined && formatLocations(placesOfPrice(places, amount))) || where
}

function inMoney(variants: readonly ExtractedVariant[], toMoney: (amount: string | undefined) => unknown) {
  return variants.map(one => ({ ...one, price: toMoney(one.price), list_price: toMoney(one.list_price) }))
}

/** What the page states, or else what a shared sign most likely means. */
function unstatedCurrency(
  all: readonly SourcedFields[],
  page: GeneralProduct | undefined,
): string | undefined {
  const hint = all.find(witness => witness.currency_hint)?.currency_hint
  return page?.price?.currency ?? page?.list_price?.currency ?? hint?.value
}

/** What the page prints is then the price of a plan. */
function removePrice(fields: Record<string, unknown>, sources: Record<string, FieldSource>): void {
  for (const name of ['price', 'list_price', 'price_max']) {
    fields[name] = null
    delete sources[name]
  }
}

interface ChosenPrice {
  readonly price: string
  readonly list_price?: string | undefined
  readonly price_max?: string | undefined
  /** Undefined when the variants state it. */
  readonly evidence?: SourcedValue<unknown>
}

/**
 * The lowest price of the new variants that are for sale, if all of these have one. Otherwise what a document states for the
 * product as a whole: a page may show another price than the cheapest of variants that are all sold out.
 */
function choosePrice(
  witnesses: readonly SourcedFields[],
  variants: readonly ExtractedVariant[],
  shown: string | undefined,
): ChosenPrice | undefined {
  const ofVariants = priceOfVariants(preferredOffers(variants, one => one))
  // Nobody says which variants are sold out: the page shows the price of one that can be bought.
  const isUnknown = variants.length > 1 && variants.every(one => one.availability === undefined)
  const selected = isUnknown ? variants.find(one => Number(one.price) === Number(shown)) : undefined
  if (ofVariants?.isWhole && selected?.price !== undefined) {
    const { price, list_price } = selected
    return { ...ofVariants, price, list_price, price_max: highest(ofVariants, price) }
  }
  if (ofVariants?.isWhole && variants.some(isPurchasable)) return ofVariants
  const stating = witnesses.find(witness => witness.price)
  if (!stating?.price) return ofVariants
  return {
    price: stating.price.value,
    list_price: stating.list_price?.value,
    price_max: stating.price_max?.value,
    evidence: stating.price,
  }
}

function highest({ price, price_max }: ChosenPrice, selected: string): string | undefined {
  const most = price_max ?? price
  return Number(most) > Number(selected) ? most : undefined
}

/** The price of the page, if it can be compared. */
function shownPrice(page: GeneralProduct | undefined, code: string | undefined): string | undefined {
  const { price } = page ?? {}
  return price && (code === undefined || price.currency === code) ? price.amount : undefined
}

/** A document without stock, in place of one that failed at the moment, is completed from the data of the page. */
function withStockOfPage(
  variants: readonly ExtractedVariant[],
  page: GeneralProduct | undefined,
): readonly ExtractedVariant[] {
  const known = page?.variants.filter(one => one.availability !== null) ?? []
  if (known.length === 0) return variants
  return variants.map(one => {
    const same = one.availability === undefined ? known.find(other => isSameVariant(one, other)) : undefined
    return same?.availability ? { ...one, availability: same.availability } : one
  })
}

function isSameVariant(
  extractedVariant: ExtractedVariant,
  other: GeneralProduct['variants'][number],
): boolean {
  if (extractedVariant.sku !== undefined && other.sku !== null) return extractedVariant.sku === other.sku
  if (extractedVariant.size === undefined && extractedVariant.color === undefined) return false
  return (extractedVariant.size ?? null) === other.size && (extractedVariant.color ?? null) === other.color
}

function chooseAvailability(witnesses: readonly SourcedFields[], variants: readonly ExtractedVariant[]) {
  const best = bestAvailability(variants.map(one => one.availability))
  const stated = witnesses.find(witness => witness.availability)?.availability
  if (best) return { value: best, evidence: undefined }
  return stated && { value: stated.value, evidence: stated }
}

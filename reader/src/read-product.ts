// Reads one product from any shop page: every source emits candidates, and one scorer per field chooses.
import {
  currencyFromLocation,
  currencyOfSign,
  haveOneName,
  mayMean,
  SHARED_SIGN,
  usualCurrencySymbol,
} from './values/currency-by-country.ts'
import { CURRENCY_CODES, UNITS } from './values/currency-data.ts'
import { shiftDecimalPoint } from './values/number.ts'
import { currencyFromSymbol, findCurrency } from './values/currency.ts'
import { currencyProblem, rivalsProblem } from './values/price-problem.ts'
import type { Crumb } from './values/breadcrumb-trail.ts'
import type { Candidate, ScoredField } from './candidate.ts'
import { chooseField, chooseListPrice, type FieldChoice, pricesIn, rivalsOf } from './choose.ts'
import { collectCandidates, type PageCandidates } from './collect-candidates.ts'
import { judgeProduct } from './judge-product.ts'
import type { ReaderPage, ReadOptions } from './page/read-page.ts'
import { classifyOther } from './page/page-kind.ts'
import {
  type Availability,
  isPurchasable,
  type ReaderProduct,
  type ProductField,
  type ProductRating,
  type Variant,
} from './product-shape.ts'
import { WEIGHTS, type Weights } from './score/weights.ts'
import { currencyOfPrintedSign, dollarInTexts } from './page/dollar-country.ts'
import { findOtherPrices, corroborate, isInAnswer } from './witnesses.ts'
import { isOtherCost } from './amounts/roles.ts'
import { type AmountRow, WHOLE } from './amounts/read-amounts.ts'
import {
  addStatedDetails,
  describedItems,
  highestPrice,
  lowestPrice,
  type LowestPrice,
} from './sources/stated-details.ts'

export function readProduct(html: string | Uint8Array, url: string, options?: ReadOptions): ReaderProduct {
  const candidates = collectCandidates(html, url, options)
  return toProduct(candidates, chooseAll(candidates))
}

export type ChoiceByField = Readonly<Record<ScoredField, FieldChoice>>

export function chooseAll(candidates: PageCandidates, weights: Weights = WEIGHTS): ChoiceByField {
  const of = (field: ScoredField) => chooseField(field, candidates.fields[field], weights)
  const availability = of('availability')
  const currency = of('currency')
  const priced = pricesIn(currency.candidate?.value, candidates.fields.price)
  const chosen = chooseField('price', priced, weights)
  const price = withoutRivals(withoutForeignPrice(chosen, availability, candidates))
  return {
    name: of('name'),
    brand: of('brand'),
    sku: of('sku'),
    mpn: of('mpn'),
    gtin: of('gtin'),
    price,
    list_price:
      price.candidate === undefined
        ? { ...of('list_price'), candidate: undefined }
        : chooseListPrice(candidates, price.candidate.value, weights),
    currency,
    availability,
    image: of('image'),
    description: of('description'),
    breadcrumbs: of('breadcrumbs'),
    rating: of('rating'),
    variants: of('variants'),
  }
}

/**
 * A page that says "sold out" or "on request" may show only the prices of other products, or what delivery costs; and one
 * that prints nothing but the cost of something else has no price for want of another.
 */
function withoutForeignPrice(
  price: FieldChoice,
  availability: FieldChoice,
  { amounts }: PageCandidates,
): FieldChoice {
  const { candidate, from } = price
  if (candidate?.source !== 'page') return price
  const state = availability.candidate?.value as Availability | undefined
  const isHidden = (from.none['says that its price is hidden'] ?? 0) > 0
  const isUnpriced = isHidden || (state !== undefined && !isPurchasable(state))
  const amount = amounts[candidate.row ?? -1]
  const isOther = amount !== undefined && isOtherCost(amount, isUnpriced)
  const isForeign = isUnpriced && from.none['no price of its own'] === 1
  return isOther || isForeign ? { ...price, candidate: undefined } : price
}

function withoutRivals(price: FieldChoice): FieldChoice {
  const rivals = rivalsOf(price)
  return rivals === undefined ? price : { ...price, candidate: undefined, rivals }
}

export function toProduct(
  candidates: PageCandidates,
  choices: ChoiceByField,
  weights: Weights = WEIGHTS,
): ReaderProduct {
  const { isProduct, confidence } = judgeProduct(candidates, choices, weights)
  const product = emptyProduct(isProduct, confidence)
  if (!isProduct) product.page_kind = classifyOther(candidates.page)
  if (!isProduct) return product
  const text = (field: ScoredField, name: ProductField): string | null => {
    const { candidate, confidence: sure } = choices[field]
    if (candidate === undefined) return null
    product.sources[name] = candidate.source
    product.places[name] = candidate.place
    product.confidence[name] = round(sure)
    return candidate.value
  }
  const data = <Value>(field: ScoredField, name: ProductField, otherwise: Value): Value => {
    const value = text(field, name)
    return value === null ? otherwise : (JSON.parse(value) as Value)
  }
  product.name = text('name', 'name')
  product.brand = text('brand', 'brand')
  product.sku = text('sku', 'sku')
  // A manufacturer's number equal to the SKU is only a copy.
  product.mpn = choices.mpn.candidate?.value === product.sku ? null : text('mpn', 'mpn')
  product.gtin = text('gtin', 'gtin')
  product.price = text('price', 'price')
  product.list_price = text('list_price', 'list_price')
  const items = describedItems(candidates.page, candidates.markup)
  product.other_prices = findOtherPrices(candidates.page, items, candidates.amounts, product.price)
  product.availability = text('availability', 'availability') as Availability | null
  product.images = data<string[]>('image', 'images', []).map(link => link.replace(CONTROLS, ''))
  product.description = text('description', 'description')
  product.breadcrumbs = data<Crumb[]>('breadcrumbs', 'breadcrumbs', [])
  product.rating = data<ProductRating | null>('rating', 'rating', null)
  product.variants = data<Variant[]>('variants', 'variants', [])
  const ofOffers = product.price === null ? lowestPrice(items) : undefined
  if (ofOffers) product.price = ofOffers.value
  const { rivals } = choices.price
  if (product.price === null && rivals) {
    product.sources.price = 'page'
    product.places.price = rivals[0].place
    product.problems.price = rivalsProblem(rivals.map(({ value: amount, sign }) => ({ amount, sign })))
  }
  if (product.price !== null) addCurrency(product, candidates, choices, text)
  if (product.price !== null && product.iso_currency === null && !ofOffers)
    product.problems.price = currencyProblem(product.price, product.currency)
  if (ofOffers) addSource(product, ofOffers)
  addStatedDetails(product, candidates.page, items)
  addHighestPrice(product, items, choices, candidates.amounts)
  addWitnesses(product, candidates, choices)
  return inIsoUnits(product)
}

function addSource(product: ReaderProduct, { currency, from, place }: LowestPrice): void {
  product.iso_currency = currency
  for (const field of ['price', 'iso_currency'] as const) {
    product.sources[field] = from
    product.places[field] = place
    product.confidence[field] = 1
  }
}

/** Prices in a unit without a code of ISO 4217, in the currency that it is of. */
function inIsoUnits(product: ReaderProduct): ReaderProduct {
  const unit = UNITS[product.iso_currency ?? '']
  if (!unit) return product
  const moved = (amount: string) => shiftDecimalPoint(amount, unit.places)
  const maybe = (amount: string | null) => (amount === null ? null : moved(amount))
  return {
    ...product,
    iso_currency: unit.code,
    price: maybe(product.price),
    list_price: maybe(product.list_price),
    price_max: maybe(product.price_max),
    other_prices: product.other_prices.map(one => ({ ...one, price: moved(one.price) })),
    variants: product.variants.map(variant =>
      (variant.currency ?? product.iso_currency) === product.iso_currency
        ? {
            ...variant,
            currency: unit.code,
            price: variant.price && moved(variant.price),
            list_price: variant.list_price && moved(variant.list_price),
          }
        : variant,
    ),
  }
}

// Browsers drop them or refuse the address.
// oxlint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g

function addHighestPrice(
  product: ReaderProduct,
  items: ReturnType<typeof describedItems>,
  { price: { candidate } }: ChoiceByField,
  amounts: readonly AmountRow[],
): void {
  if (product.price === null) return
  const highest = highestPrice(product, items) ?? highestPrinted(candidate, amounts)
  if (!highest) return
  product.price_max = highest.value
  product.sources.price_max = highest.from
  product.places.price_max = highest.place
  product.confidence.price_max = product.confidence.price ?? 0
}

/** The higher end of a printed range. */
function highestPrinted(
  price: Candidate | undefined,
  amounts: readonly AmountRow[],
): ReturnType<typeof highestPrice> {
  const upTo = amounts.find(
    one => one.upTo !== undefined && Number(one.amount) === Number(price?.value),
  )?.upTo
  return upTo === undefined || price === undefined
    ? undefined
    : { value: upTo, from: 'page', place: price.place }
}

function addWitnesses(product: ReaderProduct, { stock }: PageCandidates, choices: ChoiceByField): void {
  const fields = [
    ['price', corroborate('price', choices.price)],
    ['iso_currency', corroborate('currency', choices.currency)],
    ['availability', corroborate('availability', choices.availability, stock)],
  ] as const
  for (const [field, { also, against }] of fields) {
    if (product[field] === null) continue
    product.also[field] = [...also]
    product.disputed.push(...against.filter(one => !isInAnswer(one, product)))
  }
}

function addCurrency(
  product: ReaderProduct,
  { page, amounts }: PageCandidates,
  choices: ChoiceByField,
  text: (field: ScoredField, name: ProductField) => string | null,
): void {
  product.iso_currency = text('currency', 'iso_currency')
  const { candidate } = choices.price
  const place =
    choices.currency.candidate?.sign === undefined ? undefined : currencyFromLocation(page.url, page.language)
  if (place !== undefined && isWholeWithoutSign(amounts, product.price)) {
    product.iso_currency = place
    product.places.iso_currency = 'address'
  }
  // A currency that is stated with the price is as certain as the price.
  const isMoreCertain = choices.price.confidence > (product.confidence.iso_currency ?? 0)
  if (candidate?.currency !== undefined && (candidate.currency !== product.iso_currency || isMoreCertain)) {
    if (candidate.currency !== product.iso_currency) {
      product.iso_currency = candidate.currency
      product.sources.iso_currency = candidate.source
      product.places.iso_currency = candidate.place
    }
    product.confidence.iso_currency = round(choices.price.confidence)
  }
  const shown = amounts.find(
    ({ amount, sign }) => sign !== undefined && Number(amount) === Number(product.price),
  )
  // The country of the shop says nothing about a price with another country's sign: "kr" on .de.
  const isGuess = choices.currency.candidate?.place === 'address' && product.places.iso_currency === 'address'
  if (
    isGuess &&
    shown?.sign !== undefined &&
    currencyOfPrintedSign(shown.sign, page) !== product.iso_currency
  ) {
    product.iso_currency = null
    removeSource(product, 'iso_currency')
  }
  const printed = shown?.sign === undefined ? undefined : onlyCurrencyOf(shown.sign, page)
  const { iso_currency: stated } = product
  const isSaid = stated === null || printed?.some(one => one === stated || haveOneName(one, stated))
  if (printed !== undefined && isSaid === false) {
    // The symbol next to the price overrides a tracking call or another price.
    product.iso_currency = printed.length === 1 ? (printed[0] ?? null) : null
    product.sources.iso_currency = 'page'
    product.places.iso_currency = `printed ${shown?.sign}`
    if (product.iso_currency === null) removeSource(product, 'iso_currency')
  }
  addSaidCurrency(product, page, { sign: shown?.sign, isStated: candidate?.currency !== undefined })
  const usual = product.iso_currency === null ? undefined : usualCurrencySymbol(product.iso_currency)
  const symbol = shown ? printedSymbol(shown) : usual
  if (symbol === undefined) return
  product.currency = symbol
  product.sources.currency = shown ? 'page' : (product.sources.iso_currency ?? 'page')
  product.places.currency = shown ? `printed ${shown.sign}` : (product.places.iso_currency ?? '')
  product.confidence.currency = round(choices.currency.confidence)
}

/** "124,- (US$ 11.35)": a sign beside another amount says nothing of a price that is printed as a whole one without. */
function isWholeWithoutSign(amounts: readonly AmountRow[], price: string | null): boolean {
  const printed = amounts.filter(({ amount }) => Number(amount) === Number(price))
  return printed.some(({ text }) => WHOLE.test(text)) && printed.every(({ sign }) => sign === undefined)
}

/** What the caller says of the shop's prices: it stands where the page only prints a shared sign, or none. */
function addSaidCurrency(
  product: ReaderProduct,
  page: ReaderPage,
  { sign, isStated }: { readonly sign: string | undefined; readonly isStated: boolean },
): void {
  const { currency: said } = page
  if (said === undefined) return
  const { iso_currency: own, places } = product
  const place = places.iso_currency ?? ''
  const isGuess = !isStated && (place === 'address' || SHARED_SIGN.test(place.replace('printed ', '')))
  const isOpen = own === null || own === said || isGuess
  if (!isOpen || (sign !== undefined && !mayMean(sign, said))) {
    if (own !== null) product.disputed.push({ field: 'currency', value: said, from: 'taught' })
    return
  }
  product.iso_currency = said
  product.sources.iso_currency ??= 'page'
  product.places.iso_currency ??= 'option currency'
  product.confidence.iso_currency = product.confidence.price ?? 1
  const hinted = sign === '$' ? dollarInTexts(page) : undefined
  if (hinted !== undefined && hinted !== said)
    product.disputed.push({ field: 'currency', value: hinted, from: 'page' })
}

/** The currencies that a printed symbol can mean; undefined for a symbol that many countries share. */
function onlyCurrencyOf(sign: string, page: ReaderPage): readonly string[] | undefined {
  if (SHARED_SIGN.test(sign)) return undefined
  if (sign === '元' || sign === '圓') return ['CNY', 'TWD', 'HKD', 'MOP']
  const code = currencyFromSymbol(sign) && currencyOfSign(sign, page)
  return code === undefined ? undefined : [code]
}

function removeSource(product: ReaderProduct, field: ProductField): void {
  delete product.sources[field]
  delete product.places[field]
  delete product.confidence[field]
}

// "$12.99 USD" has a symbol next to the code; "EUR 12.99" has none.
function printedSymbol({ text }: AmountRow): string | undefined {
  const sign = findCurrency(text.replace(/(?<!\p{L})[A-Z]{3}(?![\p{L}$])/gu, ' '))
  return sign !== undefined && !CURRENCY_CODES.has(sign.toUpperCase()) ? sign : undefined
}

function round(confidence: number): number {
  return Math.round(confidence * 1000) / 1000
}

function emptyProduct(isProduct: boolean, confidence: number): ReaderProduct {
  return {
    name: null,
    brand: null,
    sku: null,
    mpn: null,
    gtin: null,
    price: null,
    currency: null,
    iso_currency: null,
    list_price: null,
    price_max: null,
    other_prices: [],
    availability: null,
    condition: null,
    color: null,
    seller: null,
    attributes: [],
    images: [],
    description: null,
    breadcrumbs: [],
    rating: null,
    variants: [],
    is_product: isProduct,
    page_kind: isProduct ? 'product' : 'other',
    sources: {},
    places: {},
    also: {},
    disputed: [],
    problems: {},
    confidence: { is_product: round(confidence) },
  }
}

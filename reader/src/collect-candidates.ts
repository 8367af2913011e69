// Collects the candidates for every field from every source, with the features that the scorers weigh.
import { type ExplainedAmount, explainAmounts, type ClassifierFor } from './amounts/explain-amounts.ts'
import { emitAmounts } from './amounts/read-amounts.ts'
import {
  type Candidate,
  createCandidates,
  type FieldCandidates,
  type FieldFeatures,
  type Features,
  type ScoredField,
  type Emit,
} from './candidate.ts'
import { availabilityCandidates } from './features/availability-features.ts'
import { brandFeatures, statedBrands } from './features/brand-features.ts'
import { lettersOf } from './feature-sets.ts'
import { currencyFeatures, nameFeatures, numberFeatures, plainFeatures } from './features/other-features.ts'
import { priceFeatures } from './features/price-features.ts'
import { skuFeatures, statedNumbers } from './features/sku-features.ts'
import { OTHER_PRODUCTS, SITE_CHROME } from './page/element-context.ts'
import { type ReaderPage, type ReadOptions, readPage } from './page/read-page.ts'
import { emitAddress, emitAttributes } from './sources/address.ts'
import { emitEmbedded } from './sources/state/emit-embedded.ts'
import { emitJsonLd } from './sources/schema-org/emit-json-ld.ts'
import { emitLabels } from './sources/shown/labels.ts'
import { emitMeta } from './sources/schema-org/meta-elements.ts'
import { type MarkupProduct, readMarkupProduct } from './sources/schema-org/markup-product.ts'
import { emitMicrodata } from './sources/schema-org/emit-microdata.ts'
import { emitPageDetails } from './sources/shown/page-details.ts'
import { plainNames } from './sources/shown/plain-name.ts'
import { emitShownBrand } from './sources/shown/shown-brand.ts'
import { emitStateProduct } from './sources/state/state-product.ts'
import { emitStateVariants } from './sources/state/state-variants.ts'
import { emitStock } from './sources/shown/stock.ts'
import type { Classifier } from './score/classes.ts'
import { pageFacts, pageOdds, type PageOdds } from './statements/page-words.ts'
import type { StockClassifierFor } from './statements/stock-statements.ts'
import { currencyFromLocation, SHARED_SIGN } from './values/currency-by-country.ts'
import { currencyInData, currencyOfPrintedSign } from './page/dollar-country.ts'

export interface PageCandidates {
  readonly page: ReaderPage
  readonly markup: MarkupProduct
  readonly amounts: readonly ExplainedAmount[]
  /** What its words say about the page, and facts that hold in any language. */
  readonly odds: PageOdds
  readonly facts: Features
  /** Every statement about stock, before they are weighed against each other. */
  readonly stock: readonly Candidate[]
  /** Every number by which the page identifies something, among them ids of the platform. */
  readonly numbers: readonly Candidate[]
  readonly fields: Readonly<Record<ScoredField, FieldCandidates>>
}

/** In training, weights that have not seen a text. */
export interface ExplainedBy {
  readonly amount?: ClassifierFor
  readonly page?: (page: ReaderPage) => Classifier
  readonly stock?: StockClassifierFor
}

export function collectCandidates(
  html: string | Uint8Array,
  url: string,
  options?: ReadOptions,
  by: ExplainedBy = {},
): PageCandidates {
  const page = readPage(html, url, options)
  const { of, markup, amounts, hidden } = readSources(page, by)
  const field = (
    name: ScoredField,
    describe: (page: ReaderPage, list: readonly Candidate[]) => FieldFeatures,
    keyOf: (value: string) => string = value => value,
    list = of(name),
  ): FieldCandidates => {
    return { list, ...describe(page, list), keys: list.map(({ value }) => keyOf(value)) }
  }
  const plain = (name: ScoredField) => field(name, plainFeatures)
  const odds = pageOdds(page, amounts.length > 0, by.page?.(page))
  const asNumber = (value: string) => String(Number(value))
  return {
    page,
    markup,
    amounts,
    odds,
    facts: pageFacts(page, amounts, odds),
    stock: of('availability'),
    numbers: of('sku'),
    fields: {
      name: field('name', nameFeatures, undefined, plainNames(page, of('name'))),
      brand: field('brand', brandFeatures, lettersOf, statedBrands(page, of('brand'))),
      sku: field('sku', skuFeatures, undefined, statedNumbers(page, of('sku'))),
      mpn: field('mpn', numberFeatures),
      gtin: field('gtin', numberFeatures),
      price: field(
        'price',
        (_page, list) => priceFeatures(page, list, amounts, { ...odds, hidden }),
        asNumber,
      ),
      list_price: field('list_price', plainFeatures, asNumber),
      currency: field('currency', currencyFeatures),
      availability: availabilityCandidates(page, of('availability'), amounts),
      image: plain('image'),
      description: plain('description'),
      breadcrumbs: plain('breadcrumbs'),
      rating: plain('rating'),
      variants: plain('variants'),
    },
  }
}

/** Every source emits its candidates. */
function readSources(page: ReaderPage, by: ExplainedBy) {
  const found = createCandidates()
  const { emit, of } = found
  const markup = readMarkupProduct(page)
  emitJsonLd(page, emit)
  emitMicrodata(page, markup, emit)
  emitMeta(page, emit)
  const amounts = explainAmounts(page, new Set(of('currency').map(({ value }) => value)), by.amount)
  emitAmounts(amounts, page, emit)
  emitCurrency(page, amounts, emit)
  emitLabels(page, emit)
  emitShownBrand(page, emit)
  const hidden = emitStock(page, emit, by.stock)
  emitAddress(page, emit)
  emitAttributes(page, emit)
  emitState(page, found)
  emitPageDetails(page, emit)
  return { of, markup, amounts, hidden }
}

/** Embedded state is large, so it is read only when the page has no price elsewhere. */
function emitState(page: ReaderPage, { emit, of }: ReturnType<typeof createCandidates>): void {
  const isElsewhere = ({ node }: Candidate) =>
    node === undefined || (page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME)) === 0
  if (!of('price').some(isElsewhere)) emitStateProduct(page, emit)
  if (of('variants').length === 0)
    emitStateVariants(page, new Set(of('price').map(({ value }) => Number(value))), emit)
  emitEmbedded(page, emit)
}

/** Symbols of printed prices, resolved by the shop's country, and the country itself. */
function emitCurrency(page: ReaderPage, amounts: readonly ExplainedAmount[], emit: Emit): void {
  const place = currencyFromLocation(page.url, page.language)
  if (place !== undefined && !isExcluded(place, page))
    emit({ field: 'currency', value: place, source: 'page', place: 'address', features: { location: 1 } })
  const byCode = new Map<string, ExplainedAmount[]>()
  for (const price of amounts) {
    const code = price.sign === undefined ? undefined : currencyOfPrintedSign(price.sign, page)
    if (code === undefined) continue
    const list = byCode.get(code)
    if (list) list.push(price)
    else byCode.set(code, [price])
  }
  const start = page.heading?.at ?? 0
  const first = amounts.find(({ sign, at, isOwn }) => sign !== undefined && isOwn && at >= start)
  for (const [code, list] of byCode) {
    const [one] = list
    if (!one) continue
    emit({
      field: 'currency',
      value: code,
      source: 'page',
      place: `printed ${one.sign}`,
      at: one.at,
      sign: one.sign,
      features: {
        printed: 1,
        ...(list.length > amounts.length / 2 ? { 'beside most prices': 1 } : {}),
        ...(first && list.includes(first) ? { 'beside the first price after the heading': 1 } : {}),
        ...(SHARED_SIGN.test(one.sign ?? '') ? { 'shared sign': 1 } : {}),
      },
    })
  }
}

/** The data state a sign that is none of this currency: a Swedish shop under .eu or .de. */
function isExcluded(place: string, page: ReaderPage): boolean {
  const written = page.meta.get('product:price:currency')?.[0] ?? page.meta.get('og:price:currency')?.[0]
  if (written === undefined || /^\s*[A-Z]{3}\s*$/.test(written)) return false
  const stated = currencyInData(written, page)
  return stated !== undefined && stated !== place
}

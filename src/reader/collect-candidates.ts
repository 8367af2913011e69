// Collects the candidates for every field from every source, with the features that the scorers weigh.
import {
  type Candidate,
  createCandidates,
  type FieldCandidates,
  type FieldFeatures,
  type ScoredField,
  type Emit,
} from './candidate.ts'
import { availabilityCandidates } from './features/availability-features.ts'
import { brandFeatures, statedBrands } from './features/brand-features.ts'
import { lettersOf } from './features/feature-sets.ts'
import { currencyFeatures, nameFeatures, numberFeatures, plainFeatures } from './features/other-features.ts'
import { priceFeatures } from './features/price-features.ts'
import { skuFeatures, statedNumbers } from './features/sku-features.ts'
import { OTHER_PRODUCTS, SITE_CHROME, REVIEWS } from './page/element-context.ts'
import { type Page, type ReadOptions, readPage } from './page/read-page.ts'
import { emitAddress, emitAttributes } from './sources/address.ts'
import { emitEmbedded } from './sources/state/emit-embedded.ts'
import { emitJsonLd } from './sources/schema-org/emit-json-ld.ts'
import { emitLabels } from './sources/shown/labels.ts'
import { emitMeta } from './sources/schema-org/meta.ts'
import { type MarkupProduct, readMarkupProduct } from './sources/schema-org/markup-product.ts'
import { emitMicrodata } from './sources/schema-org/emit-microdata.ts'
import { emitPageDetails } from './sources/shown/page-details.ts'
import { plainNames } from './sources/shown/plain-name.ts'
import { emitShownBrand } from './sources/shown/shown-brand.ts'
import { emitShownPrices, findShownPrices, type ShownPrice } from './sources/shown/shown-prices.ts'
import { emitStateProduct } from './sources/state/state-product.ts'
import { emitStateVariants } from './sources/state/state-variants.ts'
import { emitStock } from './sources/shown/stock.ts'
import { currencyFromLocation, SHARED_SIGN } from '../kit/values/currency-by-country.ts'
import { currencyInData, currencyOfPrintedSign } from './sources/dollar-country.ts'

export interface PageCandidates {
  readonly page: Page
  readonly markup: MarkupProduct
  readonly prices: readonly ShownPrice[]
  /** Every statement about stock, before they are weighed against each other. */
  readonly stock: readonly Candidate[]
  /** Every number by which the page identifies something, among them ids of the platform. */
  readonly numbers: readonly Candidate[]
  readonly fields: Readonly<Record<ScoredField, FieldCandidates>>
}

export function collectCandidates(
  html: string | Uint8Array,
  url: string,
  options?: ReadOptions,
): PageCandidates {
  const page = readPage(html, url, options)
  const { emit, of } = createCandidates()
  const prices = findShownPrices(page)
  emitJsonLd(page, emit)
  const markup = readMarkupProduct(page)
  emitMicrodata(page, markup, emit)
  emitMeta(page, emit)
  emitShownPrices(prices, page, emit)
  emitCurrency(page, prices, emit)
  emitLabels(page, emit)
  emitShownBrand(page, emit)
  emitStock(page, emit)
  emitAddress(page, emit)
  emitAttributes(page, emit)
  // Embedded state is large, so it is read only when the page has no price elsewhere.
  const isElsewhere = ({ node }: Candidate) =>
    node === undefined || (page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME)) === 0
  if (!of('price').some(isElsewhere)) emitStateProduct(page, emit)
  if (of('variants').length === 0)
    emitStateVariants(page, new Set(of('price').map(({ value }) => Number(value))), emit)
  emitEmbedded(page, emit)
  emitPageDetails(page, emit)
  const field = (
    name: ScoredField,
    describe: (page: Page, list: readonly Candidate[]) => FieldFeatures,
    keyOf: (value: string) => string = value => value,
    list = of(name),
  ): FieldCandidates => {
    return { list, ...describe(page, list), keys: list.map(({ value }) => keyOf(value)) }
  }
  const asNumber = (value: string) => String(Number(value))
  return {
    page,
    markup,
    prices,
    stock: of('availability'),
    numbers: of('sku'),
    fields: {
      name: field('name', nameFeatures, undefined, plainNames(page, of('name'))),
      brand: field('brand', brandFeatures, lettersOf, statedBrands(page, of('brand'))),
      sku: field('sku', skuFeatures, undefined, statedNumbers(page, of('sku'))),
      mpn: field('mpn', numberFeatures),
      gtin: field('gtin', numberFeatures),
      price: field('price', (_page, list) => priceFeatures(page, list, prices), asNumber),
      list_price: field('list_price', plainFeatures, asNumber),
      currency: field('currency', currencyFeatures),
      availability: availabilityCandidates(page, of('availability'), prices),
      image: field('image', plainFeatures),
      description: field('description', plainFeatures),
      breadcrumbs: field('breadcrumbs', plainFeatures),
      rating: field('rating', plainFeatures),
      variants: field('variants', plainFeatures),
    },
  }
}

/** Symbols of printed prices, resolved by the shop's country, and the country itself. */
function emitCurrency(page: Page, prices: readonly ShownPrice[], emit: Emit): void {
  const place = currencyFromLocation(page.url, page.language)
  if (place !== undefined && !isExcluded(place, page))
    emit({ field: 'currency', value: place, source: 'page', place: 'address', features: { location: 1 } })
  const byCode = new Map<string, ShownPrice[]>()
  for (const price of prices) {
    const code = price.sign === undefined ? undefined : currencyOfPrintedSign(price.sign, page)
    if (code === undefined) continue
    const list = byCode.get(code)
    if (list) list.push(price)
    else byCode.set(code, [price])
  }
  const start = page.heading?.at ?? 0
  const isOwn = ({ node, at }: ShownPrice) =>
    at >= start && (page.context.flags(node) & (OTHER_PRODUCTS | SITE_CHROME | REVIEWS)) === 0
  const first = prices.find(price => price.sign !== undefined && isOwn(price))
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
        ...(list.length > prices.length / 2 ? { 'beside most prices': 1 } : {}),
        ...(first && list.includes(first) ? { 'beside the first price after the heading': 1 } : {}),
        ...(SHARED_SIGN.test(one.sign ?? '') ? { 'shared sign': 1 } : {}),
      },
    })
  }
}

/** The data state a sign that is none of this currency: a Swedish shop under .eu or .de. */
function isExcluded(place: string, page: Page): boolean {
  const written = page.meta.get('product:price:currency')?.[0] ?? page.meta.get('og:price:currency')?.[0]
  if (written === undefined || /^\s*[A-Z]{3}\s*$/.test(written)) return false
  const stated = currencyInData(written, page)
  return stated !== undefined && stated !== place
}

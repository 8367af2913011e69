// Collects the candidates for every field from every source, with the features that the scorers weigh.
import {
  type Candidate,
  createCandidates,
  type FieldCandidates,
  type FieldFeatures,
  type ScoredField,
} from './candidate.ts'
import { availabilityCandidates } from './features/availability-features.ts'
import { brandFeatures, statedBrands } from './features/brand-features.ts'
import { lettersOf } from './features/feature-sets.ts'
import { currencyFeatures, nameFeatures, numberFeatures, plainFeatures } from './features/other-features.ts'
import { priceFeatures } from './features/price-features.ts'
import { skuFeatures, statedNumbers } from './features/sku-features.ts'
import { OTHER_PRODUCTS, SITE_CHROME } from './page/element-context.ts'
import { type Page, type ReadOptions, readPage } from './page/read-page.ts'
import { emitAddress, emitAttributes } from './sources/address.ts'
import { emitCurrency } from './sources/currency.ts'
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

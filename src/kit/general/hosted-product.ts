// Reads a product of a hosted storefront: the product itself, the script route for its stock, the page for its currency.
import {
  asFlag,
  asId,
  asList,
  asLooseNumber,
  asObject,
  asText,
  asTrimmed,
  at,
  type JsonObject,
} from '../json-values.ts'
import type { Page } from '../page.ts'
import { barcodeOf, sizeAndColor } from '../platform/stated-values.ts'
import { readOfferPrice } from '../schema-org-offer.ts'
import { htmlToText } from '../values/text.ts'
import type { Availability, Condition } from './general-product.ts'
import { attributes, listPrice, lowestPrice, unique } from './mapping-values.ts'
import { compareAmounts, type Money, money } from './money.ts'
import { schemaOffers } from './schema-org.ts'
import { variantAvailability } from './variant-values.ts'

export interface HostedProduct {
  /** As the shop sends it: of the JSON route, of the script route, or embedded in the page. */
  readonly product: JsonObject
  /** Whether prices are decimals of the unit; the script route has hundredths, in any currency. */
  readonly hasDecimals: boolean
  /** The same product with `available` for each variant, as the script route has it. */
  readonly stock: JsonObject | undefined
  /** Its page, fetched only when the product states no currency. */
  readonly page: Page | undefined
}

export const hostedVariantsIn = (product: JsonObject | undefined): readonly JsonObject[] =>
  (asList(product?.variants, asObject) ?? []).filter(one => one !== undefined)

/** Newer shops state the currency of each price. */
export const hostedPriceCurrency = (product: JsonObject | undefined): string | undefined =>
  hostedVariantsIn(product)
    .map(one => asTrimmed(one.price_currency))
    .find(Boolean)

/** What the shop states: with each price, or on its page. */
export function hostedCurrency({ product, page }: HostedProduct): string | undefined {
  return hostedPriceCurrency(product) ?? (page && pageCurrency(page))
}

/** A page may show prices in the visitor's currency; the product's are in it only if the rate is 1. */
function pageCurrency(page: Page): string | undefined {
  const shown = page.assigned('Shopify.currency')
  if (asLooseNumber(at(shown, 'rate')) === 1) return asTrimmed(at(shown, 'active'))
  if (shown !== undefined) return undefined
  return (
    schemaOffers(page.jsonLdOf('Product', 'ProductGroup')?.offers)
      .map(offer => readOfferPrice(offer).currency)
      .find(Boolean) ?? page.first('meta[property="og:price:currency"]')?.attr('content')
  )
}

/** A price of 0 is none, and a whole number among decimals may be in hundredths. */
function priceIn({ hasDecimals }: HostedProduct, amount: unknown, currency: string | undefined) {
  if (hasDecimals && Number.isInteger(amount)) return undefined
  const units = asTrimmed(amount) ?? asLooseNumber(amount)
  if (units === undefined || Number(units) === 0) return undefined
  return money(hasDecimals ? units : (Number(units) / 100).toFixed(2), currency)
}

function stockOf(state: JsonObject | undefined): Availability | undefined {
  const isAvailable = asFlag(state?.available)
  return isAvailable === undefined ? undefined : isAvailable ? 'in_stock' : 'out_of_stock'
}

interface HostedOffer {
  readonly condition: Condition | undefined
  readonly price: Money | undefined
  readonly list_price: Money | undefined
  readonly availability: Availability | undefined
}

/** What each variant costs, and whether it can be bought. */
export function hostedOffers(hosted: HostedProduct, currency: string | undefined): HostedOffer[] {
  const states = hostedVariantsIn(hosted.stock)
  return hostedVariantsIn(hosted.product).map(one => {
    const id = asId(one.id)
    const state = states.find(other => asId(other.id) === id)
    // By subscription only: the amount is not what a single purchase costs.
    const needsPlan = [hosted.product, hosted.stock, one, state].some(
      part => asFlag(part?.requires_selling_plan) === true,
    )
    const price = needsPlan ? undefined : priceIn(hosted, one.price, currency)
    return {
      condition: choiceOf(hosted.product, one).condition,
      price,
      list_price: listPrice(priceIn(hosted, one.compare_at_price, currency), price),
      availability: stockOf(state ?? one),
    }
  })
}

/** The only variant of a product without options. */
const NO_CHOICE = 'Default Title'

/** The script route has options as names, or as objects with names; old shops have none, and the title is the choice. */
function choiceOf(product: JsonObject, variant: JsonObject): ReturnType<typeof sizeAndColor> {
  const names = asList(product.options, one => asTrimmed(one) ?? asTrimmed(at(one, 'name')) ?? '')
  const options = names?.map((name, index) => ({
    name,
    value: asTrimmed(variant[`option${index + 1}`]),
  })) ?? [{ name: undefined, value: asTrimmed(variant.title) }]
  return sizeAndColor(options.filter(({ value }) => value !== NO_CHOICE))
}

/** Empty when there is nothing to choose. `url`: the product's page. */
export function hostedVariants(hosted: HostedProduct, currency: string | undefined, url: string | undefined) {
  const { product } = hosted
  const offers = hostedOffers(hosted, currency)
  const variants = hostedVariantsIn(product).map((one, index) => {
    const id = asId(one.id)
    const { size, color, condition } = choiceOf(product, one)
    return {
      price: offers[index]?.price,
      list_price: offers[index]?.list_price,
      availability: offers[index]?.availability,
      size,
      color,
      condition,
      sku: asTrimmed(one.sku),
      gtin: barcodeOf(one.barcode),
      url: url !== undefined && id !== undefined ? `${url}?variant=${id}` : undefined,
    }
  })
  return variants.some(one => one.size ?? one.color ?? one.condition) ? variants : []
}

/** Plans are sold beside the single purchase. Only the script route has them, in hundredths; the cheapest of all counts. */
export function hostedPlanPrices({ product, stock }: HostedProduct, currency: string | undefined) {
  const plans = [product, stock].flatMap(hostedVariantsIn).flatMap(one => {
    const allocations = asList(one.selling_plan_allocations, plan => asLooseNumber(at(plan, 'price')))
    return (allocations ?? []).map(cents => money(cents ? (cents / 100).toFixed(2) : undefined, currency))
  })
  const price = lowestPrice(plans)
  return [
    ...(price ? [{ kind: 'subscription' as const, price }] : []),
    ...hostedUnitPrices({ product, stock }, currency),
  ]
}

/** What a measure costs, of the cheapest variant; in hundredths, as only the script route has it. */
function hostedUnitPrices(
  { product, stock }: Pick<HostedProduct, 'product' | 'stock'>,
  currency: string | undefined,
) {
  const prices = [product, stock].flatMap(hostedVariantsIn).flatMap(one => {
    const cents = asLooseNumber(one.unit_price)
    const price = money(cents ? (cents / 100).toFixed(2) : undefined, currency)
    const unit = asTrimmed(at(one.unit_price_measurement, 'reference_unit'))
    const count = asLooseNumber(at(one.unit_price_measurement, 'reference_value'))
    const text = unit && `per ${count === undefined || count === 1 ? '' : `${count} `}${unit}`
    return price ? [{ kind: 'unit' as const, price, text }] : []
  })
  return prices.toSorted((a, b) => compareAmounts(a.price, b.price)).slice(0, 1)
}

/** Some shops escape the markup twice. */
function descriptionOf(html: string | undefined): string | undefined {
  const text = html && htmlToText(html)
  return (
    (text && /<\/?(?:p|div|br|span|ul|li|strong|h\d)\b/i.test(text) ? htmlToText(text) : text) || undefined
  )
}

function imageOf(image: unknown): string | undefined {
  return (asTrimmed(image) ?? asTrimmed(at(image, 'src')))?.replace(/^\/\//, 'https://')
}

/** The fields that need no currency. */
export const hostedFields = {
  name: ({ product }: HostedProduct) => asTrimmed(product.title),
  brand: ({ product }: HostedProduct) => asTrimmed(product.vendor),
  description: ({ product }: HostedProduct) =>
    descriptionOf(asText(product.body_html) ?? asText(product.description)),
  color({ product }: HostedProduct) {
    const colors = unique(hostedVariantsIn(product).map(one => choiceOf(product, one).color))
    return colors.length === 1 ? colors[0] : undefined
  },
  availability: (hosted: HostedProduct) =>
    variantAvailability(hostedOffers(hosted, undefined)) ?? stockOf(hosted.stock ?? hosted.product),
  images: ({ product }: HostedProduct) => unique(asList(product.images, imageOf)),
  attributes: ({ product }: HostedProduct) =>
    attributes({
      type: asTrimmed(product.product_type) ?? asTrimmed(product.type),
      tags: asTrimmed(product.tags) ?? asList(product.tags, asTrimmed)?.filter(Boolean).join(', '),
    }),
  platform: () => 'shopify',
}

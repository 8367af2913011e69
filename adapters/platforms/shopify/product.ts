// Reads a product in any of the platform's documents: `.json`, `.js`, the lists, and the data of the page.
import {
  asFlag,
  asId,
  asList,
  asListOrOne,
  asLooseNumber,
  asObject,
  asTrimmed,
  valueAt,
  type Availability,
  barcodeOf,
  cleanText,
  decimalFromMinor,
  decimalOf,
  formerPrice,
  htmlToText,
  type JsonObject,
  sizeAndColor,
  type FieldExtractors,
  type ExtractedVariant,
  unique,
} from '#kit'

/** Numbers are in hundredths, whatever the currency; texts are in units. */
export function amountOf(value: unknown): string | undefined {
  return typeof value === 'number' ? decimalFromMinor(value, 2) : decimalOf(value)
}

/** Whether this is a product of the platform. `variants` alone is not enough: others use the word too. */
export function isProduct(value: unknown): value is JsonObject {
  const variant = valueAt(value, 'variants', 0)
  if (asObject(variant) === undefined || valueAt(variant, 'price') === undefined) return false
  return valueAt(variant, 'option1') !== undefined || valueAt(variant, 'public_title') !== undefined
}

/** A product without a choice has one variant of this title. */
const NO_CHOICE = 'Default Title'

function optionNames(product: JsonObject): (string | undefined)[] {
  return asList(product.options, option => asTrimmed(valueAt(option, 'name')) ?? asTrimmed(option)) ?? []
}

function optionsOf(product: JsonObject, variant: unknown) {
  const names = optionNames(product)
  const values = ['option1', 'option2', 'option3'].map(name => asTrimmed(valueAt(variant, name)))
  const isNumbered = values.some(value => value !== undefined)
  const title = asTrimmed(valueAt(variant, 'public_title')) ?? asTrimmed(valueAt(variant, 'title'))
  const options = isNumbered
    ? values.map((value, place) => ({ name: names[place], value }))
    : [{ name: undefined, value: title }]
  return options.filter(option => option.value !== NO_CHOICE)
}

/** The plans that deliver once: pre-orders, and goods to try before they are paid. They are no subscriptions. */
function singlePlans(product: JsonObject): { readonly ids: ReadonlySet<string>; readonly isAll: boolean } {
  const plans = (asList(product.selling_plan_groups, group => valueAt(group, 'selling_plans')) ?? []).flat()
  const single = plans.filter(plan => asFlag(valueAt(plan, 'recurring_deliveries')) === false)
  const ids = new Set(single.flatMap(plan => asId(valueAt(plan, 'id')) ?? []))
  return { ids, isAll: plans.length > 0 && single.length === plans.length }
}

function subscriptionsOf(product: JsonObject, variant: unknown): unknown[] {
  const { ids } = singlePlans(product)
  const plans = asList(valueAt(variant, 'selling_plan_allocations'), plan => plan) ?? []
  return plans.filter(plan => !ids.has(asId(valueAt(plan, 'selling_plan_id')) ?? ''))
}

/** Only the script route says so; the amount beside it is not what a single purchase costs. */
function needsPlan(product: JsonObject, variant: unknown): boolean {
  const isNeeded = [product, variant].some(one => asFlag(valueAt(one, 'requires_selling_plan')) === true)
  const hasPlans = (asList(valueAt(variant, 'selling_plan_allocations'), plan => plan) ?? []).length > 0
  return isNeeded && (hasPlans ? subscriptionsOf(product, variant).length > 0 : !singlePlans(product).isAll)
}

/** The variants that are sold by subscription only. */
export function planOnly(product: JsonObject): string[] {
  const variants = asList(product.variants, one => one) ?? []
  return variants.filter(one => needsPlan(product, one)).flatMap(one => asId(valueAt(one, 'id')) ?? [])
}

/** How a document of a product is read. */
interface ProductOptions {
  /** Where the product is sold, if it is known. */
  readonly url?: string | undefined
  /** Variants that another document has by subscription only. */
  readonly plans?: readonly string[]
  /** Reads a price, where numbers are not in hundredths. */
  readonly amountOf?: (value: unknown) => string | undefined
}

function variantOf(
  product: JsonObject,
  variant: unknown,
  { url, plans = [], amountOf: read = amountOf }: ProductOptions,
): ExtractedVariant {
  const id = asId(valueAt(variant, 'id'))
  // A box of six costs less for each; nobody can buy one at that price.
  const isSingle = (asLooseNumber(valueAt(variant, 'quantity_rule', 'min')) ?? 1) <= 1
  const isSold = isSingle && !needsPlan(product, variant) && !plans.includes(id ?? '')
  const price = isSold ? read(valueAt(variant, 'price')) : undefined
  return {
    id,
    sku: asTrimmed(valueAt(variant, 'sku')),
    gtin: barcodeOf(valueAt(variant, 'barcode')),
    ...sizeAndColor(optionsOf(product, variant)),
    price,
    list_price: formerPrice(read(valueAt(variant, 'compare_at_price')), price),
    availability: stockOf(variant),
    url: url && id ? `${url}?variant=${id}` : undefined,
  }
}

function imageOf(image: unknown): string | undefined {
  const address = asTrimmed(image) ?? asTrimmed(valueAt(image, 'src'))
  return address?.replace(/^\/\//, 'https://')
}

/** Plans are sold beside the single purchase; the cheapest of each variant would repeat, so the cheapest of all is given. */
function planPrices(product: JsonObject) {
  const plans = (asList(product.variants, variant => subscriptionsOf(product, variant)) ?? []).flat()
  const prices = plans.map(plan => amountOf(valueAt(plan, 'price'))).filter(price => price !== undefined)
  const cheapest = prices.toSorted((a, b) => Number(a) - Number(b))[0]
  return cheapest === undefined ? [] : [{ kind: 'subscription' as const, price: cheapest }]
}

/** What a measure costs, of the cheapest variant that is sold by measure. */
function unitPrices(product: JsonObject) {
  const [cheapest] = (asList(product.variants, one => one) ?? [])
    .filter(
      one =>
        amountOf(valueAt(one, 'unit_price')) !== undefined && asFlag(valueAt(one, 'available')) !== false,
    )
    .toSorted((a, b) => Number(amountOf(valueAt(a, 'price'))) - Number(amountOf(valueAt(b, 'price'))))
  const price = amountOf(valueAt(cheapest, 'unit_price'))
  if (price === undefined) return []
  const measure = valueAt(cheapest, 'unit_price_measurement')
  const count = asLooseNumber(valueAt(measure, 'reference_value'))
  const unit = asTrimmed(valueAt(measure, 'reference_unit'))
  const text =
    unit === undefined ? undefined : `per ${count === undefined || count === 1 ? '' : `${count} `}${unit}`
  return [{ kind: 'unit' as const, price, text }]
}

function stockOf(state: unknown): Availability | undefined {
  const available = asFlag(valueAt(state, 'available'))
  return available === undefined ? undefined : available ? 'in_stock' : 'out_of_stock'
}

function colorOf(product: JsonObject): string | undefined {
  const variants = asList(product.variants, one => sizeAndColor(optionsOf(product, one)).color) ?? []
  const [color, ...others] = unique(variants)
  return others.length === 0 ? color : undefined
}

export function productFields(options: ProductOptions = {}): FieldExtractors<JsonObject> {
  return {
    requires_plan: product => {
      const variants = asList(product.variants, one => one) ?? []
      return variants.length > 0 && planOnly(product).length === variants.length ? true : undefined
    },
    name: product => cleanText(asTrimmed(product.title)),
    brand: product => cleanText(asTrimmed(product.vendor)),
    description: product => htmlToText(asTrimmed(product.body_html) ?? asTrimmed(product.description)),
    color: colorOf,
    // That of the variants counts.
    availability: product =>
      asList(product.variants, stockOf)?.some(Boolean) ? undefined : stockOf(product),
    currency: product =>
      asList(product.variants, one => asTrimmed(valueAt(one, 'price_currency')))?.find(
        one => one !== undefined,
      ),
    images: product => unique(asListOrOne(product.images, imageOf)),
    attributes: product => {
      const type = cleanText(asTrimmed(product.product_type) ?? asTrimmed(product.type))
      return type === undefined ? [] : [{ name: 'type', value: type }]
    },
    variants: product => asList(product.variants, variant => variantOf(product, variant, options)),
    other_prices: product => [...planPrices(product), ...unitPrices(product)],
  }
}

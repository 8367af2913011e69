// Reads the product from the page's state: the view model of the product slice, in three formats.
import {
  absoluteUrl,
  asLooseNumber,
  asList,
  asName,
  asObject,
  asText,
  asTrimmed,
  asLooseInteger,
  asLooseText,
  valueAt,
  cleanText,
  mostComplete,
  type JsonObject,
  must,
  type Page,
  snakeCase,
} from '#kit'
import { saysOutOfStock } from './out-of-stock.ts'
import { variantFieldsOf, type SizeVariant } from './size-variants.ts'
import type { Extended, SourceProduct, Simple } from './product.schema.ts'

const GLOBALS = ['__initialState_slice-pdp__', '__initialState__', '__HYDRATION_STATE__']
const STATE_PATHS = [['initialStates', 'slice-product'], ['slice-product'], []]

/** Undefined when the page has no such state. */
export function readPageState(page: Page): SourceProduct | undefined {
  const model = findModel(page)
  if (!model) return undefined
  const extended = readExtended(model, page)
  return { simple: readSimple(model, page), extended, soldOut: extended.availability === 'OutOfStock' }
}

/** What the state says that the piece costs, for a price from elsewhere to be held against. */
export function priceInState(page: Page): number | undefined {
  const amounts = GLOBALS.flatMap(name =>
    STATE_PATHS.map(path =>
      page.assigned(name, [...path, 'productViewModel', 'priceInfo', 'default', 'finalPrice']),
    ),
  )
  return amounts.map(asLooseNumber).find(amount => amount !== undefined)
}

const modelsIn = (states: readonly unknown[]) =>
  states
    .flatMap(state => STATE_PATHS.map(path => asObject(valueAt(state, ...path, 'productViewModel'))))
    .filter(found => found !== undefined)

/** Whether a page of a shop that is not known yet has such a state. */
export function hasPageState(page: Page): boolean {
  return modelsIn(GLOBALS.flatMap(name => page.assignedAll(name))).length > 0
}

export function findModel(page: Page): JsonObject | undefined {
  const states = GLOBALS.flatMap(name => page.assignedAll(name))
  const models = modelsIn(states)
  const requestedId = /-item-(\d+)/.exec(page.url)?.[1]
  const own = models.filter(one => numberOf(valueAt(one.details, 'productId')) === requestedId)
  const model = mostComplete(own.length > 0 ? own : models)
  // The newest pages have another kind of state; their product is in the JSON-LD.
  const isOurs = states.some(state => valueAt(state, 'apolloInitialState') === undefined)
  if (!model && isOurs && !saysOutOfStock(page)) must(model, 'productViewModel')
  return model
}

function readSimple(model: JsonObject, page: Page): Simple {
  const { details, priceInfo } = model
  return {
    id: numberOf(valueAt(details, 'productId')) ?? /-item-(\d+)/.exec(page.url)?.[1],
    name: asName(valueAt(details, 'shortDescription')),
    brand: cleanText(asText(valueAt(model, 'designerDetails', 'name'))),
    price: asLooseNumber(valueAt(priceInfo, 'default', 'finalPrice')),
    gender: asTrimmed(valueAt(details, 'genderName'))?.toLowerCase(),
    images: asList(valueAt(model, 'images', 'main'), image => absoluteUrl(largestImage(image), page.url)),
    description: asTrimmed(valueAt(details, 'description')),
    price_currency: asTrimmed(valueAt(priceInfo, 'default', 'currencyCode')),
  }
}

function readExtended(model: JsonObject, page: Page): Extended {
  const { details, priceInfo } = model
  // A sold-out product has a price of 0.
  const original = asLooseNumber(valueAt(priceInfo, 'default', 'initialPrice')) || undefined
  const composition = entriesOf(valueAt(model, 'composition', 'materials'))
  const color = cleanText(asText(valueAt(details, 'colors')))
  return {
    sku: numberOf(valueAt(details, 'styleId')),
    url: page.url,
    category: cleanText(asText(entriesOf(valueAt(model, 'categories', 'all'))?.at(-1)?.[1])),
    breadcrumbs: asList(model.breadcrumb, asObject)?.map(
      crumb =>
        crumb && {
          name: cleanText(asText(crumb.text)),
          url: absoluteUrl(asText(crumb.href), page.url),
        },
    ),
    composition: composition?.map(([part, names]) => ({ part, materials: asList(names, asText) })),
    materials: composition?.flatMap(([, names]) => textsOf(names)),
    care: entriesOf(valueAt(model, 'care', 'instructions'))?.flatMap(([, texts]) => textsOf(texts)),
    made_in: asTrimmed(valueAt(details, 'madeInLabel')),
    color,
    colors: color?.split(',').map(name => name.trim()),
    ...variantFieldsOf(variantsOf(model, color)),
    measurements: asObject(withSnakeCase(asObject(model.measurements))),
    original_price: original,
    discount_percentage: discountOf(original, asLooseNumber(valueAt(priceInfo, 'default', 'finalPrice'))),
    reviews: undefined,
  }
}

/** Sizes are a map by id. So are the prices that differ from the default because a boutique sets its own. */
function variantsOf(model: JsonObject, color: string | undefined): (SizeVariant | undefined)[] | undefined {
  const { details, priceInfo, sizes } = model
  const productId = numberOf(valueAt(details, 'productId'))
  return sizesOf(valueAt(sizes, 'available'))?.map(([key, size]) => {
    if (!asObject(size)) return undefined
    const sizeId = numberOf(valueAt(size, 'sizeId'))
    const quantity = asLooseInteger(valueAt(size, 'quantity'))
    const price = valueAt(priceInfo, key) === undefined ? 'default' : key
    return {
      id: asTrimmed(valueAt(size, 'variantId')),
      merchantId: numberOf(valueAt(size, 'storeId')),
      sku: productId && sizeId && `${productId}-${sizeId}`,
      label: cleanText(asLooseText(valueAt(size, 'description'))),
      scale: asTrimmed(valueAt(sizes, 'scaleDescription')),
      color,
      quantity,
      inStock: quantity === undefined ? undefined : quantity > 0,
      price: asLooseNumber(valueAt(priceInfo, price, 'finalPrice')),
      currency: asTrimmed(valueAt(priceInfo, price, 'currencyCode')),
    }
  })
}

function sizesOf(available: unknown): [string, unknown][] | undefined {
  return asList(available, size => [numberOf(valueAt(size, 'sizeId')) ?? '', size]) ?? entriesOf(available)
}

/** Keys may be widths ("600"). Prefers `large`, then the largest width, then `zoom`. */
export function largestImage(image: unknown): string | undefined {
  const large = valueAt(image, 'large')
  const widths = entriesOf(image)?.filter(([key]) => /^\d+$/.test(key)) ?? []
  if (large !== undefined && large !== '') return asTrimmed(large)
  return asTrimmed(widths.at(-1)?.[1]) ?? asTrimmed(valueAt(image, 'zoom'))
}

function numberOf(id: unknown): string | undefined {
  return asLooseInteger(id)?.toString()
}

/** Unknown if the product no longer has a price. */
function discountOf(original: number | undefined, price: number | undefined): number | undefined {
  if (original === undefined || !price) return undefined
  return original > price ? Math.round((1 - price / original) * 100) : 0
}

/** Entries of a map with arbitrary keys (including ""). */
function entriesOf(map: unknown): [string, unknown][] | undefined {
  const entries = asObject(map)
  return entries && Object.entries(entries)
}

function textsOf(texts: unknown): (string | undefined)[] {
  return asList(texts, asText) ?? [undefined]
}

/** Converts only single-word names: a label such as `Bust/Chest` stays as it is. */
function withSnakeCase(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withSnakeCase)
  const members = entriesOf(value)
  if (!members) return value
  return Object.fromEntries(
    members.map(([name, inner]) => [/^[a-z]\w*$/i.test(name) ? snakeCase(name) : name, withSnakeCase(inner)]),
  )
}

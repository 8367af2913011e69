// Reads the product from the page's view payload, into both shapes: prices in minor units, colours with their sizes.
import {
  absoluteUrl,
  asId,
  asList,
  asLooseInteger,
  asLooseText,
  asName,
  asObject,
  asText,
  asTrimmed,
  type Availability,
  cleanText,
  type Draft,
  Fault,
  type JsonObject,
  lazyVariants,
  listPrice,
  money,
  mostComplete,
  must,
  mustAgree,
  type Page,
  type ProductGetters,
  type Static,
  unique,
  valueAt,
} from '#kit'
import type { product } from './product.schema.ts'

type Product = Draft<Static<typeof product>>
type Colour = JsonObject | undefined

/** Picture URLs contain `{width}`; the site serves any width. */
const PICTURE_WIDTH = '1920'

export function readViewPayload(page: Page, askedColour: string | undefined): Product {
  const { product, colours, asked, currency } = openColours(page, askedColour)
  return (
    product && {
      sku: skuOf(product),
      name: asName(product.name),
      color: colourName(asked),
      image: picturesOf(asked, page)[0],
      description: descriptionOf(asked),
      variants: must(colours, 'detail.colors').flatMap(one =>
        variantsOf(one, currencyOf(one) ?? currency, page),
      ),
    }
  )
}

/** A page has one currency, but not every colour states it. */
function openColours(page: Page, askedColour: string | undefined) {
  const product = productIn(page, askedColour)
  const colours = coloursOf(product)
  return {
    product,
    colours,
    currency: colours?.map(currencyOf).find(Boolean),
    // Read when asked for, so that the place of each value is known.
    get asked() {
      return pickRequested(colours ?? [], colourId, askedColour)
    },
  }
}

function skuOf(product: JsonObject): string | undefined {
  return asId(valueAt(product, 'detail', 'displayReference')) ?? asId(valueAt(product, 'seo', 'seoProductId'))
}

function descriptionOf(colour: Colour): string | undefined {
  return asTrimmed(colour?.description) ?? asTrimmed(colour?.rawDescription)
}

/** Undefined when the page has no payload; empty when the payload has no colours in the usual place. */
export function coloursIn(page: Page): Colour[] | undefined {
  const payload = page.assigned('*.viewPayload')
  return payload === undefined ? undefined : (coloursOf(valueAt(payload, 'product')) ?? [])
}

/**
 * The product may be in one or more payloads of the page, in the page's JSON form (`ajax=true`), or in a list of details.
 * Picks the fullest one that has the requested colour.
 */
function productIn(page: Page, askedColour?: string): JsonObject | undefined {
  const given = productsIn(page)
  const hasAsked = (product: JsonObject) => coloursOf(product)?.some(one => colourId(one) === askedColour)
  return mostComplete(given.filter(hasAsked)) ?? mostComplete(given)
}

function productsIn(page: Page): JsonObject[] {
  if (!page.holdsJson()) return objectsOf(page.assignedAll('*.viewPayload', ['product']))
  const body = page.json()
  if (Array.isArray(body) && body.length === 0) throw new Fault('not_found', 'the site has no such product')
  return objectsOf([valueAt(body, 'product') ?? (Array.isArray(body) ? body : undefined)].flat())
}

function objectsOf(values: readonly unknown[]): JsonObject[] {
  return values.map(asObject).filter(one => one !== undefined)
}

function coloursOf(product: unknown): Colour[] | undefined {
  return asList(valueAt(product, 'detail', 'colors'), asObject)
}

/** The id that `v1` in a URL refers to. */
export function colourId(colour: Colour): string | undefined {
  return asLooseInteger(colour?.productId)?.toString()
}

export function colourName(colour: Colour): string | undefined {
  return cleanText(asText(colour?.name))
}

/** Whether the site states that it shows no price yet. */
export function hidesPrices(page: Page): boolean {
  return (coloursOf(productIn(page)) ?? []).some(colour => colour?.priceUnavailable === true)
}

function currencyOf(colour: Colour): JsonObject | undefined {
  return asObject(valueAt(colour, 'pricing', 'price', 'currency'))
}

function variantsOf(colour: Colour, currency: JsonObject | undefined, page: Page) {
  const stated = asLooseInteger(valueAt(colour, 'pricing', 'price', 'value'))
  for (const size of asList(colour?.sizes, asObject) ?? [])
    mustAgree(asLooseInteger(size?.price), stated, '/variants/*/price')
  return (asList(colour?.sizes, asObject) ?? [undefined]).map(
    size =>
      size && {
        sku: asId(size.sku),
        size: cleanText(asLooseText(size.name)),
        color: colourName(colour),
        image: picturesOf(colour, page)[0],
        price: inUnits(asLooseInteger(size.price ?? colour?.price), asLooseInteger(currency?.exponent)),
        price_currency: asTrimmed(currency?.code),
      },
  )
}

/** The exponent depends on the currency: -2 for złoty, 0 for yen. */
function inUnits(minor: number | undefined, exponent: number | undefined): number | undefined {
  if (minor === undefined || exponent === undefined) return undefined
  // Divides because 0.1 has no exact binary form.
  return exponent < 0 ? minor / 10 ** -exponent : minor * 10 ** exponent
}

function picturesOf(colour: Colour, page: Page): (string | undefined)[] {
  const pictures = asList(colour?.xmedia, medium => medium)?.filter(
    medium => valueAt(medium, 'type') !== 'video',
  )
  return (pictures ?? []).map(picture => {
    const address =
      asTrimmed(valueAt(picture, 'extraInfo', 'deliveryUrl')) ??
      asTrimmed(valueAt(picture, 'url'))?.replaceAll('{width}', PICTURE_WIDTH)
    return absoluteUrl(address, page.url)
  })
}

export function openPayload(page: Page, askedColour: string | undefined): ProductGetters | undefined {
  const { product, colours, asked } = openColours(page, askedColour)
  if (!product) return undefined
  const variants = () => payloadVariants(page, askedColour)
  const color = () => (askedColour !== undefined || colours?.length === 1 ? colourName(asked) : undefined)
  return {
    ...lazyVariants(variants, () => ofColour(variants(), color())),
    name: () => cleanText(asText(product.name)),
    brand: () => asTrimmed(valueAt(product.brand, 'brandGroupCode')),
    description: () => descriptionOf(asked),
    breadcrumbs: () => breadcrumbsOf(product),
    sku: () => skuOf(product),
    color,
    images: () => payloadImages(page, askedColour),
    attributes: () => compositionOf(product),
  }
}

/** A URL with `v1` is about one colour. */
export function ofColour<V extends { readonly color?: string | undefined }>(
  variants: readonly V[],
  color: string | undefined,
): readonly V[] {
  return color === undefined ? variants : variants.filter(one => one.color === color)
}

/** The pictures of the requested colour first. */
export function payloadImages(page: Page, askedColour: string | undefined): string[] {
  const { colours = [], asked } = openColours(page, askedColour)
  return unique([asked, ...colours].flatMap(colour => picturesOf(colour, page)))
}

/** Empty when the page has no payload. */
export function payloadVariants(page: Page, askedColour: string | undefined) {
  const { colours = [], currency } = openColours(page, askedColour)
  return colours.flatMap(colour => sizesOf(colour, page, currencyOf(colour) ?? currency))
}

const STATES: Readonly<Record<string, Availability>> = {
  in_stock: 'in_stock',
  low_on_stock: 'limited',
  out_of_stock: 'out_of_stock',
  // Announced, but it cannot be ordered yet.
  coming_soon: 'out_of_stock',
  back_soon: 'out_of_stock',
}

function sizesOf(colour: Colour, page: Page, currency: JsonObject | undefined) {
  const priceOf = (minor: unknown) =>
    money(
      inUnits(asLooseInteger(minor) || undefined, asLooseInteger(currency?.exponent)),
      asTrimmed(currency?.code),
    )
  return (asList(colour?.sizes, asObject) ?? []).map(size => {
    const price = priceOf(size?.price ?? colour?.price)
    const former = [size?.oldPrice, colour?.oldPrice, valueAt(colour, 'pricing', 'oldPrice', 'value')]
    return {
      sku: asId(size?.sku),
      size: cleanText(asLooseText(size?.name)),
      color: colourName(colour),
      price,
      list_price: listPrice(priceOf(former.find(one => one !== undefined && one !== null)), price),
      availability: STATES[asText(size?.availability) ?? ''],
      url: colourUrl(page, colour),
    }
  })
}

/** `v1` selects the colour in the URL of a model. */
function colourUrl(page: Page, colour: Colour): string | undefined {
  const id = colourId(colour)
  const url = new URL(page.url)
  if (id === undefined || !/-p\d{8}\.html$/.test(url.pathname)) return undefined
  return `${url.origin}${url.pathname}?v1=${id}`
}

function breadcrumbsOf(product: JsonObject) {
  const name = cleanText(asText(product.name))
  return (asList(valueAt(product, 'seo', 'breadCrumb'), one => cleanText(asText(valueAt(one, 'text')))) ?? [])
    .filter(text => text !== name)
    .map(text => ({ name: text }))
}

/** `{"NA ZEWNĄTRZ": "skóra 100%"}` */
function compositionOf(product: JsonObject) {
  const parts = asList(valueAt(product, 'detail', 'detailedComposition', 'parts'), part => ({
    name: asTrimmed(valueAt(part, 'description')) ?? 'composition',
    value: (asList(valueAt(part, 'components'), one => one) ?? [])
      .map(one =>
        [valueAt(one, 'material'), valueAt(one, 'percentage')].map(asText).filter(Boolean).join(' '),
      )
      .join(', '),
  }))
  return (parts ?? []).filter(part => part.value !== '')
}

/**
 * The element with the requested id; the first one if no id was requested or the site no longer has it. Undefined if an
 * element has an unreadable id, because it may be the requested one.
 */
export function pickRequested<T>(
  elements: readonly T[],
  idOf: (element: T) => string | undefined,
  wanted: string | undefined,
): T | undefined {
  if (wanted === undefined || elements.length === 1) return elements[0]
  const ids = elements.map(idOf)
  const position = ids.indexOf(wanted)
  if (position >= 0) return elements[position]
  return ids.includes(undefined) ? undefined : elements[0]
}

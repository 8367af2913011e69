// Reads the product from the page's view payload: prices in minor units, colours with their sizes.
import {
  absoluteUrl,
  asId,
  asList,
  asName,
  asObject,
  asText,
  asTrimmed,
  asLooseInteger,
  asLooseText,
  valueAt,
  cleanText,
  type Draft,
  Fault,
  mostComplete,
  mustAgree,
  type JsonObject,
  must,
  type Page,
  type Static,
} from '#kit'
import { pickRequested } from './requested-colour.ts'
import type { product } from './product.schema.ts'

type Product = Draft<Static<typeof product>>
type Colour = JsonObject | undefined

/** Picture URLs contain `{width}`; the site serves any width. */
const PICTURE_WIDTH = '1920'

export function readViewPayload(page: Page, askedColour: string | undefined): Product {
  const product = productIn(page, askedColour)
  if (!product) return undefined
  const colours = must(coloursOf(product), 'detail.colors')
  // A page has one currency, but not every colour states it.
  const currency = colours.map(currencyOf).find(one => one !== undefined)
  const colour = pickRequested(colours, colourId, askedColour)
  return {
    sku:
      asId(valueAt(product, 'detail', 'displayReference')) ?? asId(valueAt(product, 'seo', 'seoProductId')),
    name: asName(product.name),
    color: colourName(colour),
    image: pictureOf(colour, page),
    description: asTrimmed(colour?.description) ?? asTrimmed(colour?.rawDescription),
    variants: colours.flatMap(one => variantsOf(one, currencyOf(one) ?? currency, page)),
  }
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
export function productIn(page: Page, askedColour?: string): JsonObject | undefined {
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
        image: pictureOf(colour, page),
        price: inUnits(asLooseInteger(size.price ?? colour?.price), asLooseInteger(currency?.exponent)),
        price_currency: asTrimmed(currency?.code),
      },
  )
}

/** The exponent depends on the currency: -2 for złoty, 0 for yen. */
export function inUnits(minor: number | undefined, exponent: number | undefined): number | undefined {
  if (minor === undefined || exponent === undefined) return undefined
  // Divides because 0.1 has no exact binary form.
  return exponent < 0 ? minor / 10 ** -exponent : minor * 10 ** exponent
}

function pictureOf(colour: Colour, page: Page): string | undefined {
  return picturesOf(colour, page)[0]
}

export function picturesOf(colour: Colour, page: Page): (string | undefined)[] {
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

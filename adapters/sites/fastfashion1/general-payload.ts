// Reads the view payload in the general shape: prices in minor units, colours with their sizes.
import {
  asId,
  asList,
  asLooseInteger,
  asLooseText,
  asObject,
  asText,
  asTrimmed,
  valueAt,
  type Availability,
  cleanText,
  type JsonObject,
  type ProductGetters,
  lazyVariants,
  listPrice,
  money,
  type Page,
  unique,
} from '#kit'
import { pickRequested } from './requested-colour.ts'
import { colourId, colourName, coloursIn, inUnits, picturesOf, productIn } from './view-payload.ts'

type Colour = JsonObject | undefined

export function openPayload(page: Page, askedColour: string | undefined): ProductGetters | undefined {
  const product = productIn(page, askedColour)
  if (!product) return undefined
  const colours = payloadColours(product)
  const asked = pickRequested(colours, colourId, askedColour)
  const variants = () => colours.flatMap(colour => payloadVariants(colour, page, currencyIn(colours)))
  const color = () => (askedColour !== undefined || colours.length === 1 ? colourName(asked) : undefined)
  return {
    ...lazyVariants(variants, () => ofColour(variants(), color())),
    name: () => cleanText(asText(product.name)),
    brand: () => asTrimmed(valueAt(product.brand, 'brandGroupCode')),
    description: () => asTrimmed(asked?.description) ?? asTrimmed(asked?.rawDescription),
    breadcrumbs: () => breadcrumbsOf(product),
    sku: () =>
      asId(valueAt(product, 'detail', 'displayReference')) ?? asId(valueAt(product, 'seo', 'seoProductId')),
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

function payloadColours(product: JsonObject | undefined): Colour[] {
  return asList(valueAt(product, 'detail', 'colors'), asObject) ?? []
}

/** The pictures of the requested colour first. */
export function payloadImages(page: Page, askedColour: string | undefined): string[] {
  const colours = payloadColours(productIn(page, askedColour))
  const asked = pickRequested(colours, colourId, askedColour)
  return unique([asked, ...colours].flatMap(colour => picturesOf(colour, page)))
}

/** Empty when the page has no payload. */
export function payloadVariantsIn(page: Page, askedColour: string | undefined) {
  const colours = coloursIn(page) === undefined ? [] : payloadColours(productIn(page, askedColour))
  return colours.flatMap(colour => payloadVariants(colour, page, currencyIn(colours)))
}

const STATES: Readonly<Record<string, Availability>> = {
  in_stock: 'in_stock',
  low_on_stock: 'limited',
  out_of_stock: 'out_of_stock',
  // Announced, but it cannot be ordered yet.
  coming_soon: 'out_of_stock',
  back_soon: 'out_of_stock',
}

function payloadVariants(colour: Colour, page: Page, currency: JsonObject | undefined) {
  const own = currencyIn([colour]) ?? currency
  const priceOf = (minor: unknown) =>
    money(inUnits(asLooseInteger(minor) || undefined, asLooseInteger(own?.exponent)), asTrimmed(own?.code))
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

/** A page has one currency, but not every colour states it. */
function currencyIn(colours: readonly Colour[]): JsonObject | undefined {
  return colours.map(colour => asObject(valueAt(colour, 'pricing', 'price', 'currency'))).find(Boolean)
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

// Reads the product in the page's JSON-LD: one Product with an offer for every size.
import {
  absoluteUrl,
  asLooseNumber,
  asId,
  asListOrOne,
  asName,
  asObject,
  asImageUrl,
  asText,
  asTrimmed,
  valueAt,
  cleanText,
  type Draft,
  type Page,
  type Static,
} from '#kit'
import type { product } from './product.schema.ts'

export type Product = Draft<Static<typeof product>>

export function readJsonLdProduct(page: Page): Product {
  const item = page.jsonLdOf('Product')
  return (
    item && {
      sku: asId(item.sku),
      name: asName(item.name),
      brand: brandOf(item.brand),
      color: cleanText(asText(item.color)),
      description: asTrimmed(item.description),
      manufacturer: brandOf(item.manufacturer),
      images: asListOrOne(item.image, image => absoluteUrl(asImageUrl(image), page.url)),
      variants: asListOrOne(valueAt(item.offers, 'offers') ?? item.offers, asObject)?.map(
        offer =>
          offer && {
            sku: asId(offer.sku),
            price: asLooseNumber(offer.price),
            price_currency: asTrimmed(offer.priceCurrency),
          },
      ),
    }
  )
}

/** An object with a name, or only the name. */
export function brandOf(brand: unknown): string | undefined {
  return cleanText(asText(brand) ?? asText(valueAt(brand, 'name')))
}

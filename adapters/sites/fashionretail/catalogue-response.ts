// Reads a product from the catalogue service's response, which has everything in one object.
import { asLooseNumber, asId, asList, asName, asObject, asText, asTrimmed, valueAt, cleanText } from '#kit'
import { brandOf, type Product } from './json-ld-product.ts'

export function readCatalogueResponse(body: unknown): Product {
  return {
    sku: asId(valueAt(body, 'productCode') ?? valueAt(body, 'id')),
    name: asName(valueAt(body, 'name')),
    brand: brandOf(valueAt(body, 'brand')),
    color: cleanText(asText(valueAt(body, 'variants', 0, 'colour'))),
    description: asTrimmed(valueAt(body, 'description')),
    // The service does not name the manufacturer.
    manufacturer: undefined,
    images: imagesOf(valueAt(body, 'media', 'images')),
    variants: asList(valueAt(body, 'variants'), asObject)?.map(
      variant =>
        variant && {
          sku: asId(variant.sku),
          price: asLooseNumber(valueAt(variant.price, 'current', 'value')),
          price_currency: asTrimmed(valueAt(variant.price, 'currency')),
        },
    ),
  }
}

export function imagesOf(images: unknown): (string | undefined)[] | undefined {
  return asList(images, image => withScheme(asTrimmed(valueAt(image, 'url'))))
}

/** The service sends `images.example/1`, without a scheme. */
function withScheme(address: string | undefined): string | undefined {
  if (address === undefined || /^https?:/i.test(address)) return address
  return `https://${address.replace(/^\/\//, '')}`
}

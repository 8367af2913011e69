// Reads a product from the catalogue service's response, which has everything in one object.
import { asLooseNumber, asId, asList, asName, asObject, asText, asTrimmed, at, cleanText } from '#kit'
import { brandOf, type Product } from './json-ld-product.ts'

export function readCatalogueResponse(body: unknown): Product {
  return {
    sku: asId(at(body, 'productCode') ?? at(body, 'id')),
    name: asName(at(body, 'name')),
    brand: brandOf(at(body, 'brand')),
    color: cleanText(asText(at(body, 'variants', 0, 'colour'))),
    description: asTrimmed(at(body, 'description')),
    // The service does not name the manufacturer.
    manufacturer: undefined,
    images: imagesOf(at(body, 'media', 'images')),
    variants: asList(at(body, 'variants'), asObject)?.map(
      variant =>
        variant && {
          sku: asId(variant.sku),
          price: asLooseNumber(at(variant.price, 'current', 'value')),
          price_currency: asTrimmed(at(variant.price, 'currency')),
        },
    ),
  }
}

export function imagesOf(images: unknown): (string | undefined)[] | undefined {
  return asList(images, image => withScheme(asTrimmed(at(image, 'url'))))
}

/** The service sends `images.example/1`, without a scheme. */
function withScheme(address: string | undefined): string | undefined {
  if (address === undefined || /^https?:/i.test(address)) return address
  return `https://${address.replace(/^\/\//, '')}`
}

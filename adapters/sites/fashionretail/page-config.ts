// Reads the product from pages of the second template: JSON-LD without offers, sizes in one config object, prices in another.
import { asLooseNumber, asId, asList, asListOrOne, asObject, asTrimmed, valueAt, must, type Page } from '#kit'
import { imagesOf } from './catalogue-response.ts'
import { type Product, readJsonLdProduct } from './json-ld-product.ts'

/** Undefined when the page does not use this template. */
export function readPageConfig(page: Page): Product {
  const config = asObject(page.assigned('*.pdp.config.product'))
  if (!config) return undefined
  const described = must(readJsonLdProduct(page), 'JSON-LD Product')
  const stock = readStock(page)
  return {
    ...described,
    images: imagesOf(config.images) ?? described.images,
    variants: asList(config.variants, asObject)?.map(variant => {
      if (!variant) return undefined
      const id = idOf(variant)
      const stocked = id === undefined ? undefined : stock.find(one => one.id === id)
      return {
        sku: asId(variant.sku) ?? stocked?.sku,
        price: stocked?.price,
        price_currency: stocked?.currency,
      }
    }),
  }
}

/** Prices of all variants, including those of related products, which are never looked up. */
function readStock(page: Page) {
  const products = asListOrOne(page.assigned('*.pdp.config.stockPriceResponse'), product => ({
    currency: asTrimmed(valueAt(product, 'productPrice', 'currency')),
    variants: asList(valueAt(product, 'variants'), variant => variant) ?? [],
  }))
  return must(products, 'stockPriceResponse').flatMap(({ currency, variants }) =>
    variants.map(variant => ({
      id: idOf(variant),
      sku: asId(valueAt(variant, 'sku')),
      price: asLooseNumber(valueAt(variant, 'price', 'current', 'value')),
      currency: asTrimmed(valueAt(variant, 'price', 'currency')) ?? currency,
    })),
  )
}

/** The two lists name the id differently. */
function idOf(variant: unknown): string | undefined {
  return asId(valueAt(variant, 'variantId')) ?? asId(valueAt(variant, 'id'))
}

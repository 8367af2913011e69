// Reads a product of a hosted storefront in the general shape.
import {
  asId,
  asObject,
  asTrimmed,
  at,
  barcodeOf,
  hostedCurrency,
  hostedFields,
  hostedOffers,
  hostedPlanPrices,
  type HostedProduct,
  hostedVariants,
  hostedVariantsIn,
  type JsonObject,
  type LazyProduct,
  lazyVariants,
  type Page,
  unique,
} from '#kit'

export function productIn(page: Page): JsonObject | undefined {
  return asObject(at(page.json(), 'product')) ?? asObject(page.json())
}

export function openHosted(hosted: HostedProduct, url: string): LazyProduct {
  const rows = hostedVariantsIn(hosted.product)
  const only = (values: readonly (string | undefined)[]) => {
    const known = unique(values)
    return known.length === 1 ? known[0] : undefined
  }
  return {
    ...lazyVariants(() => hostedOffers(hosted, hostedCurrency(hosted))),
    name: () => hostedFields.name(hosted),
    brand: () => hostedFields.brand(hosted),
    description: () => hostedFields.description(hosted),
    color: () => hostedFields.color(hosted),
    availability: () => hostedFields.availability(hosted),
    images: () => hostedFields.images(hosted),
    attributes: () => hostedFields.attributes(hosted),
    platform: hostedFields.platform,
    url: () => url,
    gtin: () => only(rows.map(row => barcodeOf(row.barcode))),
    // All sizes share the style code of the maker.
    mpn: () => only(rows.map(row => asTrimmed(row.sku))),
    sku: () => asId(hosted.product.id),
    other_prices: () => hostedPlanPrices(hosted, hostedCurrency(hosted)),
    variants: () => hostedVariants(hosted, hostedCurrency(hosted), url),
  }
}

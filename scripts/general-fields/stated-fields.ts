// The fields of the general shape that the recorded samples of each site state, found by reading the samples.
// `npm run check:upstream -- <folder> --general` compares this list with what is read from them.

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

export const statedFields: Readonly<Record<string, readonly string[]>> = {
  departmentstore: words(`
    brand description breadcrumbs sku color price list_price price_max availability images rating attributes variants
    variants.sku variants.gtin variants.size variants.color variants.price variants.list_price variants.availability
  `),
  electronicsretail: words(`
    brand description breadcrumbs gtin mpn sku color condition price list_price availability images rating attributes
  `),
  fashionretail: words(`
    brand description sku color condition price list_price price_max availability images rating seller attributes variants
    variants.sku variants.size variants.color variants.price variants.list_price variants.availability
  `),
  fastfashion1: words(`
    brand description sku color price availability images attributes variants
    variants.sku variants.size variants.color variants.price variants.availability variants.url
  `),
  fastfashion2: words(`
    brand description breadcrumbs sku color price availability images rating attributes variants
    variants.sku variants.size variants.color variants.price variants.availability
  `),
  fastfashion3: words(`
    brand description breadcrumbs sku color condition price availability images attributes variants
    variants.sku variants.size variants.color variants.price variants.url
  `),
  luxuryhouse: words(`
    brand description mpn sku color price availability images attributes variants
    variants.sku variants.size variants.color variants.price variants.availability
  `),
  luxurymarket: words(`
    brand description breadcrumbs mpn sku color price list_price availability images attributes variants
    variants.sku variants.size variants.color variants.price variants.list_price variants.availability
  `),
  sneakerexchange: words(`
    brand description breadcrumbs mpn sku color condition price price_max availability images attributes variants
    variants.sku variants.gtin variants.size variants.color variants.condition variants.price variants.availability
  `),
  sneakerhub: words(`
    brand description breadcrumbs mpn sku color price list_price price_max availability images attributes variants
    variants.size variants.color variants.condition variants.price variants.availability
  `),
  sneakerstore: words(`
    brand description breadcrumbs mpn sku color price images attributes variants
    variants.size
  `),
  sportswear: words(`
    brand description mpn sku color price list_price availability images attributes variants other_prices
    variants.sku variants.gtin variants.size variants.color variants.price variants.list_price variants.availability
  `),
  storefront: words(`
    brand description sku price list_price price_max availability images attributes other_prices variants
    variants.sku variants.size variants.color variants.price variants.list_price variants.availability variants.url
  `),
  watchmarket: words(`
    brand description breadcrumbs mpn sku condition price availability images seller attributes
  `),
}

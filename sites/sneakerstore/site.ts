// The sneaker consignment retailer. There is no recording: the formats follow public clients of similar shops, read leniently.
import { baseUrlBefore, defineSite } from '#kit'
import { general } from './general.ts'
import { product } from './product.ts'

export const sneakerstore = defineSite({
  name: 'sneakerstore',
  about: 'Sneaker consignment retailer',
  moreOrigins: {
    index:
      'The search index of a shop that has one of its own; without it a SKU is looked up in the suggestions of a hosted storefront',
  },
  settings: { index_key: "The search index's public key" },
  configFromUrl(recorded) {
    const index = recorded.searchParams.has('query') ? baseUrlBefore(recorded, '/query') : undefined
    return {
      origins: { index },
      settings: { index_key: index && (recorded.searchParams.get('key') ?? undefined) },
    }
  },
  operations: [product],
  general,
})

// sneakerstore: no payload of such a shop is known; all shapes here follow public clients of shops like it, read with tolerance.
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

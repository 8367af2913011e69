// Operation 13: one model with its colours and sizes, from JSON-LD or else from the data that the page carries for its own scripts.
import { defineOperation, Fault, must, param } from '../../kit/index.ts'
import { readJsonLd } from './json-ld.ts'
import { product as result } from './product.schema.ts'
import { readViewPayload } from './view-payload.ts'

export const product = defineOperation({
  id: 'fastfashion1.product',
  number: 13,
  summary: 'One product with a price for every size of every colour',
  params: {
    url: param.productUrl('Address of the product page; its `v1` says which colour is meant'),
  },
  lookup: ['url'],
  result,
  core: ['/sku', '/name', '/variants'],
  freshForS: 900,
  example: { url: '/uk/en/linen-shirt-p05000000.html?v1=4200005' },

  load: ({ url }, get) => get(must(url, 'url')),

  extract(page, { url }) {
    const askedColour = URL.parse(url ?? '')?.searchParams.get('v1') ?? undefined
    // One source for the whole answer: the two number their articles differently, and a mixture could not be ordered by.
    const found = readJsonLd(page, askedColour) ?? readViewPayload(page, askedColour)
    // A withdrawn product leads to a page of its category.
    if (!found && !/-p\d{8}|\/products-details/.test(page.url))
      throw new Fault('not_found', 'the address leads to no product page')
    const draft = must(found, 'JSON-LD or viewPayload')
    // A size may come without a price, the whole product may not.
    if (draft.variants?.length) {
      must(
        draft.variants.find(one => one?.price !== undefined),
        '/variants/*/price',
      )
    }
    return draft
  },
})

// Operation 16: one product with its sizes, from either make of page or from the catalogue service.
import { defineOperation, Fault, must, mustSome, param } from '../../kit/index.ts'
import { readCatalogueAnswer } from './catalogue-answer.ts'
import { readJsonLd } from './json-ld.ts'
import { readPageConfig } from './page-config.ts'
import { product as result } from './product.schema.ts'

export const product = defineOperation({
  id: 'fashionretail.product',
  number: 16,
  summary: 'One product with a price for every size',
  params: {
    url: param.productUrl('Address of the product page, or of the product in the catalogue service'),
  },
  lookup: ['url'],
  result,
  core: ['/sku', '/name', '/variants'],
  freshForS: 900,
  example: { url: '/uk/linden-roe-linen-shirt-forest-td4006-310.html' },

  load({ url }, get, { settings }) {
    const address = must(url, 'url')
    const id = /\/prd\/([^/?#]+)/.exec(address)?.[1]
    return settings.catalogue_market !== undefined && id
      ? get(`/api/product/catalogue/v3/products/${id}?${settings.catalogue_market}`, { accept: 'json' })
      : get(address)
  },

  extract(page, { url }) {
    const draft = page.holdsJson()
      ? readCatalogueAnswer(page.json())
      : (readPageConfig(page) ?? readJsonLd(page))
    if (!draft && leadsElsewhere(must(url, 'url'), page.url))
      throw new Fault('not_found', 'the address leads to no product page')
    const { variants } = must(draft, 'JSON-LD Product')
    // A size may come without a price, the whole product may not.
    mustSome(variants ?? [], one => one?.price, '/variants/*/price')
    return draft
  },
})

/** A withdrawn product leads to a page of its category. */
function leadsElsewhere(asked: string, reached: string): boolean {
  const { pathname } = new URL(reached)
  return pathname !== new URL(asked).pathname && !/\.html$|\/prd\//.test(pathname)
}

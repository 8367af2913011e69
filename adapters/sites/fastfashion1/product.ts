// Operation 13: one model with its colours and sizes, from JSON-LD or from the page's view payload.
import { defineOperation, Fault, must, mustHaveSome, param, withPlaceholders } from '#kit'
import { placeholders } from './placeholders.ts'
import { readJsonLdProduct } from './json-ld-product.ts'
import { product as result } from './product.schema.ts'
import { hidesPrices, readViewPayload } from './view-payload.ts'

export const product = defineOperation({
  id: 'fastfashion1.product',
  number: 13,
  summary: 'One product with a price for every size of every colour',
  params: {
    url: param.productUrl('URL of the product page; its `v1` selects the colour', {
      path: /-p\d|\/products-details/i,
      form: '/<country>/<language>/<slug>-p<8 digits>.html',
    }),
  },
  lookup: ['url'],
  result: withPlaceholders(result, placeholders),
  core: ['/sku', '/name', '/variants'],
  mayBeNull: ['/name'],
  prices: [{ amount: '/variants/*/price', currency: '/variants/*/price_currency' }],
  freshForS: 900,
  example: { url: '/uk/en/linen-shirt-p05000000.html?v1=4200005' },

  load: ({ url }, get) => get(url),
  otherWay: {
    name: 'details',
    when: ({ url }) => detailsUrlOf(url) !== undefined,
    load: ({ url }, get) => get(must(detailsUrlOf(url), 'details')),
  },

  extract(page, { url }) {
    const askedColour = requestedColour(url)
    // One source for the whole answer: the two use different SKUs, and a mixture would be useless for ordering.
    const found = readJsonLdProduct(page, askedColour) ?? readViewPayload(page, askedColour)
    // The URL of a withdrawn product redirects to a category page.
    if (!found && !/-p\d{8}|\/products-details/.test(page.url))
      throw new Fault('not_found', 'the URL is not that of a product page')
    const draft = must(found, 'JSON-LD or viewPayload')
    // A single size may lack a price; all may only if the site says that it hides prices.
    if (!hidesPrices(page)) mustHaveSome(draft.variants ?? [], one => one?.price, '/variants/*/price')
    return draft
  },
})

export function requestedColour(url: string): string | undefined {
  const asked = URL.parse(url)?.searchParams
  return asked?.get('v1') ?? asked?.get('productIds') ?? undefined
}

/** `/pl/pl/products-details` for the colour in the page's URL. */
function detailsUrlOf(address: string): string | undefined {
  const { origin, pathname, searchParams } = new URL(address)
  const colour = searchParams.get('v1')
  const [, market] = /^(.*)\/[^/]+-p\d{8}\.html$/.exec(pathname) ?? []
  return colour === null || market === undefined
    ? undefined
    : `${origin}${market}/products-details?productIds=${encodeURIComponent(colour)}&ajax=true`
}

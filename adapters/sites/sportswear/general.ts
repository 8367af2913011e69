// Reads sportswear's documents in the general shape: one style in one colour, from the feed or from the page.
import { defineProductMapping, shaped } from '#kit'
import { openFeed } from './feed.ts'
import { openPage } from './page-state.ts'
import { type Loaded, requestedProduct, shopBaseUrl } from './product.ts'

export const general = {
  product: defineProductMapping({
    operation: 'sportswear.product',
    requests: 1,
    byCode: styleColor,
    read(pages: Loaded, { params, site }) {
      const { styleColor: wanted, market } = requestedProduct(params, site)
      const shop = shopBaseUrl(market, site)
      return shaped('page' in pages ? openPage(pages.page, wanted, shop) : openFeed(pages.feed, wanted, shop))
    },
  }),
}

/** The shop accepts only `AB1234-001`; other spellings are converted to it. */
function styleColor(code: string) {
  const [, style, colour] = /^([A-Z0-9]{6})[\s_.-]?([A-Z0-9]{3})$/i.exec(code) ?? []
  return style && colour ? { sku: `${style}-${colour}`.toUpperCase() } : undefined
}

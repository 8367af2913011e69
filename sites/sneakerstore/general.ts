// Reads sneakerstore's documents in the general shape: of a hosted storefront, or of the marketplace.
import { asObject, at, hostedPriceCurrency, joinProducts, lazyFields, type Page, defineReading } from '#kit'
import { openHosted, productIn } from './general-hosted.ts'
import { currencyIn, openHit, openPage, openTemplate } from './general-marketplace.ts'
import { type Loaded, queryTemplate } from './product.ts'
import { lastPathSegment } from './source-product.ts'
import { templateIn } from './template-in-page.ts'

export const general = {
  product: defineReading({
    operation: 'sneakerstore.product',
    // Of the marketplace: the page and its sizes. Of a hosted storefront: the product, its stock and its currency.
    requests: 3,
    byCode: code => ({ sku: code }),
    further: {
      sizes: {
        holds: 'json',
        fields: ['price', 'availability', 'variants', 'other_prices'],
        load({ page, answer }: Loaded, get) {
          if (!page || answer || templateIn(page)) return undefined
          return queryTemplate(lastPathSegment(page.url), get)
        },
      },
      stock: {
        holds: 'json',
        fields: ['availability', 'variants'],
        load: ({ hosted }: Loaded, get) => hosted && get(`${pageUrl(hosted)}.js`, { accept: 'json' }),
      },
      hostedPage: {
        holds: 'page',
        fields: ['price', 'list_price', 'variants'],
        load: ({ hosted }: Loaded, get) =>
          hosted && hostedPriceCurrency(productIn(hosted)) === undefined ? get(pageUrl(hosted)) : undefined,
      },
    },
    open({ page, answer, hit, hosted }, _, { sizes, stock, hostedPage }) {
      const product = hosted && productIn(hosted)
      if (product) {
        // The JSON route has prices as decimals.
        const documents = { product, hasDecimals: true, stock: stock && productIn(stock), page: hostedPage }
        return openHosted(documents, pageUrl(hosted))
      }
      const template =
        asObject(at((answer ?? sizes)?.json(), 'data', 'getProductTemplate')) ?? (page && templateIn(page))
      const currency = () => currencyIn(page, template, hit)
      return page || template || hit
        ? joinProducts(
            { url: () => page?.url },
            template && openTemplate(template, currency),
            page && openPage(page),
            hit === undefined ? undefined : openHit(hit),
          )
        : undefined
    },
    fields: lazyFields,
  }),
}

/** `/products/lamp.json` belongs to `/products/lamp`. */
function pageUrl(hosted: Page): string {
  const url = new URL(hosted.url)
  return url.origin + url.pathname.replace(/\.json$/, '')
}

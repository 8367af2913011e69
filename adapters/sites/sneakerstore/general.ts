// Reads sneakerstore's documents in the general shape: of a hosted storefront, or of the marketplace.
import {
  asId,
  asObject,
  asTrimmed,
  barcodeOf,
  defineProductMapping,
  type FieldExtractors,
  type JsonObject,
  onlyValue,
  type Page,
  shaped,
  valueAt,
} from '#kit'
import {
  hostedReadings,
  priceCurrency,
  productAttributes,
  productIn,
  variantsIn,
} from '../../platforms/shopify/hosted.ts'
import { currencyIn, openHit, openPage, openTemplate } from './general-marketplace.ts'
import { type Loaded, queryTemplate } from './product.ts'
import { lastPathSegment } from './source-product.ts'
import { templateIn } from './template-in-page.ts'

const hostedFields: FieldExtractors<JsonObject> = {
  gtin: product => onlyValue(variantsIn(product).map(one => barcodeOf(one.barcode))),
  // All sizes share the style code of the maker.
  mpn: product => onlyValue(variantsIn(product).map(one => asTrimmed(one.sku))),
  sku: product => asId(product.id),
  attributes: productAttributes,
}

export const general = {
  product: defineProductMapping({
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
          hosted && priceCurrency(productIn(hosted)) === undefined ? get(pageUrl(hosted)) : undefined,
      },
    },
    read({ page, answer, hit, hosted }, _, { sizes, stock, hostedPage }) {
      const product = hosted && productIn(hosted)
      if (product) {
        const url = pageUrl(hosted)
        // The JSON route has prices as decimals.
        const documents = { product, document: hosted, hasDecimals: true, stock, page: hostedPage, url }
        return hostedReadings(documents, { ...hostedFields, url: () => url })
      }
      const template =
        asObject(valueAt((answer ?? sizes)?.json(), 'data', 'getProductTemplate')) ??
        (page && templateIn(page))
      const currency = () => currencyIn(page, template, hit)
      if (!page && !template && !hit) return []
      return shaped(
        { url: () => page?.url },
        template && openTemplate(template, currency),
        page && openPage(page),
        hit === undefined ? undefined : openHit(hit),
      )
    },
  }),
}

/** `/products/lamp.json` belongs to `/products/lamp`. */
function pageUrl(hosted: Page): string {
  const url = new URL(hosted.url)
  return url.origin + url.pathname.replace(/\.json$/, '')
}

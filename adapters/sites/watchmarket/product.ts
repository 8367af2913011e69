// Operation 4: one listing of the watch market. JSON-LD is preferred over HTML, except for the specification table.
import {
  asId,
  asListOrOne,
  asImageUrl,
  asName,
  asObject,
  asText,
  valueAt,
  cleanText,
  defineOperation,
  Fault,
  htmlToText,
  type JsonObject,
  must,
  type Page,
  param,
  withPlaceholders,
} from '#kit'
import { readPrice } from './listing-price.ts'
import { productPlaceholders } from './placeholders.ts'
import { type RowKey, rowKeys, WatchProduct } from './product.schema.ts'
import { readSeller } from './seller.ts'
import { specificationRows } from './specification-rows.ts'

export const product = defineOperation({
  id: 'watchmarket.product',
  number: 4,
  summary: 'One listing: watch, price, seller and specifications',
  params: {
    url: param.productUrl('URL of the listing on the site'),
  },
  lookup: ['url'],
  result: withPlaceholders(WatchProduct, productPlaceholders),
  core: ['/name'],
  mayBeNull: ['/name'],
  prices: [{ amount: '/price/amount', currency: '/price/currency' }],
  freshForS: 900,
  example: { url: '/watches/--id30100011.htm' },

  load: ({ url }, get) => get(url),

  extract(page) {
    // Read first: this builds the elements, so that the JSON-LD lookup needs no second pass over the page.
    const rows = specificationRows(page)
    const watch = findWatch(page)
    const [offer] = asListOrOne(watch.offers, asObject) ?? []
    const summary = textOf(watch.description)
    const deliveryTime =
      textIn(page, 'span.js-shipping-time') ?? textOf(valueAt(offer, 'deliveryLeadTime', 'unitText'))
    return {
      sku: asId(watch.sku),
      name: asName(watch.name),
      brand: textOf(watch.brand) ?? textOf(valueAt(watch.brand, 'name')),
      description: notesOf(page) ?? summary,
      price: readPrice(page, offer, rows.get('price')),
      images: asListOrOne(watch.image, asImageUrl),
      seller: {
        ...readSeller(page, offer),
        shipping: {
          availability: textIn(page, '.wt-detail-page-availability') ?? rows.get('availability'),
          delivery_time: deliveryTime,
          delivery_details: deliveryDetails(page),
        },
      },
      shipping: { location: rows.get('location'), delivery_time: deliveryTime },
      specifications: {
        ...(Object.fromEntries(rowKeys.map(key => [key, rows.get(key)])) as Record<
          RowKey,
          string | undefined
        >),
        slug: slugOf(page.url) ?? slugOf(asText(offer?.url)),
        description: summary,
        price_valid_until: textOf(offer?.priceValidUntil),
        breadcrumbs: breadcrumbsOf(page),
      },
    }
  },
})

// The URL of a listing that was taken down redirects to its model or brand.
function findWatch(page: Page): JsonObject {
  const watch = page.jsonLdOf('Product')
  if (!watch && !/--id\d/.test(page.url)) {
    throw new Fault('not_found', 'the URL is not that of a listing')
  }
  return must(watch, 'JSON-LD Product')
}

function deliveryDetails(page: Page): string | undefined {
  const content = page.first('.js-shipping-time-tooltip')?.attr('data-content')
  return content === undefined ? undefined : cleanText(htmlToText(content))
}

/** `/brand/some-watch--id123.htm` → `some-watch`; a URL with only the id has none. */
function slugOf(address: string | undefined): string | undefined {
  return address === undefined ? undefined : /\/([^/?#]+)--id\d+\.htm/.exec(address)?.[1]
}

function breadcrumbsOf(page: Page) {
  const trail = page.jsonLdOf('BreadcrumbList')
  return asListOrOne(
    trail?.itemListElement,
    step => textOf(valueAt(step, 'item', 'name')) ?? textOf(valueAt(step, 'name')),
  )
}

/** The seller's text, without the buttons to expand or translate it. */
export function notesOf(page: Page): string | undefined {
  return cleanText(page.first('.js-notes')?.text('button'))
}

/** JSON-LD strings of this site contain HTML entities. */
function textOf(value: unknown): string | undefined {
  return cleanText(asText(value))
}

function textIn(page: Page, selector: string): string | undefined {
  return cleanText(page.first(selector)?.text())
}

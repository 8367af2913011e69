// Reads one tile of the result grid in the general shape, in either markup.
import {
  absoluteUrl,
  asTrimmed,
  type Availability,
  cleanText,
  listPrice,
  money,
  type PageElement,
  parsePrice,
  type ProductGetters,
  statedRating,
} from '#kit'
import type { FilledTile } from './result-grid.ts'
import {
  CUSTOMER_PRICE,
  customerPrice,
  linkOf,
  modelOf,
  olderCustomerPrice,
  olderLinkOf,
  olderRegularPrice,
  olderSkuOf,
  ratingOf,
  regularPrice,
  skuOf,
  SOLD_OUT,
} from './result-tile.ts'

export function openTile(
  { tile, isOlder }: FilledTile,
  base: string,
  currency: () => string | undefined,
): ProductGetters {
  const url = () => (isOlder ? olderLinkOf : linkOf)(tile, base)
  const title = () => tile.first(isOlder ? 'h4.sku-title' : '.product-title')
  const code = () => currency() ?? printedCurrency(tile)
  const price = () => money((isOlder ? olderCustomerPrice : customerPrice)(tile), code())
  return {
    url,
    name: () => cleanText(title()?.attr('title')) ?? cleanText(title()?.text()),
    brand: () => cleanText(title()?.first('.first-title')?.text()),
    mpn: () => modelOf(tile),
    sku: () => (isOlder ? olderSkuOf(tile) : skuOf(tile, url())),
    condition: () => (/\/openbox\b/.test(url() ?? '') ? 'used' : undefined),
    price,
    list_price: () => listPrice(money((isOlder ? olderRegularPrice : regularPrice)(tile), code()), price()),
    availability: () =>
      stockOf(tile.first(isOlder ? '.add-to-cart-button' : '[data-testid^="plp-add-to-cart-"]')),
    images: () => {
      const picture = tile.first('img[data-testid="product-image"], img.product-image')
      return [absoluteUrl(picture?.attr('src'), base)]
    },
    rating: () => {
      const { rating, rating_count } = ratingOf(tile)
      return statedRating(rating, 5, rating_count)
    },
  }
}

/** A dollar sign is that of US dollars, unless the operator says otherwise. */
export function printedCurrency(tile: Pick<PageElement, 'first'>): string | undefined {
  return parsePrice(tile.first(PRICE)?.text())?.isoCurrency ?? undefined
}

const PRICE = `${CUSTOMER_PRICE} span, .priceView-customer-price span[aria-hidden="true"]`

/** What the button offers: "Add to cart", "Sold Out", "Pre-Order", "Coming Soon". */
function stockOf(button: PageElement | undefined): Availability | undefined {
  const label = asTrimmed(button?.text())
  if (label === undefined) return undefined
  if (SOLD_OUT.test(label) || /coming soon/i.test(label)) return 'out_of_stock'
  if (/pre-?order/i.test(label)) return 'preorder'
  return /back-?order/i.test(label) ? 'backorder' : 'in_stock'
}

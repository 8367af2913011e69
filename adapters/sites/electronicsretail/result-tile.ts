// Reads one filled tile of the result grid, in either markup.
import { absoluteUrl, amount, asTrimmed, cleanText, type PageElement } from '#kit'
import type { SearchItem } from './search.schema.ts'

export const CUSTOMER_PRICE = '[data-testid="price-block-customer-price"]'

/** Most fields have a fallback element for when the usual one is missing. */
export function currentTile(tile: PageElement, base: string): SearchItem {
  const address = linkOf(tile, base)
  const price = customerPrice(tile)
  const title = tile.first('.product-title')
  const picture = tile.first('img[data-testid="product-image"]') ?? tile.first('a img[src^="http"]')
  const original = nullUnlessHigher(regularPrice(tile), price)
  return {
    sku: skuOf(tile, address),
    url: address,
    name:
      cleanText(title?.attr('title')) ??
      cleanText(title?.text()) ??
      cleanText(tile.first('h2, h3, h4')?.text()),
    save: savingPercentOf(price, original),
    image: absoluteUrl(picture?.attr('src'), base),
    // The tile does not show the model.
    model: undefined,
    price,
    ...ratingOf(tile),
    is_sold_out: isSoldOut(tile.first('[data-testid^="plp-add-to-cart-"]')),
    original_price: original,
  }
}

export function linkOf(tile: PageElement, base: string): string | undefined {
  const link = tile.first('a.product-list-item-link') ?? tile.first('a[href*="/sku/"]')
  return absoluteUrl(link?.attr('href'), base)
}

export function skuOf(tile: PageElement, address: string | undefined): string | undefined {
  return asTrimmed(tile.attr('data-product-id')) ?? /\/sku\/(\d+)/.exec(address ?? '')?.[1]
}

/** The price appears twice, for screen readers and for display. Reads the first. */
export function customerPrice(tile: PageElement): number | undefined {
  const block = tile.first(CUSTOMER_PRICE)
  return amount(block?.first('span')?.text()) ?? amount(DOLLARS.exec(block?.text() ?? '')?.[0])
}

export function olderCustomerPrice(tile: PageElement): number | undefined {
  return amount(tile.first('.priceView-customer-price span[aria-hidden="true"]')?.text())
}

const DOLLARS = /\$\s*\d[\d,]*(?:\.\d+)?/

export function olderTile(tile: PageElement, base: string): SearchItem {
  const price = olderCustomerPrice(tile)
  const original = nullUnlessHigher(olderRegularPrice(tile), price)
  const title = tile.first('h4.sku-title')
  return {
    sku: olderSkuOf(tile),
    url: olderLinkOf(tile, base),
    name: cleanText(title?.text()),
    save: savingPercentOf(price, original),
    image: absoluteUrl(tile.first('img.product-image')?.attr('src'), base),
    model: modelOf(tile),
    price,
    ...ratingOf(tile),
    is_sold_out: isSoldOut(tile.first('.add-to-cart-button')),
    original_price: original,
  }
}

export function olderLinkOf(tile: PageElement, base: string): string | undefined {
  return absoluteUrl(tile.first('h4.sku-title')?.first('a')?.attr('href'), base)
}

export function olderSkuOf(tile: PageElement): string | undefined {
  return asTrimmed(tile.attr('data-sku-id'))
}

/**
 * "Was $79.99", or "Comp. Value: $34.99". A comparable value is not a former price, but the shop computes its "Save $15"
 * from it, so it counts as original_price too. Null when the tile shows that nothing is saved.
 */
export function regularPrice(tile: PageElement): number | null | undefined {
  const regular = tile.first('[data-testid="price-block-regular-price"]')
  // The text beside it may contain a number too, and the price appears twice.
  if (regular) return amount(DOLLARS.exec(regular.text())?.[0])
  const savings = tile.first('[data-testid="price-block-savings"]')
  return savings && !savings.first('[data-testid="price-block-total-savings"]') ? null : undefined
}

export function olderRegularPrice(tile: PageElement): number | null | undefined {
  const regular = tile.first('.pricing-price__regular-price')
  if (regular) return amount(regular.text())
  return /\bsave \$/i.test(tile.text()) ? undefined : null
}

/** The shop also shows regular prices that are not higher than the price: then nothing is saved. */
export function nullUnlessHigher(
  original: number | null | undefined,
  price: number | undefined,
): number | null | undefined {
  return typeof original === 'number' && price !== undefined && original <= price ? null : original
}

/** The page shows "Save $15"; the contract requires a percentage. */
export function savingPercentOf(
  price: number | undefined,
  original: number | null | undefined,
): string | null | undefined {
  if (original === null) return null
  if (original === undefined || !price) return undefined
  return `${Math.round(((original - price) / original) * 100)}%`
}

const RATING = /rating (\d(?:\.\d+)?) out of 5 stars with ([\d,]+) reviews?/i

export function ratingOf(tile: PageElement): Pick<SearchItem, 'rating' | 'rating_count'> {
  const text = (tile.first('.c-ratings-reviews .visually-hidden') ?? tile).text()
  if (/not yet (?:reviewed|rated)/i.test(text)) return { rating: 0, rating_count: 0 }
  const [, rating, count] = RATING.exec(text) ?? []
  return {
    rating: rating === undefined ? undefined : Number(rating),
    rating_count: count === undefined ? undefined : Number(count.replaceAll(',', '')),
  }
}

export const SOLD_OUT = /sold out|out of stock|no longer available|currently unavailable/i

/** The label is "Add to cart", "Sold Out" or another way to buy. */
function isSoldOut(button: PageElement | undefined): boolean | undefined {
  const label = asTrimmed(button?.text())
  return label === undefined ? undefined : SOLD_OUT.test(label)
}

export function modelOf(tile: PageElement): string | undefined {
  const row = tile
    .select('.sku-attribute-title')
    .find(one => /^model:?$/i.test(one.first('.attribute-title')?.text() ?? ''))
  return asTrimmed(row?.first('.sku-value')?.text())
}

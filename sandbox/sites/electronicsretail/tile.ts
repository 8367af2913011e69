// One tile of the search grid: filled, placeholder or advertisement.
import { formatPrice } from '../../currencies.ts'
import { escapeHtml } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import { seededRandom } from '../../seeded-random.ts'

export interface ShopUrls {
  readonly base: string
  readonly origin: string
}

/** The shop's data for a product, the same on every page. */
export interface Article {
  readonly sku: string
  readonly code: string
  readonly title: string
  readonly path: string
  readonly product: SandboxProduct
  readonly soldOut: boolean
  readonly openBox: boolean
  /** What the price next to the current one means: a former price, or the price at other shops. */
  readonly regular: 'was' | 'comparable' | undefined
}

export function articleOf(product: SandboxProduct): Article {
  const random = seededRandom('electronicsretail', product.id)
  const { brand, model, colour, id } = product
  const code = `J${random.hex(9).toUpperCase()}`
  return {
    sku: String(id),
    code,
    title: `${brand} - ${model} - ${colour.name}`,
    path: `/product/${product.slug}/${code}/sku/${id}`,
    product,
    soldOut: random.chance(0.1),
    openBox: random.chance(0.04),
    regular: product.originalPriceCents === undefined ? undefined : random.chance(0.5) ? 'was' : 'comparable',
  }
}

/** An open-box item is cheaper than a new one. */
export function priceCentsOf({ product, openBox }: Article): number {
  return openBox ? Math.round(product.priceCents * 0.8) : product.priceCents
}

export function resultTile(article: Article, where: ShopUrls, index: number): string {
  return `<li class="product-list-item grid-view" data-observer-target="true" data-product-id="${article.sku}" data-testid="${article.sku}">${tile(article, where, index)}</li>`
}

/** The site fills the lower part of its grid as the user scrolls. */
export function placeholder({ sku }: Article): string {
  const bar = '<div class="bg-comp-track-default w-full rounded-md animate-skeleton-shimmer-3s"></div>'
  const part = (name: string): string => `<div class="flex flex-col skeleton-product-${name}">${bar}</div>`
  const parts = ['image', 'title', 'rating', 'price', 'buying-options', 'fulfillment', 'cart-button'].map(
    part,
  )
  return `<li class="product-list-item grid-view" data-observer-target="true" data-product-id="${sku}" data-testid="${sku}"><div class="skeleton-product-grid-view">${parts.join('')}</div></li>`
}

export function advertisement(article: Article, where: ShopUrls): string {
  return `<li class="slContainer" data-testid="sponsored-listing"><div class="sponsored-content product-list-sponsored-wrapper-grid-view"><div class="product-list-item grid-view" data-observer-target="true" data-product-id="${article.sku}" data-testid="${article.sku}"><div class="sponsored">Sponsored</div>${tile(article, where, 0)}</div></div></li>`
}

function tile(article: Article, { base, origin }: ShopUrls, index: number): string {
  const { sku, title, product } = article
  const href = `${base}${article.path}${article.openBox ? '/openbox?condition=excellent' : ''}`
  const picture = `${origin}${product.pictures[0] ?? ''}`
  return `<span data-component-name="ProductListItemLVGridViewComponent" data-component-version=""><div class="sku-block card">
<div class="sku-block-header"><div class="product-image"><a aria-hidden="true" href="${href}" tabindex="-1"><img alt="Front. ${escapeHtml(title)}" data-testid="product-image" height="200" loading="${index < 3 ? 'eager' : 'lazy'}" src="${picture}" width="300"></a></div></div>
<div class="sku-block-content"><div class="sku-block-content-title"><a class="product-list-item-link" href="${href}"><h3 class="product-title" title="${escapeHtml(title)}"><span class="first-title">${escapeHtml(product.brand)}</span> - ${escapeHtml(title.slice(product.brand.length + 3))}</h3></a></div>
${rating(article, href)}
${price(article)}
<div class="fulfillment"><p><span data-testid="plp-pickup-messaging-${sku}">Pick up in <strong>1 hour</strong></span></p><p><span data-testid="plp-shipping-messaging-${sku}">Get it by <strong>Tuesday</strong> • <strong>$3.99</strong></span></p></div></div>
<div class="sku-block-footer"><button data-testid="plp-add-to-cart-${sku}" type="button"><span data-testid="plp-add-to-cart-${sku}-label">${article.soldOut ? 'Sold Out' : 'Add to cart'}</span></button>
<label><input id="compare-checkbox-${sku}-${index}" type="checkbox" value="${sku}"> Compare</label></div>
</div></span>`
}

function rating({ product }: Article, href: string): string {
  const { rating: mean, reviews } = product
  const [spoken, shown] =
    mean === undefined
      ? ['Not Yet Reviewed', 'Not Yet Reviewed']
      : [`Rating ${mean} out of 5 stars with ${reviews.length} reviews`, `(${reviews.length} reviews)`]
  return `<div class="ratings ratings-padding-margin"><div class="rnr-stats"><a data-testid="rnr-stats-link" href="${href}#tabbed-customerreviews"><div class="c-ratings-reviews flex c-ratings-reviews-mini"><p class="visually-hidden">${spoken}</p><i aria-hidden="true" class="c-stars-wrapper"></i><span aria-hidden="true" class="c-reviews order-2">${shown}</span></div></a></div></div>`
}

/** The price appears twice; the saving is in dollars. */
function price(article: Article): string {
  const cents = priceCentsOf(article)
  const shown = formatPrice(cents, 'USD')
  const regularCents = article.product.originalPriceCents
  const savings =
    article.regular === undefined || regularCents === undefined
      ? ''
      : `<div data-testid="price-block-total-savings"><span data-testid="price-block-total-savings-text">Save ${formatPrice(regularCents - cents, 'USD')}</span></div>${regular(article.regular, formatPrice(regularCents, 'USD'))}`
  return `<div class="pricing"><div data-testid="price-block"><div data-testid="price-block-content"><div data-testid="price-block-column"><div data-testid="price-block-customer-price"><span class="sr-only">${shown}</span><span aria-hidden="true" elementtiming="price_et">${shown}</span></div><div data-testid="price-block-savings">${savings}</div></div></div></div></div>`
}

function regular(kind: 'was' | 'comparable', amount: string): string {
  const words =
    kind === 'was'
      ? `<span class="sr-only">The price was </span><span class="whitespace-nowrap"><span>${amount}</span></span>`
      : `<span class="sr-only">The comparable value is </span><span class="whitespace-nowrap"><span aria-hidden="true">Comp. Value: </span><span>${amount}</span></span>`
  return `<div data-testid="price-block-regular-price"><div data-testid="price-block-regular-price-message-text" role="text">${words}</div></div>`
}

// Pages with status 200 that are not the product: a wall, a shell for scripts, a message that the product is gone.
import { formatPrice } from '../currencies.ts'
import {
  htmlReply,
  redirectReply,
  type SandboxShop,
  type ShopContext,
  type SandboxResponse,
  type SandboxRequest,
} from '../define-shop.ts'
import { escapeHtml } from '../page-shell.ts'

/** The query parameter of the address that `~moved` redirects to. */
export const MOVED_PARAMETER = 'moved'

const RECOMMENDATIONS = 8

export function wallReply(): SandboxResponse {
  return htmlReply(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Before you continue</title></head>
<body><main><h1>Before you continue</h1><p>Please verify your age to enter this shop.</p><p>You must be 18 or older to see this page.</p>
<form method="post"><button name="age" value="yes">I am 18 or older</button> <button name="age" value="no">Leave</button></form></main></body></html>`)
}

export function shellReply(): SandboxResponse {
  return htmlReply(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title><script src="/assets/app.js" defer></script></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div></body></html>`)
}

/** With the prices of other products, which are not the price of this one. */
export function softGoneReply(
  shop: SandboxShop,
  { base }: SandboxRequest,
  ctx: ShopContext,
): SandboxResponse {
  const tiles = ctx.catalog
    .products('general')
    .slice(0, RECOMMENDATIONS)
    .map(
      product =>
        `<li class="card"><a href="${base}/p/${product.slug}">${escapeHtml(product.name)}</a> <span class="price">${formatPrice(product.priceCents, 'USD')}</span></li>`,
    )
  const body = `<h1>This product is no longer available</h1><p>The product was removed and no longer exists.</p>
<h2>You may also like</h2><ul class="grid">${tiles.join('')}</ul>`
  return htmlReply(ctx.page({ site: shop.site, base, title: 'Product not found', body }))
}

export function movedReply({ url }: SandboxRequest): SandboxResponse {
  const target = new URL(url)
  target.searchParams.set(MOVED_PARAMETER, '1')
  return redirectReply(target.href)
}

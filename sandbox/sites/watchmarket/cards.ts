// Search result cards of the sandbox shop, in the markup of early 2026 (G2) and mid 2026 (G3).
import type { CurrencyCode } from '../../currencies.ts'
import { escapeHtml } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import { seededRandom } from '../../seeded-random.ts'
import {
  badgeOf,
  countryCode,
  listingPath,
  priceOf,
  shippingOf,
  subtitleOf,
  titleOf,
  writePrice,
} from './listing-data.ts'

export interface CardContext {
  readonly base: string
  readonly origin: string
  readonly currency: CurrencyCode
}

const WIDTHS = '70,100,140,210,220,240,280,300,330,360,390,420,440,480'
const PLACEHOLDER =
  'data:image/svg+xml,%3Csvg xmlns=&quot;http://www.w3.org/2000/svg&quot; viewBox=&quot;0 0 1 1&quot;%3E%3C/svg%3E'
const ARROW = 'bg-surface-container-default link border border-radius-large p-a-2 elevated'

export function cardOfG2(watch: SandboxProduct, context: CardContext): string {
  const badge = badgeOf(watch)
  const onPicture = badge
    ? `<div class="listing-item-badge p-x-2 border-radius-small text-bold text-sm text-sm-md bg-surface-container-default">
   ${badge}
</div>`
    : ''
  return `<div class="js-article-item-container article-item-container wt-search-result">
<div class="wt-listing-item js-listing-item listing-item">
<div class="listing-item-image relative">
${pictures(watch, context)}
   <div class="absolute listing-item-image-badge">
      ${onPicture}
   </div>
${wishButton(watch)}
</div>
   <a href="${href(watch, context)}" class="wt-listing-item-link js-listing-item-link listing-item-link">
${lines(watch)}
   <div class="d-flex justify-content-between m-t-2">
<div class="align-content-end">
   <p class="text-bold text-md m-b-0">
      ${writePrice(priceOf(watch, context.currency), context.currency)}
   </p>

   <p class="text-sm text-muted">
      ${shippingOf(watch, context.currency)}
   </p>
</div>
<button type="button" aria-label="More information" class="js-tooltip d-flex flex-column align-items-center relative" data-content="${tooltip(watch)}" data-title="${watch.seller.country.name}" data-append-to-body="true">
<i class="i-location-inverse icon-sm m-r-0" role="img" aria-hidden="true"></i>   <span class="text-sm text-uppercase">
      ${countryCode(watch)}
   </span>
</button>
   </div>
${foot(watch)}
   </a>
</div>
</div>`
}

export function cardOfG3(watch: SandboxProduct, context: CardContext): string {
  const badge = badgeOf(watch)
  const onPicture = badge
    ? `<div class="absolute wt-listing-item-image-badge p-x-2 border-radius-small text-bold text-sm">${badge}</div>`
    : ''
  return `<div class="js-listing-item-container listing-item-container wt-listing-item wt-search-result">
<div class="listing-item-image relative">
${pictures(watch, context)}
${onPicture}
${wishButton(watch)}
</div>
   <a href="${href(watch, context)}" class="wt-listing-item-link js-listing-item-link listing-item-link">
${lines(watch)}
   <div class="d-flex justify-content-between m-t-2">
      <div class="align-content-end">
         <p class="wt-listing-item-price m-b-0">
            <strong>${writePrice(priceOf(watch, context.currency), context.currency)}</strong>
         </p>
         <p class="text-sm text-muted m-b-0">${shippingOf(watch, context.currency)}</p>
      </div>
      <button type="button" class="wt-listing-item-location js-tooltip d-flex flex-column align-items-center" data-content="${tooltip(watch)}" data-title="${watch.seller.country.name}">
         <i class="i-location-inverse icon-sm" role="img" aria-hidden="true"></i><span class="text-sm">${countryCode(watch)}</span>
      </button>
   </div>
${foot(watch)}
   </a>
</div>`
}

function href(watch: SandboxProduct, { base }: CardContext): string {
  return new URL(base).pathname + listingPath(watch)
}

function tooltip({ seller }: SandboxProduct): string {
  return `This ${seller.professional ? 'dealer' : 'private seller'} is from ${seller.country.name}.`
}

// Only the first picture loads at once; the carousel loads the others.
function pictures(watch: SandboxProduct, context: CardContext): string {
  const alt = escapeHtml(`${titleOf(watch)} ${subtitleOf(watch)}`)
  const images = watch.pictures.map((path, index) => {
    const pattern = context.origin + path.replace('.svg', '-Square_SIZE_.svg')
    const source = index === 0 ? pattern.replace('_SIZE_', '280') : PLACEHOLDER
    return `<div class="watch-image relative   watch-image-overlay">

<img class="${index === 0 ? '' : 'js-lazy'}" alt="${alt}" width="280" height="280" src="${source}" data-lazy-sweet-spot-master-src="${pattern}" data-lazy-sweet-spot-derivate-widths="${WIDTHS}">
</div>`
  })
  return `   <a class="d-block" href="${href(watch, context)}">
<div id="js-${seededRandom('carousel', watch.id).hex(32)}" class="carousel scroll-container-gap-medium listing-card-image-carousel" data-number-of-items-per-slide-xs="2" data-number-of-items-per-slide-sm="1" data-wrap-around="true">
   <div class="relative">
      <div class="js-scroll-container scroll-container" tabindex="0">
${images.join('\n')}
      </div>
      <button class="js-previous-button previous-button ${ARROW}" type="button"><i class="i-back m-r-0" role="img" aria-label="Previous"></i></button>
      <button class="js-next-button next-button ${ARROW}" type="button"><i class="i-forward m-r-0" role="img" aria-label="Next"></i></button>
   </div>
   <ul class="js-dot-navigation dot-navigation list-unstyled"></ul>
</div>
   </a>`
}

function wishButton(watch: SandboxProduct): string {
  return `   <div class="absolute listing-item-image-buttons">
<button type="button" class="js-wishlist-toggle notepad-toggle d-flex align-items-center justify-content-center " data-note="${watch.id}" aria-label="Save ${escapeHtml(titleOf(watch))}">
   <i class="notepad-toggle-icon i-note-inverse"></i>
   <i class="notepad-toggle-icon-bg i-note"></i>
</button>
   </div>`
}

function lines(watch: SandboxProduct): string {
  return `   <div class="p-t-3">
      <p class="text-bold text-sm text-sm-md text-ellipsis m-b-0">
         ${escapeHtml(titleOf(watch))}
      </p>

      <p class="text-ellipsis m-b-0 text-sm text-sm-md">
         ${escapeHtml(subtitleOf(watch))}
      </p>
   </div>`
}

// The kind of seller has the same class as the badge on the picture.
function foot({ seller }: SandboxProduct): string {
  const kind = seller.professional
    ? ''
    : `<div class="listing-item-badge p-x-2 border-radius-small text-sm bg-surface-container-neutral-variant">
   Private Seller
</div>`
  return `   <div class="d-flex justify-content-between m-t-3 flex-wrap gap-1 align-items-center">
      ${kind}
   </div>`
}

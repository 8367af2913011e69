// The seller on a listing page of the sandbox shop: the block beside the price, badges, and buyers' reviews.
import { escapeHtml } from '../../page-shell.ts'
import type { SandboxProduct } from '../../product.ts'
import { seededRandom } from '../../seeded-random.ts'
import { isOldPage } from './listing-data.ts'

interface Badge {
  readonly icon: string
  readonly level: string
  readonly title: string
  readonly text: string
}

function badgesOf({ seller }: SandboxProduct): readonly Badge[] {
  if (!seller.professional) return []
  const random = seededRandom('badges', seller.id)
  const level = () => `Level${random.int(1, 3)}`
  const all: Badge[] = [
    {
      icon: 'trusted-seller',
      level: 'BadgeActive',
      title: 'Trusted Seller',
      text: 'This badge is only for dealers who meet all requirements of the market.',
    },
    {
      icon: 'parcel',
      level: 'BadgeActive',
      title: 'Fast Shipper',
      text: 'The seller usually ships within 24 hours.',
    },
    {
      icon: 'watch-check',
      level: level(),
      title: 'Punctuality',
      text: `The seller ships ${random.int(90, 99)}% of items on time.`,
    },
    {
      icon: 'response',
      level: level(),
      title: 'Response Time',
      text: `The seller replies within ${random.int(1, 9)} hours.`,
    },
    {
      icon: 'growth',
      level: level(),
      title: 'Sales',
      text: `The seller has sold ${random.int(20, 400)} items in 90 days.`,
    },
  ]
  return all.filter((_, index) => (index === 0 ? seller.rating >= 4.6 : random.chance(0.8)))
}

/** A private seller has no name. */
export function sellerBlock(watch: SandboxProduct, delivery: string): string {
  const { seller, attributes } = watch
  const old = isOldPage(watch)
  const flag = old
    ? `<i class="rflag rflag-24 rf-${seller.country.code} m-l-1 vertical-align-middle"></i>`
    : `<span class="flag"><img alt="${seller.country.code}" src="data:," width="18" height="12"></span>`
  const name = seller.professional
    ? `<button class="js-link-merchant-name p-a-0 text-link text-bold m-b-1">\n${escapeHtml(seller.name)}\n</button>`
    : '<span class="text-bold m-b-1">Private seller</span>'
  const badges = badgesOf(watch).map(old ? oldBadge : newBadge)
  return `<section class="${old ? 'shipping-and-seller-info-card' : 'seller-card'} m-b-5">
<h2 class="h5 text-bold m-y-3 text-lg">
Shipping and Seller Information</h2>
<div class="m-b-2">
<span class="wt-detail-page-availability d-flex align-items-center">
${attributes.availability ?? 'Ask the seller'}</span>
</div>
<div class="m-b-2 d-flex align-items-center">
<span class="js-shipping-time">${delivery}</span>
<button type="button" class="js-tooltip relative i-info pointer p-a-0 link m-l-1 js-shipping-time-tooltip" data-content="&lt;strong>The item is in stock&lt;/strong>&lt;br>and ready to ship within &lt;strong>1 - 3 days&lt;/strong>." data-placement="right" aria-label="More information"></button>
</div>
${name}
<div class="m-b-2 d-flex justify-content-between">
<div>
${seller.professional ? 'Professional dealer' : 'Private seller'}
${flag}
</div>
${seller.professional ? ratingOf(watch) : ''}
</div>
<div class="m-b-4 m-t-3">
${badges.join('\n')}
</div>
</section>`
}

function ratingOf({ seller }: SandboxProduct): string {
  return `<div>
<span class="rating" title="${seller.rating} out of 5 stars">
<i class="i-rating-inverse icon-sm text-highlight m-r-0"></i>
${seller.rating}
</span>
<span>
(
<button type="button" class="js-link-merchant-reviews link">
${seller.reviewsCount}</button>
)
</span>
</div>`
}

// The old tooltip is HTML in an attribute: "<" and quotes are encoded, ">" is not.
function oldBadge({ icon, level, title, text }: Badge): string {
  const tooltip = `
   <div class="p-y-1">
      <div class="dealer-bonus-badge-tooltip-title">
         <div class="dealer-bonus-badge dense ${level}"><i class="i-${icon}"></i></div>
         <span class="m-l-2 text-bold">${title} </span>
      </div>
      <div>
   <div class="m-t-2">
      ${text}
   </div>
      </div>
   </div>
`
  return `<button class="js-tooltip dealer-bonus-badge ${level} m-r-1 relative pointer" data-content="${tooltip.replaceAll('<', '&lt;').replaceAll('"', '&quot;')}">
<i class="i-${icon}"></i>
</button>`
}

function newBadge({ icon, level, title, text }: Badge): string {
  return `<button type="button" class="dealer-bonus-badge ${level} js-tooltip" data-title="${title}" data-content="${escapeHtml(text)}"><i class="i-${icon}" role="img" aria-label="${title}"></i></button>`
}

/** Buyers' stars have the same class as the seller's, and the badges appear again here. */
export function sellerReviews(watch: SandboxProduct): string {
  const cards = watch.reviews.map(
    review => `<div class="rcard dealer-review-card m-t-9"><div class="rcard-body">
<span class="rating" title="${review.rating} out of 5 stars">${'<i class="i-rating-inverse icon-sm text-highlight m-r-0"></i>'.repeat(review.rating)}</span>
<strong>${escapeHtml(review.title)}</strong>
<p>${escapeHtml(review.text)}</p>
<p class="text-muted">${escapeHtml(review.author)}, ${review.date}</p>
</div></div>`,
  )
  const badges = badgesOf(watch).map(isOldPage(watch) ? oldBadge : newBadge)
  return `<section class="dealer-reviews inverted p-y-5" id="js-dealer-reviews">
${cards.join('\n')}
</section>
<section class="m-b-6 seller-information" id="js-seller"><div class="d-flex">${badges.join('')}</div></section>`
}
